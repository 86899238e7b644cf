public import Marbles

extension PlaybackExecutor {
  /// Runs everything without waiting: time jumps from timer to timer.
  ///
  /// The run ends when no timer is left, or before the first timer after `horizon`; then all unfinished tasks are
  /// cancelled.
  ///
  /// - Parameter horizon: the last instant that still fires; nil for no limit.
  /// - Throws: ``PlaybackError`` when a limit stopped the run, or a task outlived it.
  public func runImmediately(until horizon: SceneTime? = nil) throws(PlaybackError) {
    try driven { () throws(PlaybackError) in
      try drain()
      try fireAll(until: horizon ?? .distantFuture)
      if let horizon { move(to: horizon) }
      try finish()
    }
  }

  /// Fires the next instant.
  ///
  /// - Parameter horizon: the last instant that may fire; nil for no limit.
  /// - Returns: false when no timer is left; `now` is then at the horizon, as after a run.
  /// - Throws: ``PlaybackError`` when a limit stopped the run, which is then over.
  @discardableResult
  public func step(until horizon: SceneTime? = nil) throws(PlaybackError) -> Bool {
    try driven { () throws(PlaybackError) in
      try drain()
      guard let due = nextDue, due <= horizon ?? .distantFuture else {
        if let horizon { move(to: horizon) }
        return false
      }
      try fire(due)
      return true
    }
  }

  /// Fires everything that is due by `time`, and leaves `now` there.
  ///
  /// - Throws: ``PlaybackError`` when a limit stopped the run, which is then over.
  public func advance(to time: SceneTime) throws(PlaybackError) {
    try driven { () throws(PlaybackError) in
      try drain()
      try fireAll(until: time)
      move(to: time)
    }
  }

  /// Fires everything that is due before `time`, and then admits there what other threads have submitted, as a run in real time
  /// does.
  ///
  /// - Throws: ``PlaybackError`` when a limit stopped the run, which is then over.
  package func letIn(at time: SceneTime) throws(PlaybackError) {
    try driven { () throws(PlaybackError) in
      while let due = nextDue, due < time { try fire(due, admittingMail: false) }
      try admitMail(at: time)
    }
  }

  /// Ends a run that was stepped or advanced: cancels all unfinished tasks, and throws if one doesn't end.
  public func end() throws(PlaybackError) {
    try driven { () throws(PlaybackError) in try finish() }
  }

  /// Drives the executor during `body`; an error ends the run and drops its tasks.
  private func driven<Result>(_ body: () throws(PlaybackError) -> Result) throws(PlaybackError) -> Result {
    guard !isCurrent else {
      noteEscape(.nestedRun)
      throw .escaped(PlaybackEscape(.nestedRun, task: TaskName.current, at: now))
    }
    return try enter { () throws(PlaybackError) in
      do throws(PlaybackError) {
        return try body()
      } catch {
        abandon(after: error)
        throw error
      }
    }
  }

  private func fireAll(until horizon: SceneTime) throws(PlaybackError) {
    var instants = 0
    while let due = nextDue, due <= horizon {
      instants += 1
      guard instants <= instantsPerRun else { throw .endless(at: now, instants: instantsPerRun) }
      try fire(due)
    }
  }
}
