public import Marbles
public import Scenes
internal import Synchronization

/// How everything stands: what a viewer in this process draws.
public struct Standing: Sendable {
  /// What is played.
  public var entry: Playlist.Entry
  /// The ids of its events.
  var names: EventNames
  /// What will have happened at its end.
  public var plan: Recording
  /// What has happened in each row so far, inputs included.
  public var history: Recording
  /// The run itself, for where the playhead is.
  public var performance: Performance
  /// Whether the card of the scene is shown, the scene, or its end.
  public var phase: Phase
  /// Its number in the playlist, from 1; nil for a scene that is not in it.
  public var position: Int?
  /// How many there are in the playlist.
  public var count: Int
  /// The title of what comes next.
  public var next: String
  /// The banner.
  public var message: String?
  /// What went wrong last.
  public var notice: String?
  /// Whether the speed was set by a command, and holds until it is taken back.
  public var isSpeedSet: Bool

  /// Where the playhead is.
  public var time: SceneTime {
    switch phase {
    case .ready: .zero
    case .playing: performance.sceneTime
    case .ended: max(performance.sceneTime, plan.duration)
    }
  }

  /// When it ends; nil for a live scene that goes on until another one is played.
  public var duration: SceneTime? { entry.scene.isLive ? entry.scene.duration : plan.duration }

  /// What has happened so far, as a stage draws it: inputs whole, but for those that are live.
  public var recording: Recording {
    var recording = entry.scene.emptyRecording()
    for (position, row) in history.rows.enumerated() where !row.isInput || row.isLive {
      recording.rows[position] = row
    }
    return recording
  }
}

/// Where the hub shows how everything stands, for any thread to read at any time.
public final class Board: Sendable {
  private let standing: Mutex<Standing?> = Mutex(nil)
  private let observers = Mutex<(next: Int, bodies: [Int: @Sendable () -> Void])>((0, [:]))

  /// How everything stands; nil before anything is played.
  public var current: Standing? { standing.withLock { $0 } }

  /// Has `body` called, on any thread, whenever something has changed; gives what ends it.
  public func observe(_ body: @escaping @Sendable () -> Void) -> Int {
    observers.withLock { observers in
      observers.next += 1
      observers.bodies[observers.next] = body
      return observers.next
    }
  }

  /// Calls an observer no more.
  public func remove(_ observer: Int) { observers.withLock { _ = $0.bodies.removeValue(forKey: observer) } }

  func show(_ standing: Standing) {
    self.standing.withLock { $0 = standing }
    report()
  }

  /// Changes it in its place, so that nothing long is copied.
  func update(_ body: (inout Standing) -> Void) {
    standing.withLock { standing in
      if standing != nil { body(&standing!) }
    }
    report()
  }

  /// Calls all observers: something has changed, here or in the performance.
  func report() {
    for body in observers.withLock({ $0.bodies.values.map { $0 } }) { body() }
  }
}
