internal import Dispatch
internal import Playback
internal import Synchronization

/// Runs long jobs on dedicated threads, never on those of the hub or of viewers.
///
/// The number of concurrent jobs, the number of waiting jobs, and the time of each job are limited. The next job is that of
/// the address that has used the least processor time lately. An address that has used little has a thread that long jobs
/// leave to it: a job on that thread that takes longer than a slice gives way to one that waits, and is done again from its
/// start where long jobs are.
final class RunQueue: Sendable {
  /// Why a job is not run.
  enum Refusal: Error, Hashable {
    /// Too many jobs of this client wait.
    case overload
    /// The address has used too much processor time, and others wait.
    case exhausted
    /// The job was stopped before its turn: nobody waits for it.
    case stopped
    /// The server ends.
    case ending
  }

  /// The maximum number of long jobs at a time; one more job may run for an address that has used little.
  let width: Int
  /// The maximum number of waiting jobs.
  let depth: Int
  /// How long a job may run.
  let limit: Duration
  /// What clients have used.
  let budget: WorkBudget

  /// How long a job may run, unless a server says otherwise.
  static let standardLimit = Duration.seconds(2)
  /// How long a job may keep another address waiting on the thread for short jobs.
  static let slice = Duration.milliseconds(100)
  /// Addresses whose processor seconds differ by less are equal, so that a new address does not come before all others.
  static let step = 0.1
  /// The processor seconds from which on the jobs of an address count as long.
  static let little = 1.0
  /// The processor seconds from which on an address is refused while others wait.
  static let much = 30.0

  fileprivate final class Job: Sendable {
    let client: Client
    /// Set when nobody waits for the job any more.
    let cancellation: Cancellation
    /// Whether a run of it ends early when its flag is set; else it would be done twice in vain.
    let stops: Bool
    /// Does the work; returns a function that answers with the result.
    let run: @Sendable (Cancellation) -> @Sendable () -> Void
    /// Answers instead of a run.
    let refuse: @Sendable (Refusal) -> Void

    init(
      _ client: Client, _ cancellation: Cancellation, stops: Bool,
      run: @escaping @Sendable (Cancellation) -> @Sendable () -> Void,
      refuse: @escaping @Sendable (Refusal) -> Void
    ) {
      (self.client, self.cancellation, self.stops) = (client, cancellation, stops)
      (self.run, self.refuse) = (run, refuse)
    }
  }

  /// One run of a job.
  fileprivate struct Attempt: Sendable {
    let job: Job
    let cancellation: Cancellation
    /// Its thread; the last one is for short jobs.
    let thread: Int
    /// Whether its slice is over.
    var isLong = false
    /// Whether it has been stopped for another job, and is to be done again.
    var givesWay = false
  }

  fileprivate struct Waiting: Sendable {
    let job: Job
    /// Whether it has had its slice.
    var isLong = false
  }

  fileprivate struct State {
    /// By thread.
    var running: [Int: Attempt] = [:]
    /// In the order in which they came.
    var waiting: [Waiting] = []
    /// The number of the last turn of each address, while jobs wait.
    var lastTurns: [String: Int] = [:]
    var turns = 0
    var isStopped = false
  }
  private let state = Mutex(State())
  /// Threads of their own: a concurrent queue has as many as there are cores, and other work needs them, too.
  private let threads: [DispatchQueue]
  private let watchdog: Watchdog

  /// - Parameters:
  ///   - width: the maximum number of long jobs at a time.
  ///   - depth: the maximum number of waiting jobs.
  ///   - limit: how long a job may run.
  ///   - budget: what clients have used.
  ///   - watchdog: ends jobs whose time is up.
  init(
    width: Int, depth: Int = 64, limit: Duration = RunQueue.standardLimit, budget: WorkBudget = WorkBudget(),
    watchdog: Watchdog = .wall
  ) {
    (self.width, self.depth, self.limit, self.budget, self.watchdog) = (max(1, width), depth, limit, budget, watchdog)
    // Requests come first, also those of other visitors.
    threads = (0...max(1, width)).map { DispatchQueue(label: "marbled.run.\($0)", qos: .utility) }
  }

