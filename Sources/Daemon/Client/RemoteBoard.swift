internal import Marbles
internal import Scenes
internal import Stage
internal import Synchronization

/// How everything stands at a daemon elsewhere, by what it tells: one thread follows, another looks.
final class RemoteBoard: Sendable {
  /// What is played there.
  struct Standing: Sendable {
    let scene: Scene
    /// What happens in it, found out here.
    let plan: Recording
    /// Counts snapshots, so that it is seen that there is another one.
    let number: Int
    var billing: Billing
    var speedFactor = 1.0
    var isPaused = false
    var phase = Phase.playing
    /// Where the playhead was.
    var time = SceneTime.zero
    /// When it was there.
    var instant: ContinuousClock.Instant

    /// Where the playhead is.
    func time(now: ContinuousClock.Instant) -> SceneTime {
      guard phase == .playing, !isPaused else { return time }
      let wall = instant.duration(to: now) / .nanoseconds(1)
      return min(time + SceneTime(nanoseconds: Int64(max(0, wall) * speedFactor)), plan.duration)
    }
  }

  private struct State {
    var standing: Standing?
    var snapshots = 0
    var isOver = false
    var onChange: @Sendable () -> Void = {}
  }
  private let state = Mutex(State())

  /// How everything stands; nil before it is known.
  var current: Standing? { state.withLock { $0.standing } }

  /// Has `body` called, on any thread, whenever something has changed.
  func observe(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.onChange = body } }

  /// Says what is wrong, or nothing any more.
  func note(_ notice: String?) { change { $0.billing.notice = notice } }

  private func change(_ body: (inout Standing) -> Void) {
    let onChange = state.withLock { state in
      if state.standing != nil { body(&state.standing!) }
      return state.onChange
    }
    onChange()
  }

  // MARK: What is told

  /// Takes a line of the daemon's stream of events.
  func take(_ line: String) {
    guard case .object(let members)? = try? Value(json: line), case .string(let type)? = members["type"] else { return }
    switch type {
    case "snapshot": takeSnapshot(members)
    case "motion": change { $0.move(members) }
    case "message": change { $0.billing.message = members.text("message") }
    case "notice": change { $0.billing.notice = members.text("notice") }
    default: break
    }
  }

  private func takeSnapshot(_ members: [String: Value]) {
    guard let yaml = members.text("yaml"),
      let scene = try? SceneFile(parsing: yaml, path: "\(members.text("scene") ?? "scene").yaml").scene
    else { return }
    let known = current
    let plan =
      if let known, known.scene == scene { known.plan } else { (try? scene.recorded()) ?? scene.emptyRecording() }
    var billing = Billing(next: members.text("next") ?? "", message: members.text("message"))
    if case .int(let position)? = members["position"] { billing.position = position }
    if case .int(let count)? = members["count"] { billing.count = count }
    let onChange = state.withLock { state in
      state.snapshots += 1
      var standing = Standing(scene: scene, plan: plan, number: state.snapshots, billing: billing, instant: .now)
      standing.move(members)
      state.standing = standing
      return state.onChange
    }
    onChange()
  }
}

extension RemoteBoard.Standing {
  fileprivate mutating func move(_ members: [String: Value]) {
    if let seconds = members.number("time") { time = .seconds(seconds) }
    if let factor = members.number("speedFactor"), factor > 0 { speedFactor = factor }
    if case .bool(let flag)? = members["paused"] { isPaused = flag }
    if let phase = members.text("phase").flatMap(Phase.init) { self.phase = phase }
    billing.showsCard = phase == .title
    instant = .now
  }
}

extension [String: Value] {
  fileprivate func text(_ key: String) -> String? {
    if case .string(let text)? = self[key] { text } else { nil }
  }

  fileprivate func number(_ key: String) -> Double? {
    switch self[key] {
    case .int(let number)?: Double(number)
    case .double(let number)?: number
    default: nil
    }
  }
}
