package import Marbles
package import Scenes

/// The response of `GET /v1/status`.
package struct DaemonStatus: Hashable, Sendable {
  /// The scene that plays.
  package struct Playing: Hashable, Sendable {
    package var motion: PlayheadMotion
    package var scene: PlayingScene
    /// Nil for a live scene without a duration.
    package var duration: SceneTime?
    /// The client that edits now; other clients can't edit meanwhile. Nil when no client edits.
    package var editor: String?
    /// The sequence number of the newest change sent to viewers.
    package var events: Int
    package var rows: [Row]

    package init(
      motion: PlayheadMotion, scene: PlayingScene, duration: SceneTime?, editor: String? = nil, events: Int, rows: [Row]
    ) {
      (self.motion, self.scene, self.duration, self.editor) = (motion, scene, duration, editor)
      (self.events, self.rows) = (events, rows)
    }
  }

  /// A row of the scene.
  package struct Row: Hashable, Sendable {
    /// How a row has ended.
    package enum End: String, Hashable, Sendable, CaseIterable {
      case open, finish, error
    }

    package var name: String
    /// Whether the row is an input rather than an output.
    package var isInput: Bool
    /// The number of its events so far.
    package var events: Int
    package var end: End
    /// Nil when the scene is not live.
    package var losses: RowLosses?
    /// The time since the newest value; nil before the first one, and when the scene is not live.
    package var sinceLast: SceneTime?
    /// Values a second over the last ten seconds; nil when the scene is not live.
    package var rate: Double?
    /// The number of values of a live row that wait for the scene; nil for other rows.
    package var queued: Int?
    /// How old the newest value was when it arrived, as its source says; nil when it does not say.
    package var delay: SceneTime?
    /// The state of a live row's command or connection, such as `running`; nil for other rows.
    package var command: String?
    /// What is left in the stream of a live row's server; nil for other rows.
    package var stream: StreamStatus?
    /// What an output holds and waits for, such as `holds 3 of a, waits for b, 12 s`; nil when it holds nothing.
    package var waits: String?

    package init(name: String, isInput: Bool, events: Int, end: End, losses: RowLosses?) {
      (self.name, self.isInput, self.events, self.end, self.losses) = (name, isInput, events, end, losses)
    }
  }

  /// What the daemon has drawn and sent, and the resources it uses.
  package struct Load: Hashable, Sendable {
    package var frames: Int
    package var lateFrames: Int
    package var frameBytes: Int
    /// How often a viewer fell behind and was sent a snapshot.
    package var viewerDrops: Int
    /// The number of unread bytes of all viewers.
    package var viewerQueueBytes: Int
    /// Resident memory; nil where the system does not tell.
    package var memoryBytes: Int?
    /// The number of open descriptors; nil where the system does not tell.
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

  /// The process of the daemon.
  package struct Daemon: Hashable, Sendable {
    /// Counters of connections.
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
    /// The stream to which the daemon appends what it shows; nil for none.
    package var publish: Show?
    /// The stream that a relay shows; nil for a daemon that plays scenes itself.
    package var follow: Show?
    /// The process id.
    package var process: Int
    /// The version that its `marbled --version` prints.
    package var version: String
    package var wireVersion = WireVersion.current
    /// In seconds since the start.
    package var uptime: Double
    /// The TCP address for viewers; nil without TCP.
    package var view: String?
    package var connections: Connections
    /// The path of the configuration file; nil without one.
    package var config: String?
    /// Why the last reload failed; nil when it succeeded.
    package var configError: String?
    /// Changed configuration keys that need a restart.
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

  /// A stream of a Redis server through which daemons show what another one plays.
  package struct Show: Hashable, Sendable {
    /// The URL without credentials and parameters.
    package var stream: String
    /// What the connection does: `connected`, or why it does not work.
    package var state: String
    /// Whether the connection works.
    package var isConnected: Bool { state == Self.connected }
    /// The state of a connection that works.
    package static let connected = "connected"
    /// The number of entries that were written or read.
    package var entries: Int
    /// How often changes were missing, so that viewers were sent a snapshot.
    package var missed: Int
    /// How old the newest entry was when it was read, in seconds; nil for one from here.
    package var age: Double?

    package init(stream: String, state: String = "connecting", entries: Int = 0, missed: Int = 0, age: Double? = nil) {
      (self.stream, self.state, self.entries, self.missed, self.age) = (stream, state, entries, missed, age)
    }
  }

  /// Nil before anything plays.
  package var playing: Playing?
  /// The number of viewers.
  package var viewers: Int
  package var load: Load
  /// Problems for the operator, oldest first.
  package var notices: [String]
  /// Nil until the process adds its part.
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
