internal import Drawing
internal import Marbles
internal import Playback
internal import Player
internal import SceneFiles
internal import Scenes
internal import Synchronization
internal import Wire

/// Why no events arrive.
enum Loss: Hashable, Sendable {
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
    var onChange: @Sendable () -> Void = {}
  }
  private let state: Mutex<State>
  private let plans: FollowedPlans
  /// The clock for playheads.
  let wall: WallClock

  /// - Parameters:
  ///   - socket: the daemon's socket, shown until the first snapshot.
  ///   - wall: the clock for playheads.
  ///   - plans: plans the daemon's scenes.
  init(
    waitingFor socket: String = "control.sock", wall: WallClock = .monotonic, plans: FollowedPlans = FollowedPlans()
  ) {
    state = Mutex(State(waiting: "waiting for the daemon at \(socket)"))
    (self.wall, self.plans) = (wall, plans)
  }

  /// The current state; nil before the first snapshot.
  var current: RemoteState? { state.withLock { $0.remote } }

  /// Why there is no state yet.
  var waiting: String { state.withLock { $0.waiting } }

  /// Calls `body` on any thread after every change.
  func observe(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.onChange = body } }

  /// Tells the observer that something may have changed.
  func report() { state.withLock { $0.onChange }() }

  /// Stops the playhead until the next snapshot, and shows why.
  func lose(_ why: Loss) {
    state.withLock { $0.waiting = why.text }
    change { $0.stop(why, at: wall.now()) }
  }

  /// Shows for a while why a request from here was refused.
  func refuse(_ why: String) {
    let onChange = state.withLock { state in
      state.refusal = (why, wall.now().addingSaturated(Self.refusalTime))
      state.refusals += 1
      return state.onChange
    }
    onChange()
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
    let onChange = state.withLock { state in
      if state.remote != nil { body(&state.remote!) }
      return state.onChange
    }
    onChange()
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
    case .event(let line)?: change { $0.append(line) }
    case .losses(let row, let losses)?: change { $0.lose(losses, ofRow: row) }
    case .command(let row, let state)?: change { $0.note(state, ofRow: row) }
    case .motion(let motion)?: change { $0.move(motion, at: wall.now()) }
    case .message(let text)?: change { $0.overlay.message = text }
    case .notice(let text)?: change { $0.overlay.notice = text }
    case .end?: lose(.end)
    case .heartbeat?, nil: break
    }
  }

  private func take(_ snapshot: SceneSnapshot, _ motion: Motion) {
    if let mismatch = WireVersion.mismatch(with: snapshot.wireVersion) {
      // Later events can't be understood either.
      state.withLock { $0.remote = nil }
      return lose(.refusal(mismatch))
    }
    guard let scene = Self.scene(of: snapshot) else { return }
    let plan = plans.plan(of: scene, until: snapshot.duration)
    let onChange = state.withLock { state in
      state.snapshots += 1
      state.remote = RemoteState(
        scene, plan: plan, number: state.snapshots, snapshot: snapshot, motion: motion, at: wall.now())
      return state.onChange
    }
    onChange()
  }

  /// Stops the run of a snapshot's scene, because its connection is given up.
  func stopPlanning() { plans.cancel() }

  /// The scene of a snapshot; nil when it can't be read.
  private static func scene(of snapshot: SceneSnapshot) -> Scene? {
    let told = snapshot.scene
    if let scene = try? SceneFile(parsing: snapshot.yaml, path: "\(told.name).yaml").scene { return scene }
    // No file has a scene without rows: a relay waits for the daemon that it follows.
    return snapshot.rows.isEmpty ? Scene(name: told.name, title: told.title, about: told.about, rows: []) : nil
  }
}
