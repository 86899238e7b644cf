internal import Drawing
internal import Marbles
internal import Playback
internal import SceneFiles
internal import Scenes
internal import Synchronization
internal import Wire

/// Why nothing is told any more.
enum Loss: Hashable, Sendable {
  /// The daemon has said that it ends.
  case end
  /// Nothing is heard.
  case silence(String)
  /// The daemon has answered, and does not let anybody watch now.
  case refusal(String)

  /// What is said of it.
  var text: String {
    switch self {
    case .end: "the daemon has ended; waiting for another one"
    case .silence(let text), .refusal(let text): text
    }
  }
}

/// How everything stands at a daemon elsewhere, by what it tells: one thread follows, another looks.
final class RemoteBoard: Sendable {
  private struct State {
    var standing: RemoteStanding?
    var snapshots = 0
    /// What is said while nothing is known.
    var waiting: String
    var refusal: (text: String, end: Int64)?
    var onChange: @Sendable () -> Void = {}
  }
  private let state: Mutex<State>
  /// What times are counted by here.
  let wall: WallClock

  /// - Parameters:
  ///   - socket: where the daemon is, to be said until it is heard of.
  ///   - wall: what times are counted by here.
  init(waitingFor socket: String = "control.sock", wall: WallClock = .monotonic) {
    state = Mutex(State(waiting: "waiting for the daemon at \(socket)"))
    self.wall = wall
  }

  /// How everything stands; nil before it is known.
  var current: RemoteStanding? { state.withLock { $0.standing } }

  /// Why nothing is known yet.
  var waiting: String { state.withLock { $0.waiting } }

  /// Has `body` called, on any thread, whenever something has changed.
  func observe(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.onChange = body } }

  /// Says that nothing is told any more, and why: all stands still until there is a snapshot.
  func lose(_ why: Loss) {
    state.withLock { $0.waiting = why.text }
    change { $0.stop(why, at: wall.now()) }
  }

  /// Says for a while that something that was asked for here was refused.
  func refuse(_ why: String) {
    let onChange = state.withLock { state in
      state.refusal = (why, wall.now().addingSaturated(Self.refusalTime))
      return state.onChange
    }
    onChange()
  }

  /// What was refused, and how long that is still said.
  ///
  /// - Returns: the text, and how many wall nanoseconds are left.
  var refusal: (text: String, left: Int64)? {
    state.withLock { state in
      let now = wall.now()
      guard let refusal = state.refusal, now < refusal.end else { return nil }
      return (refusal.text, refusal.end.subtractingSaturated(now))
    }
  }

  /// In wall nanoseconds.
  static let refusalTime: Int64 = 3_000_000_000

  private func change(_ body: (inout RemoteStanding) -> Void) {
    let onChange = state.withLock { state in
      if state.standing != nil { body(&state.standing!) }
      return state.onChange
    }
    onChange()
  }

  // MARK: What is told

  /// Takes a line of the daemon's stream of events.
  func take(_ line: String) {
    switch StreamEvent(json: line) {
    case .snapshot(let snapshot, let motion)?: take(snapshot, motion)
    case .event(let line)?: change { $0.append(line) }
    case .losses(let row, let losses)?: change { $0.lose(losses, ofRow: row) }
    case .motion(let motion)?: change { $0.move(motion, at: wall.now()) }
    case .message(let text)?: change { $0.billing.message = text }
    case .notice(let text)?: change { $0.billing.notice = text }
    case .end?: lose(.end)
    case .heartbeat?, nil: break
    }
  }

  private func take(_ snapshot: SceneSnapshot, _ motion: Motion) {
    if let mismatch = WireVersion.mismatch(with: snapshot.wireVersion) {
      // What follows is not understood either.
      state.withLock { $0.standing = nil }
      return lose(.refusal(mismatch))
    }
    guard let scene = try? SceneFile(parsing: snapshot.yaml, path: "\(snapshot.scene.name).yaml").scene else { return }
    let known = current
    let plan =
      if let known, known.scene == scene { known.plan } else { (try? scene.recorded()) ?? scene.emptyRecording() }
    let onChange = state.withLock { state in
      state.snapshots += 1
      state.standing = RemoteStanding(
        scene, plan: plan, number: state.snapshots, snapshot: snapshot, motion: motion, at: wall.now())
      return state.onChange
    }
    onChange()
  }
}
