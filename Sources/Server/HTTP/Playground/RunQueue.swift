internal import Dispatch
internal import Playback
internal import Synchronization

/// Runs long jobs on dedicated threads, never on those of the hub or of viewers.
///
/// The number of concurrent jobs, the number of waiting jobs, and the time of each job are limited.
final class RunQueue: Sendable {
  /// Why a job is not run.
  struct Overload: Error {}

  /// The maximum number of jobs at a time.
  let width: Int
  /// The maximum number of waiting jobs.
  let depth: Int
  /// How long a job may run.
  let limit: Duration

  fileprivate struct Job: Sendable {
    let cancellation: Cancellation
    let run: @Sendable () -> Void
    /// Answers instead of a run.
    let refuse: @Sendable () -> Void
  }

  fileprivate struct State {
    var running: [ObjectIdentifier: Cancellation] = [:]
    var waiting: [Job] = []
    var isStopped = false
  }
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "marbled.runs", qos: .userInitiated, attributes: .concurrent)
  private let watchdog: Watchdog

  /// - Parameters:
  ///   - width: the maximum number of jobs at a time.
  ///   - depth: the maximum number of waiting jobs.
  ///   - limit: how long a job may run.
  ///   - watchdog: ends jobs whose time is up.
  init(width: Int, depth: Int = 64, limit: Duration = .seconds(2), watchdog: Watchdog = .wall) {
    (self.width, self.depth, self.limit, self.watchdog) = (max(1, width), depth, limit, watchdog)
  }

  /// The number of waiting jobs.
  var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Runs `body` when its turn comes.
  ///
  /// - Parameters:
  ///   - cancellation: stops the job, or drops it while it waits; it expires when the job's time is up.
  ///   - body: the job.
  /// - Throws: ``Overload`` when too many jobs wait, the job was dropped, or the queue was stopped.
  func perform<Result: Sendable>(
    _ cancellation: Cancellation = Cancellation(), _ body: @escaping @Sendable (Cancellation) -> Result
  ) async throws(Overload) -> Result {
    let result: Result? = await withCheckedContinuation { (continuation: CheckedContinuation<Result?, Never>) in
      let job = Job(cancellation: cancellation) { [self] in
        watchdog.limit(cancellation, to: limit)
        let result = body(cancellation)
        finish(cancellation)
        continuation.resume(returning: result)
      } refuse: {
        continuation.resume(returning: nil)
      }
      let (starts, refused) = state.withLock { $0.take(job, width: width, depth: depth) }
      for job in refused { job.refuse() }
      if starts { queue.async(execute: job.run) }
    }
    guard let result else { throw Overload() }
    return result
  }

  /// Starts the next job in the place of one that has ended.
  private func finish(_ cancellation: Cancellation) {
    let (next, refused) = state.withLock { state in
      state.running[ObjectIdentifier(cancellation)] = nil
      return state.next()
    }
    for job in refused { job.refuse() }
    if let next { queue.async(execute: next.run) }
  }

  /// Stops all jobs, and refuses later ones: the server ends.
  func stop() {
    let (running, waiting) = state.withLock { state in
      defer { (state.isStopped, state.waiting) = (true, []) }
      return (state.running.values, state.waiting)
    }
    for cancellation in running { cancellation.cancel() }
    for job in waiting { job.refuse() }
  }
}

extension RunQueue.State {
  /// Lets a job start or wait.
  ///
  /// - Returns: whether it starts, and the jobs to refuse: those whose clients have gone, and this one when there is no room.
  fileprivate mutating func take(
    _ job: RunQueue.Job, width: Int, depth: Int
  ) -> (starts: Bool, refused: [RunQueue.Job]) {
    var refused = waiting.filter(\.cancellation.isSet)
    waiting.removeAll { $0.cancellation.isSet }
    if isStopped || job.cancellation.isSet || running.count >= width && waiting.count >= depth {
      refused.append(job)
      return (false, refused)
    }
    guard running.count < width else {
      waiting.append(job)
      return (false, refused)
    }
    running[ObjectIdentifier(job.cancellation)] = job.cancellation
    return (true, refused)
  }

  /// Takes the next job, and those before it whose clients have gone.
  fileprivate mutating func next() -> (job: RunQueue.Job?, refused: [RunQueue.Job]) {
    let first = waiting.firstIndex { !$0.cancellation.isSet } ?? waiting.endIndex
    let refused = Array(waiting[..<first])
    waiting.removeFirst(first)
    guard !waiting.isEmpty else { return (nil, refused) }
    let job = waiting.removeFirst()
    running[ObjectIdentifier(job.cancellation)] = job.cancellation
    return (job, refused)
  }
}
