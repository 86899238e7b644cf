/// How a run of a ``PlaybackExecutor`` ends.
extension PlaybackExecutor {
  /// The number of times that a task which ignores cancellation may fall asleep again before it counts as unfinished.
  private static let wakingRounds = 16
  /// The budget for ending a stopped run, as a multiple of ``jobsPerInstant``.
  private static let endingRounds = 8

  /// Ends a run: cancels all unfinished tasks, lets them end, and checks that they did.
  func finish() throws(PlaybackError) {
    try drain()
    isEnding = true
    defer { isEnding = false }
    cancelAll()
    jobsAtInstant = 0
    try drain()
    try wakeSleepers { () throws(PlaybackError) in try drain() }
    guard tasks.isEmpty, timers.count == 0 else {
      throw .unfinished(tasks: tasks.count, asleep: timers.count)
    }
    assert(work.jobs.isEmpty)
    forgetTasks()
  }

  /// Wakes all tasks that sleep as if they were cancelled, and calls `body`, until none falls asleep again.
  ///
  /// Some operators lose the handle of a task, as `buffer` does when its consumer stops early, so the task can't be
  /// cancelled. It would sleep on, and hold all that it has.
  private func wakeSleepers<Failure>(_ body: () throws(Failure) -> Void) throws(Failure) {
    for _ in 0..<Self.wakingRounds where timers.count > 0 {
      for sleeper in timers.popAll() { sleeper.resume(throwing: CancellationError()) }
      try body()
    }
  }

  /// Gives up after an error: lets tasks end, and drops those that ignore cancellation.
  func abandon(after error: PlaybackError) {
    isEnding = true
    defer { isEnding = false }
    // What has arrived is not processed any more.
    work.arrivals.removeAll()
    // A loop that sleeps with `try? await Task.sleep` never waits once it is cancelled, so a task that sleeps so is left asleep.
    if case .escaped = error { hasCancelledTasks = true } else { cancelAll() }
    for _ in 0..<Self.endingRounds {
      jobsAtInstant = 0
      guard (try? drain()) == nil else { break }
    }
    wakeSleepers {
      jobsAtInstant = 0
      try? drain()
    }
    work.removeAll()
    tasks.removeAll()
    forgetTasks()
  }

  /// The number of started tasks that have not ended.
  public var liveTasks: Int { tasks.count }

  /// Watches no task any more: what another thread resumes from now on goes on there.
  func forgetTasks() {
    watched?.removeAll()
    watched?.takeFinished()?()
  }
}
