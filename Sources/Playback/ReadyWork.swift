internal import DequeModule

/// What a ``PlaybackExecutor`` can do at once: the jobs, and what waits until there are none.
///
/// One value, as each access to a property of a class is checked while the program runs, and there are several for each job.
struct ReadyWork {
  /// Work from another thread.
  struct Arrival {
    /// Its turn at its instant.
    var rank: Int
    var body: @Sendable () -> Void
  }

  /// What is done when there are no jobs.
  enum Next {
    /// The continuation of a task that yielded.
    case yielded(UnsafeContinuation<Void, Never>)
    /// A follower, or an arrival.
    case body(@Sendable () -> Void)
  }

  /// In the order of their enqueuing.
  var jobs = Deque<UnownedJob>()
  /// The number of jobs that were taken to be run.
  private(set) var jobCount = 0
  /// Calls that its own jobs have submitted, such as cancellations.
  var calls = Deque<@Sendable () -> Void>()
  /// Continuations of tasks that yielded.
  var yielded = Deque<UnsafeContinuation<Void, Never>>()
  /// Wake tasks, each after the work of the one before, and before any arrival.
  var followers = Deque<@Sendable () -> Void>()
  /// Arrivals from other threads; each runs to completion before the next.
  var arrivals = Deque<Arrival>()

  var isEmpty: Bool {
    jobs.isEmpty && yielded.isEmpty && calls.isEmpty && followers.isEmpty && arrivals.isEmpty
  }

  /// Removes the job that comes next.
  mutating func nextJob() -> UnownedJob? {
    guard let job = jobs.popFirst() else { return nil }
    jobCount += 1
    return job
  }

  /// Whether `job` is among the jobs.
  func isReady(_ job: UnownedJob) -> Bool {
    func pointer(_ job: UnownedJob) -> OpaquePointer { unsafeBitCast(job, to: OpaquePointer.self) }
    // It probably was the last to come.
    return jobs.lastIndex { pointer($0) == pointer(job) } != nil
  }

  /// The next job is not run yet.
  mutating func giveBack(_ job: UnownedJob) {
    jobs.prepend(job)
    jobCount -= 1
  }

  /// Forgets all work, but not the number of jobs.
  mutating func removeAll() {
    let count = jobCount
    self = ReadyWork()
    jobCount = count
  }

  /// Removes what comes next when there are no jobs.
  mutating func next() -> Next? {
    if let continuation = yielded.popFirst() { return .yielded(continuation) }
    if let body = followers.popFirst() ?? arrivals.popFirst()?.body { return .body(body) }
    return nil
  }
}