  /// The number of waiting jobs.
  var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Runs `body` when its turn comes.
  ///
  /// - Parameters:
  ///   - client: who asks for the job, and pays for its time.
  ///   - cancellation: stops the job, or drops it while it waits.
  ///   - stops: whether `body` ends early when its flag is set. One that does not never gives way to another job.
  ///   - body: the job, which may be done a second time from its start; the flag that it gets expires when its time is up.
  /// - Throws: ``Refusal`` when too many jobs of this client wait, its address has used too much, the job was stopped while
  ///   it waited, or the server ends.
  func perform<Output: Sendable>(
    for client: Client = .program, _ cancellation: Cancellation = Cancellation(), stops: Bool = true,
    _ body: @escaping @Sendable (Cancellation) -> Output
  ) async throws(Refusal) -> Output {
    let result = await withCheckedContinuation { (continuation: CheckedContinuation<Result<Output, Refusal>, Never>) in
      let job = Job(client, cancellation, stops: stops) { flag in
        let output = body(flag)
        return { continuation.resume(returning: .success(output)) }
      } refuse: {
        continuation.resume(returning: .failure($0))
      }
      change { [width, depth, budget] in $0.take(job, width, depth, budget) }
    }
    return try result.get()
  }

  /// Why work of a client must wait that is not a job; nil when it need not.
  func refusal(of client: Client) -> Refusal? {
    let seconds = budget.seconds(of: client.address)
    return state.withLock { $0.refusal(of: client, seconds) }
  }

  /// Stops all jobs, and refuses later ones: the server ends.
  func stop() {
    let (running, waiting) = state.withLock { state in
      defer { (state.isStopped, state.waiting) = (true, []) }
      return (state.running.values, state.waiting)
    }
    for attempt in running { attempt.cancellation.cancel() }
    for waiting in waiting { waiting.job.refuse(.ending) }
  }

  // MARK: Turns

  /// What follows from a change of the state.
  fileprivate struct Effects: Sendable {
    var starts: [Attempt] = []
    var refused: [(job: Job, refusal: Refusal)] = []
    /// The attempt that is stopped for another job.
    var stopped: Cancellation?
  }

  private func change(_ body: (inout State) -> Effects) {
    let effects = state.withLock { body(&$0) }
    effects.stopped?.cancel()
    for (job, refusal) in effects.refused { job.refuse(refusal) }
    for attempt in effects.starts { threads[attempt.thread].async { [self] in perform(attempt) } }
  }

  private func perform(_ attempt: Attempt) {
    let (job, flag) = (attempt.job, attempt.cancellation)
    watchdog.limit(flag, to: limit)
    if attempt.thread == width {
      watchdog.call(after: Self.slice) { [weak self, weak job] in
        guard let self, let job else { return }
        change { [width, budget] in $0.endSlice(of: job, width, budget) }
      }
    }
    let answer = budget.charging(job.client) { job.run(flag) }
    var isOver = true
    change { [width, budget] in
      isOver = $0.end(attempt)
      return $0.start(width, budget)
    }
    if isOver { answer() }
  }
}

extension RunQueue.State {
  /// Lets a job start or wait, and refuses those that there is no room for.
  fileprivate mutating func take(_ job: RunQueue.Job, _ width: Int, _ depth: Int, _ budget: WorkBudget)
    -> RunQueue.Effects
  {
    var effects = RunQueue.Effects()
    if isStopped || job.cancellation.isSet {
      effects.refused = [(job, isStopped ? .ending : .stopped)]
    } else if let refusal = refusal(of: job.client, budget.seconds(of: job.client.address)) {
      effects.refused = [(job, refusal)]
    } else {
      waiting.append(RunQueue.Waiting(job: job))
    }
    let started = start(width, budget)
    (effects.starts, effects.stopped) = (started.starts, started.stopped)
    effects.refused += started.refused
    if waiting.count > depth { effects.refused.append((waiting.remove(at: excess).job, .overload)) }
    return effects
  }

  /// An address that has used much is refused while others wait.
  fileprivate func refusal(of client: Client, _ seconds: Double) -> RunQueue.Refusal? {
    seconds > RunQueue.much && waiting.contains { $0.job.client.address != client.address } ? .exhausted : nil
  }

