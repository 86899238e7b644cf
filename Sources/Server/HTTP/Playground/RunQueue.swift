internal import Dispatch
internal import Playback
internal import Synchronization

/// Runs long jobs on dedicated threads, never on those of the hub or of viewers.
///
/// The number of concurrent jobs, the number of waiting jobs, and the time of each job are limited. Clients take turns: one
/// with many jobs neither delays nor displaces the first job of another.
final class RunQueue: Sendable {
  /// Why a job is not run.
  enum Refusal: Error, Hashable {
    /// Too many jobs of this client wait.
    case overload
    /// The job was stopped before its turn: nobody waits for it.
    case stopped
    /// The server ends.
    case ending
  }

  /// The maximum number of jobs at a time.
  let width: Int
  /// The maximum number of waiting jobs.
  let depth: Int
  /// How long a job may run.
  let limit: Duration

  fileprivate struct Job: Sendable {
    let client: String
    let cancellation: Cancellation
    let run: @Sendable () -> Void
    /// Answers instead of a run.
    let refuse: @Sendable (Refusal) -> Void
  }

  fileprivate struct State {
    var running: [ObjectIdentifier: Cancellation] = [:]
    /// In the order in which they came.
    var waiting: [Job] = []
    /// The number of the last turn of each client, while jobs wait.
    var lastTurns: [String: Int] = [:]
    var turns = 0
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
  ///   - client: who asks for the job.
  ///   - cancellation: stops the job, or drops it while it waits; it expires when the job's time is up.
  ///   - body: the job.
  /// - Throws: ``Refusal`` when too many jobs of this client wait, the job was stopped while it waited, or the server ends.
  func perform<Output: Sendable>(
    for client: String = "", _ cancellation: Cancellation = Cancellation(),
    _ body: @escaping @Sendable (Cancellation) -> Output
  ) async throws(Refusal) -> Output {
    let result = await withCheckedContinuation { (continuation: CheckedContinuation<Result<Output, Refusal>, Never>) in
      let job = Job(client: client, cancellation: cancellation) { [self] in
        watchdog.limit(cancellation, to: limit)
        let output = body(cancellation)
        finish(cancellation)
        continuation.resume(returning: .success(output))
      } refuse: {
        continuation.resume(returning: .failure($0))
      }
      let (starts, refused) = state.withLock { $0.take(job, width: width, depth: depth) }
      for (job, refusal) in refused { job.refuse(refusal) }
      if starts { queue.async(execute: job.run) }
    }
    return try result.get()
  }

  /// Starts the next job in the place of one that has ended.
  private func finish(_ cancellation: Cancellation) {
    let (next, refused) = state.withLock { state in
      state.running[ObjectIdentifier(cancellation)] = nil
      return state.next()
    }
    for job in refused { job.refuse(.stopped) }
    if let next { queue.async(execute: next.run) }
  }

  /// Stops all jobs, and refuses later ones: the server ends.
  func stop() {
    let (running, waiting) = state.withLock { state in
      defer { (state.isStopped, state.waiting) = (true, []) }
      return (state.running.values, state.waiting)
    }
    for cancellation in running { cancellation.cancel() }
    for job in waiting { job.refuse(.ending) }
  }
}

extension RunQueue.State {
  /// Lets a job start or wait.
  ///
  /// - Returns: whether it starts, and the jobs to refuse: those whose clients have gone, and one when there are too many.
  fileprivate mutating func take(
    _ job: RunQueue.Job, width: Int, depth: Int
  ) -> (starts: Bool, refused: [(job: RunQueue.Job, refusal: RunQueue.Refusal)]) {
    var refused = removeStopped().map { (job: $0, refusal: RunQueue.Refusal.stopped) }
    if isStopped || job.cancellation.isSet {
      refused.append((job, isStopped ? .ending : .stopped))
      return (false, refused)
    }
    guard running.count < width else {
      waiting.append(job)
      if waiting.count > depth { refused.append((waiting.remove(at: excess), .overload)) }
      return (false, refused)
    }
    start(job)
    return (true, refused)
  }

  /// Removes the jobs whose clients have gone. It looks at each flag once: one that is set meanwhile counts next time.
  private mutating func removeStopped() -> [RunQueue.Job] {
    var (stopped, others): ([RunQueue.Job], [RunQueue.Job]) = ([], [])
    for job in waiting {
      if job.cancellation.isSet { stopped.append(job) } else { others.append(job) }
    }
    waiting = others
    return stopped
  }

  /// The position of the newest job of the client with the most waiting ones; of several such clients, of the one that asked
  /// last.
  private var excess: Int {
    var counts: [String: Int] = [:]
    for job in waiting { counts[job.client, default: 0] += 1 }
    return waiting.indices.reversed().max { counts[waiting[$0].client]! < counts[waiting[$1].client]! }!
  }

  /// Takes the next job, and those whose clients have gone.
  fileprivate mutating func next() -> (job: RunQueue.Job?, refused: [RunQueue.Job]) {
    let refused = removeStopped()
    // The client whose last turn is longest ago; `min` returns the first of equal ones.
    guard let index = waiting.indices.min(by: { lastTurn(of: waiting[$0]) < lastTurn(of: waiting[$1]) }) else {
      lastTurns = [:]
      return (nil, refused)
    }
    let job = waiting.remove(at: index)
    start(job)
    return (job, refused)
  }

  private func lastTurn(of job: RunQueue.Job) -> Int { lastTurns[job.client] ?? 0 }

  private mutating func start(_ job: RunQueue.Job) {
    turns += 1
    lastTurns[job.client] = turns
    running[ObjectIdentifier(job.cancellation)] = job.cancellation
  }
}
