internal import Marbles
internal import Playback
internal import Scenes
internal import Stage
internal import Synchronization

/// How everything stands at a daemon elsewhere, by what it tells: one thread follows, another looks.
final class RemoteBoard: Sendable {
  private struct State {
    var standing: RemoteStanding?
    var snapshots = 0
    var refusal: (text: String, end: ContinuousClock.Instant)?
    var onChange: @Sendable () -> Void = {}
  }
  private let state = Mutex(State())
  /// What times are counted by here.
  let wall: WallClock

  /// - Parameter wall: what times are counted by here.
  init(wall: WallClock = .monotonic) { self.wall = wall }

  /// How everything stands; nil before it is known.
  var current: RemoteStanding? { state.withLock { $0.standing } }

  /// Has `body` called, on any thread, whenever something has changed.
  func observe(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.onChange = body } }

  /// Says that nothing is told any more, and why: all stands still until there is a snapshot.
  func lose(_ why: String) { change { $0.stop(saying: why, at: wall.now()) } }

  /// Says for a while that something that was asked for here was refused.
  func refuse(_ why: String) {
    let onChange = state.withLock { state in
      state.refusal = (why, .now + Self.refusalTime)
      return state.onChange
    }
    onChange()
  }

  /// What was refused, and how long that is still said.
  func refusal(now: ContinuousClock.Instant) -> (text: String, left: Duration)? {
    state.withLock { state in
      guard let refusal = state.refusal, now < refusal.end else { return nil }
      return (refusal.text, now.duration(to: refusal.end))
    }
  }

  private static let refusalTime = Duration.seconds(3)

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
    guard case .object(let members)? = try? Value(json: line), let type = members["type"]?.text else { return }
    switch type {
    case "snapshot": takeSnapshot(members)
    case "event": change { $0.append(members) }
    case "losses": change { $0.lose(members) }
    case "motion": change { $0.move(members, at: wall.now()) }
    case "message": change { $0.billing.message = members["message"]?.text }
    case "notice": change { $0.billing.notice = members["notice"]?.text }
    case "end": lose("the daemon has ended; waiting for another one")
    default: break
    }
  }

  private func takeSnapshot(_ members: [String: Value]) {
    guard let yaml = members["yaml"]?.text,
      let scene = try? SceneFile(parsing: yaml, path: "\(members["scene"]?.text ?? "scene").yaml").scene
    else { return }
    let known = current
    let plan =
      if let known, known.scene == scene { known.plan } else { (try? scene.recorded()) ?? scene.emptyRecording() }
    let onChange = state.withLock { state in
      state.snapshots += 1
      state.standing = RemoteStanding(
        scene, plan: plan, number: state.snapshots, snapshot: members, at: wall.now())
      return state.onChange
    }
    onChange()
  }
}
