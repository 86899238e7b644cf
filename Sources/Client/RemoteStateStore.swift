internal import Drawing
internal import Marbles
internal import Playback
internal import Player
internal import SceneFiles
internal import Scenes
internal import Synchronization
internal import Wire

/// Why no events arrive.
enum ConnectionLoss: Hashable, Sendable {
  /// The daemon has shut down.
  case end
  /// No data arrives.
  case silence(String)
  /// The daemon answers, but refuses viewers now.
  case refusal(String)

  /// The message for the user.
  var text: String {
    switch self {
    case .end: "the daemon has ended; waiting for another one"
    case .silence(let text), .refusal(let text): text
    }
  }
}

/// The state of a remote daemon, rebuilt from its events: one thread updates it, another reads it.
final class RemoteStateStore: Sendable {
  private struct State {
    var remote: RemoteState?
    var snapshots = 0
    /// The message while no state is known.
    var waiting: String
    var refusal: (text: String, end: Int64)?
    var refusals = 0
  }
  private let state: Mutex<State>
  private let changes = ChangeObserver()
  private let plans: RemotePlans
  /// The clock for playheads.
  let wall: WallClock

  /// - Parameters:
  ///   - socket: the daemon's socket, shown until the first snapshot.
  ///   - wall: the clock for playheads.
  ///   - plans: plans the daemon's scenes.
  init(
    waitingFor socket: String = "control.sock", wall: WallClock = .monotonic, plans: RemotePlans = RemotePlans()
  ) {
    state = Mutex(State(waiting: "waiting for the daemon at \(socket)"))
    (self.wall, self.plans) = (wall, plans)
  }

  /// The current state; nil before the first snapshot.
  var current: RemoteState? { state.withLock { $0.remote } }

  /// Why there is no state yet.
  var waiting: String { state.withLock { $0.waiting } }

  /// Calls `body` on any thread after every change.
  func observe(_ body: @escaping @Sendable () -> Void) { changes.observe(body) }

  /// Tells the observer that something may have changed.
  func report() { changes.report() }

  /// Stops the playhead until the next snapshot, and shows why.
  func lose(_ why: ConnectionLoss) {
    state.withLock { $0.waiting = why.text }
    change { $0.stop(why, at: wall.now()) }
  }

  /// Shows for a while why a request from here was refused.
  func refuse(_ why: String) {
    state.withLock { state in
      state.refusal = (why, wall.now().addingSaturated(Self.refusalTime))
      state.refusals += 1
    }
    report()
  }

  /// How many requests from here were refused so far.
  var refusals: Int { state.withLock { $0.refusals } }

  /// The refusal on display.
  ///
  /// - Returns: the message, and for how many wall nanoseconds it is still shown.
  var refusal: (text: String, left: Int64)? {
    state.withLock { state in
      let now = wall.now()
      guard let refusal = state.refusal, now < refusal.end else { return nil }
      return (refusal.text, refusal.end.subtractingSaturated(now))
    }
  }

  /// How long a refusal is shown, in wall nanoseconds.
  static let refusalTime: Int64 = 3_000_000_000

  private func change(_ body: (inout RemoteState) -> Void) {
    state.withLock { if $0.remote != nil { body(&$0.remote!) } }
    report()
  }

  // MARK: Events

  /// Applies lines of the daemon's event stream. What comes before the last snapshot is of no use.
  func take(_ lines: [String]) {
    let start = lines.lastIndex(where: StreamEvent.isSnapshot) ?? 0
    for line in lines[start...] { take(line) }
  }

  /// Applies a line of the daemon's event stream. A snapshot may run its scene, so this is not for the cooperative pool.
  func take(_ line: String) {
    switch StreamEvent(json: line) {
    case .snapshot(let snapshot, let motion)?: take(snapshot, motion)
    case .end?: lose(.end)
    case .heartbeat?, nil: break
    case let event?: change { $0.take(event, at: wall.now()) }
    }
  }

  private func take(_ snapshot: ViewerSnapshot, _ motion: PlayheadMotion) {
    if let mismatch = WireVersion.mismatch(with: snapshot.wireVersion) {
      // Later events can't be understood either.
      state.withLock { $0.remote = nil }
      return lose(.refusal(mismatch))
    }
    guard let scene = Self.scene(of: snapshot) else { return }
    let plan = plans.plan(of: scene, until: snapshot.duration)
    state.withLock { state in
      state.snapshots += 1
      state.remote = RemoteState(
        scene, plan: plan, number: state.snapshots, snapshot: snapshot, motion: motion, at: wall.now())
    }
    report()
  }

  /// Stops the run of a snapshot's scene, because its connection is given up.
  func stopPlanning() { plans.cancel() }

  /// The scene of a snapshot; nil when it can't be read.
  private static func scene(of snapshot: ViewerSnapshot) -> Scene? {
    let told = snapshot.scene
    if let scene = try? SceneFile(parsing: snapshot.yaml, path: "\(told.name).yaml").scene { return scene }
    // No file has a scene without rows: a relay waits for the daemon that it follows.
    return snapshot.rows.isEmpty ? Scene(name: told.name, title: told.title, about: told.about, rows: []) : nil
  }
}
