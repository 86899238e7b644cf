internal import Dispatch
internal import Logging
internal import Marbles
internal import Scenes

// What plays: the turn of a scene, and its runs.
extension Hub {
  /// Gives a scene its turn, or, when it can't be played, the next one of the playlist that can.
  ///
  /// - Returns: whether something has its turn; else what had it before still has.
  @discardableResult
  func turn(to target: Programme.Target) async -> Bool {
    turns += 1
    let number = turns
    isPreparing = true
    var target = target
    for _ in 0...programme.playlist.entries.count {
      let entry = programme.entry(of: target)
      if !unplayable.contains(entry.scene) {
        let plan = await plan(of: entry.scene)
        // Another turn was asked for in the meantime.
        guard number == turns, !isOver else { return true }
        switch plan {
        case .success(let plan):
          if present(target, entry, plan) {
            isPreparing = false
            return true
          }
        case .failure(let reason): leaveOut(entry.scene, reason)
        }
      }
      if case .place(let place) = target {
        target = .place(programme.playlist.place(after: place))
      } else {
        target = .place(programme.nextPlace)
      }
    }
    isPreparing = false
    return false
  }

  /// Gives a scene its turn that somebody has asked for by its name.
  ///
  /// - Throws: why it can't be played; what plays then plays on.
  func turn(toNamed target: Programme.Target) async throws(ScenePlan.Unplayable) {
    turns += 1
    let number = turns
    let entry = programme.entry(of: target)
    let plan = try await plan(of: entry.scene).get()
    guard number == turns, !isOver else { return }
    isPreparing = false
    _ = present(target, entry, plan)
  }

  /// What happens in a scene, found out once, however often it has its turn.
  private func plan(of scene: Scene) async -> Result<Recording, ScenePlan.Unplayable> {
    if let plan = plans[scene] { return .success(plan) }
    let result = await ScenePlan.of(scene, patience: settings.planning)
    if case .success(let plan) = result { plans.keep(plan, of: scene) }
    return result
  }

  /// Says once why a scene has no turn, and does not try it again until everything is read again.
  private func leaveOut(_ scene: Scene, _ reason: ScenePlan.Unplayable) {
    unplayable.insert(scene)
    note("\(scene.name) is left out: \(reason)")
  }

  private func present(_ target: Programme.Target, _ entry: Playlist.Entry, _ plan: Recording) -> Bool {
    guard let performance = performance(of: entry.scene, plan: plan, from: .zero) else { return false }
    let step = programme.begin(target, now: settings.wall())
    replace(by: performance)
    board.show(
      Standing(
        entry: entry, names: EventNames(entry.scene), plan: plan, history: entry.scene.emptyHistory,
        performance: performance, phase: programme.phase, position: nil, count: 0, next: "", message: message,
        notice: notices.last, isSpeedSet: speed != nil && !entry.scene.isLive))
    metrics.turns += 1
    logger.info("playing \(entry.scene.name)")
    showPlace()
    publishSnapshot()
    if step == .play { start() }
    wake.yield()
    return true
  }

  private func performance(of scene: Scene, plan: Recording, from start: SceneTime) -> Performance? {
    try? Performance(
      scene, speedFactor: speed ?? scene.speedFactor, from: start, isPaused: isPaused, atLeast: plan.duration,
      reportsInputs: true, onChange: { [wake] in wake.yield() })
  }

  private func replace(by next: Performance) {
    // It ends when its instant has: nobody waits for that here.
    if let performance {
      performance.closeLiveInputs()
      metrics.add(Self.losses(of: performance))
      DispatchQueue.global(qos: .utility).async { performance.stop() }
    }
    (performance, hasBegun, hasEnded) = (next, false, false)
  }

  private func start() {
    hasBegun = true
    performance?.begin()
  }

  /// Begins the scene that has its turn at a time of it.
  func replay(from time: SceneTime) {
    guard let standing = board.current,
      let next = hasBegun || time > .zero
        ? performance(of: standing.entry.scene, plan: standing.plan, from: time) : performance
    else { return }
    let isFirst = !hasBegun && time == .zero
    if !isFirst { replace(by: next) }
    board.update {
      $0.performance = next
      $0.history = standing.entry.scene.emptyHistory
      $0.phase = programme.phase
    }
    if isFirst { publishMotion() } else { collectQuietly(); publishSnapshot() }
    start()
    wake.yield()
  }

  /// Plays another list after the scene that has its turn.
  public func adopt(_ playlist: Playlist, titleCards: Duration?, message: String?) {
    unplayable = []
    programme.adopt(playlist)
    programme.titleCards = titleCards
    if message != self.message { setMessage(message) }
    showPlace()
    wake.yield()
  }

  private func showPlace() {
    let place = programme.guest == nil ? programme.place.index + 1 : nil
    let (count, next) = (programme.playlist.entries.count, programme.playlist[programme.nextPlace].scene.title)
    board.update { ($0.position, $0.count, $0.next) = (place, count, next) }
  }
}

extension Scene {
  /// What has happened before anything has: nothing, in inputs either.
  fileprivate var emptyHistory: Recording {
    var history = emptyRecording()
    for position in history.rows.indices { history.rows[position].timeline = Timeline(end: .open) }
    return history
  }
}
