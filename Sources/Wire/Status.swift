package import Marbles

/// What `GET /v1/status` answers.
package struct Status: Hashable, Sendable {
  /// What is played.
  package struct Playing: Hashable, Sendable {
    package var motion: Motion
    package var scene: SceneSummary
    /// Nil for a live scene without an end.
    package var duration: SceneTime?
    /// The number of the newest change that viewers were told.
    package var events: Int
    package var rows: [Row]

    package init(motion: Motion, scene: SceneSummary, duration: SceneTime?, events: Int, rows: [Row]) {
      (self.motion, self.scene, self.duration) = (motion, scene, duration)
      (self.events, self.rows) = (events, rows)
    }
  }

  /// A row of what is played.
  package struct Row: Hashable, Sendable {
    /// How a row has ended.
    package enum End: String, Hashable, Sendable, CaseIterable {
      case open, finish, error
    }

    package var name: String
    /// Whether it is an input, and no output.
    package var isInput: Bool
    /// How many events it has had.
    package var events: Int
    package var end: End
    /// Nil when the scene is not live.
    package var losses: RowLosses?

    package init(name: String, isInput: Bool, events: Int, end: End, losses: RowLosses?) {
      (self.name, self.isInput, self.events, self.end, self.losses) = (name, isInput, events, end, losses)
    }
  }

  /// What the daemon has drawn and sent, and what that takes.
  package struct Load: Hashable, Sendable {
    package var frames: Int
    package var lateFrames: Int
    package var frameBytes: Int
    /// How often a viewer fell behind and was sent a snapshot.
    package var viewerDrops: Int
    /// How many bytes wait for viewers.
    package var viewerQueueBytes: Int
    /// Resident memory; nil where the system does not say.
    package var memoryBytes: Int?
    /// Nil where the system does not say.
    package var openDescriptors: Int?

    package init(
      frames: Int, lateFrames: Int, frameBytes: Int, viewerDrops: Int, viewerQueueBytes: Int, memoryBytes: Int?,
      openDescriptors: Int?
    ) {
      (self.frames, self.lateFrames, self.frameBytes) = (frames, lateFrames, frameBytes)
      (self.viewerDrops, self.viewerQueueBytes) = (viewerDrops, viewerQueueBytes)
      (self.memoryBytes, self.openDescriptors) = (memoryBytes, openDescriptors)
    }
  }

  /// The process that plays.
  package struct Daemon: Hashable, Sendable {
    /// What became of its connections.
    package struct Connections: Hashable, Sendable {
      package var open: Int
      package var refused: Int
      package var late: Int
      package var malformed: Int

      package init(open: Int, refused: Int, late: Int, malformed: Int) {
        (self.open, self.refused, self.late, self.malformed) = (open, refused, late, malformed)
      }
    }

    package var instance: String
    /// Its number as a process.
    package var process: Int
    /// What its `marbled --version` prints.
    package var version: String
    package var wireVersion = WireVersion.current
    /// In seconds.
    package var uptime: Double
    /// Where viewers can watch by TCP.
    package var view: String?
    package var connections: Connections
    /// The path of its configuration.
    package var config: String?
    /// Why the last reload changed nothing; nil when it did.
    package var configError: String?
    /// Keys of the configuration that have changed and need a restart.
    package var restartKeys: [String]

    package init(
      instance: String, process: Int, version: String, uptime: Double, view: String?, connections: Connections,
      config: String?, configError: String?, restartKeys: [String]
    ) {
      (self.instance, self.process, self.version, self.uptime) = (instance, process, version, uptime)
      (self.view, self.connections, self.config) = (view, connections, config)
      (self.configError, self.restartKeys) = (configError, restartKeys)
    }
  }

  /// Nil before anything is played.
  package var playing: Playing?
  /// How many viewers follow.
  package var viewers: Int
  package var load: Load
  /// What went wrong, oldest first.
  package var notices: [String]
  /// Nil until the process adds what it knows of itself.
  package var daemon: Daemon?

  package init(playing: Playing?, viewers: Int, load: Load, notices: [String], daemon: Daemon? = nil) {
    (self.playing, self.viewers, self.load) = (playing, viewers, load)
    (self.notices, self.daemon) = (notices, daemon)
  }

  /// Why this program does not understand the daemon; nil when it does.
  package var mismatch: String? {
    daemon.flatMap { WireVersion.mismatch(with: $0.wireVersion, release: $0.version) }
  }
}
