internal import Logging
internal import Marbles
internal import Scenes

// Who follows, and what they are told.
extension Hub {
  func nextSequence() -> Int {
    sequence += 1
    return sequence
  }

  func publish(_ change: Change) {
    backlog.append(change)
    for subscription in subscriptions.values { subscription.offer(change) }
  }

  func publishSnapshot() {
    guard let standing = board.current else { return }
    toldMotion = (standing.time, settings.wall())
    publish(Change(nextSequence(), run: run, type: "snapshot", snapshot(of: standing)))
  }

  func publishMotion() {
    guard let standing = board.current else { return }
    toldMotion = (standing.time, settings.wall())
    publish(Change(nextSequence(), run: run, type: "motion", motion(of: standing).inner))
    board.report()
  }

  /// Tells where the playhead is when it is not where viewers think: this process was stopped, and they were not.
  func correctMotion() {
    guard let told = toldMotion, let standing = board.current, standing.phase == .playing, !isPaused,
      !standing.entry.scene.isLive
    else { return }
    let factor = standing.performance.speedFactor
    let thought = told.time.seconds + Double(settings.wall() - told.wall) / 1e9 * factor.value
    let ahead = min(thought, standing.plan.duration.seconds) - standing.time.seconds
    if ahead > Self.correctedLead * factor.value { publishMotion() }
  }

  /// By how many wall seconds viewers may be ahead.
  private static let correctedLead = 0.25

  /// Lets somebody follow, from the change after `last` when it is still known; nil when there are too many.
  public func subscribe(_ form: Change.Form, after last: String? = nil) -> Subscription? {
    guard subscriptions.count < settings.viewers, !isOver else { return nil }
    subscribers += 1
    let missed = last.flatMap(number).flatMap { backlog.changes(after: $0, newest: sequence) }
    let subscription = Subscription(
      id: subscribers, form: form, limit: settings.queue, missed: missed.map(Array.init), now: settings.wall())
    subscriptions[subscription.id] = subscription
    return subscription
  }

  /// The number in an id of this run; nil for ids of other runs and what is none.
  private func number(_ id: String) -> Int? {
    let parts = id.split(separator: "-", omittingEmptySubsequences: false)
    return parts.count == 2 && parts[0] == run ? Int(parts[1]) : nil
  }

  /// Lets somebody go.
  public func unsubscribe(_ subscription: Subscription) {
    subscription.close()
    guard subscriptions.removeValue(forKey: subscription.id) != nil else { return }
    metrics.drops += subscription.load.drops
    departures.continuation.yield()
  }

  /// What a subscriber is sent next; nil at the end.
  public nonisolated func next(for subscription: Subscription) async -> [Change]? {
    switch await subscription.next(now: settings.wall()) {
    case .changes(let changes): changes
    case .behind: await fresh(for: subscription)
    case .closed: nil
    }
  }

  private func fresh(for subscription: Subscription) -> [Change]? {
    subscription.catchUp()
    guard let standing = board.current else { return [] }
    return [Change(sequence, run: run, type: "snapshot", snapshot(of: standing))]
  }

  /// Sends a sign of life to those who wait, and cuts off those who have not taken anything for long.
  public func beat() {
    correctMotion()
    let heartbeat = Change.unnumbered("heartbeat")
    let now = settings.wall()
    for subscription in subscriptions.values {
      if subscription.isIdle { subscription.offer(heartbeat) }
      guard subscription.isStuck(since: now - settings.patience) else { continue }
      logger.notice("a viewer has taken nothing for \(settings.patience / 1_000_000_000) s and is closed")
      metrics.stuck += 1
      subscription.close(cutting: true)
      unsubscribe(subscription)
    }
  }

  /// Waits until the hub and the scene's own thread have come to it; false when the task is cancelled before.
  @discardableResult
  public nonisolated func pulse() async -> Bool {
    await isAnswered { answer in Task { await ask(answer) } }
  }

  private func ask(_ caller: @escaping @Sendable () -> Void) {
    guard hasBegun, let performance else { return caller() }
    performance.ping(caller)
  }

  /// Ends every stream, and those that come in; nobody can follow any more.
  public func endStreams() {
    isOver = true
    performance?.closeLiveInputs()
    let end = Change.unnumbered("end")
    for subscription in subscriptions.values {
      subscription.offer(end)
      subscription.close()
    }
  }

  /// Whether somebody has not taken the end of a stream yet.
  var hasStreams: Bool { !subscriptions.isEmpty }

  /// Cuts off whoever takes nothing.
  func cutStreams() {
    for subscription in subscriptions.values {
      subscription.close(cutting: true)
      unsubscribe(subscription)
    }
  }
}