  /// Starts the jobs for which there is a thread, and removes those whose clients have gone.
  fileprivate mutating func start(_ width: Int, _ budget: WorkBudget) -> RunQueue.Effects {
    var effects = RunQueue.Effects(refused: removeStopped().map { ($0, .stopped) })
    guard !waiting.isEmpty else {
      if running.isEmpty { lastTurns = [:] }
      return effects
    }
    let used = budget.seconds(of: Set(waiting.map(\.job.client)))
    let isShort = { (one: RunQueue.Waiting) in !one.isLong && used[one.job.client]!.address < RunQueue.little }
    while let thread = (0..<width).first(where: { running[$0] == nil }),
      let index = next(used, where: { mayRun($0, width) })
    {
      effects.starts.append(begin(waiting.remove(at: index), on: thread))
    }
    guard let index = next(used, where: { isShort($0) && mayRun($0, width) }) else { return effects }
    if let short = running[width] {
      // The one that has had its slice makes room.
      if short.isLong, !short.givesWay, short.job.stops {
        running[width]!.givesWay = true
        effects.stopped = short.cancellation
      }
    } else {
      effects.starts.append(begin(waiting.remove(at: index), on: width))
    }
    return effects
  }

  /// Whether a client has a thread for one more job: a page has one, so that no run overtakes an earlier one, whose answer would
  /// then be of no use.
  private func mayRun(_ one: RunQueue.Waiting, _ width: Int) -> Bool {
    let client = one.job.client
    return running.values.count { $0.job.client == client } < (client.page == nil ? width : 1)
  }

  /// The slice of a job on the thread for short jobs is over: it gives way when another one waits for that thread.
  fileprivate mutating func endSlice(of job: RunQueue.Job, _ width: Int, _ budget: WorkBudget) -> RunQueue.Effects {
    guard running[width]?.job === job else { return RunQueue.Effects() }
    running[width]!.isLong = true
    return start(width, budget)
  }

  /// A run of a job has ended; false when the job must be done again.
  fileprivate mutating func end(_ attempt: RunQueue.Attempt) -> Bool {
    let givesWay = running.removeValue(forKey: attempt.thread)?.givesWay == true
    guard givesWay, !isStopped, !attempt.job.cancellation.isSet else { return true }
    waiting.append(RunQueue.Waiting(job: attempt.job, isLong: true))
    return false
  }

  /// Removes the jobs whose clients have gone. It looks at each flag once: one that is set meanwhile counts next time.
  private mutating func removeStopped() -> [RunQueue.Job] {
    var (stopped, others): ([RunQueue.Job], [RunQueue.Waiting]) = ([], [])
    for one in waiting {
      if one.job.cancellation.isSet { stopped.append(one.job) } else { others.append(one) }
    }
    waiting = others
    return stopped
  }

  /// The number of waiting jobs of each address.
  private var counts: [String: Int] {
    waiting.reduce(into: [:]) { $0[$1.job.client.address, default: 0] += 1 }
  }

  /// The position of the newest job of the address with the most waiting ones; of several such addresses, of the one that
  /// asked last.
  private var excess: Int {
    let counts = counts
    return waiting.indices.reversed().max {
      counts[waiting[$0].job.client.address]! < counts[waiting[$1].job.client.address]!
    }!
  }

  /// The position of the next job that passes a test: that of the address, and there of the page, that has used least, in
  /// steps; of equal addresses, of the one with the fewest waiting jobs, and of those, whose last turn is longest ago. The jobs
  /// of a page keep their order.
  private func next(
    _ used: [Client: (address: Double, own: Double)], where test: (RunQueue.Waiting) -> Bool
  ) -> Int? {
    let counts = counts
    func rank(_ address: String, _ used: Double) -> (Int, Int, Int) {
      (Int(used / RunQueue.step), counts[address] ?? 0, lastTurns[address] ?? 0)
    }
    return waiting.indices.filter { test(waiting[$0]) }.min { one, other in
      let (one, other) = (waiting[one].job.client, waiting[other].job.client)
      let (oneUsed, otherUsed) = (used[one]!, used[other]!)
      if one.address != other.address {
        return rank(one.address, oneUsed.address) < rank(other.address, otherUsed.address)
      }
      return oneUsed.own < otherUsed.own
    }
  }

  private mutating func begin(_ one: RunQueue.Waiting, on thread: Int) -> RunQueue.Attempt {
    turns += 1
    lastTurns[one.job.client.address] = turns
    let attempt = RunQueue.Attempt(
      job: one.job, cancellation: Cancellation(within: one.job.cancellation), thread: thread)
    running[thread] = attempt
    return attempt
  }
}
