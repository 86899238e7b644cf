internal import CPlayback
internal import DequeModule
public import Marbles
internal import Platform
internal import Synchronization

/// Runs Swift concurrency on one thread with a virtual clock: a queue of ready jobs, a heap of timers, and `now`.
///
/// All work of its tasks, including the unstructured tasks that operators start internally, runs on the driving thread
/// in a deterministic order. The same tasks therefore give the same result whether time is skipped
/// (``runImmediately(until:)``), stepped (``step(until:)``) or real (`RealTimeDrive`, inside this package).
///
/// ```swift
/// let executor = PlaybackExecutor()
/// executor.start {
///   try? await executor.clock.sleep(for: .seconds(3600))
///   print(executor.now)                        // "3600", at once
/// }
/// try executor.runImmediately()
/// ```
///
/// **The border.** Tasks that the driving thread resumes run on the executor, so modules of this package let values leave
/// through `leave(_:)`. Other threads enter only through ``submit(_:)``. The executor never hands out task handles:
/// cancelling one from another thread would resume operators on the global pool. Work that leaves in another way stops the
/// run, as ``PlaybackError/escaped(_:)``. While the main actor drives the executor, it stands in for the main one.
///
/// @unchecked Sendable: `work`, `now`, `hasCancelledTasks`, `isEnding`, `tasks`, `watched` and the state of an instant are
/// touched only between `enter` and its end, by the one thread that holds `driven`; others touch only `inbox` and `border`.
public final class PlaybackExecutor: SerialExecutor, TaskExecutor, @unchecked Sendable {
  /// The number of jobs at one instant after which a run is stopped as a runaway.
  public let jobsPerInstant: Int
  /// The number of instants after which an immediate run is stopped as endless; runs in real time have no such limit.
  public let instantsPerRun: Int
  /// The order of what is due at one instant.
  public let order: InstantOrder

  /// The current scene time of the jobs: the due time of the last fired timer, never a wall time.
  ///
  /// Only for code that runs on this executor; other code asks the drive.
  public internal(set) var now = SceneTime.zero

  /// Stops the run from any thread, also inside a job.
  ///
  /// A run that waits for wall time notices it at its next job; `RealTimeDrive.cancel()` wakes it, too.
  public let cancellation: Cancellation

  /// Whether the run is over: every task has been cancelled, or ``cancellation`` is set.
  ///
  /// From then on, what streams give, ask for and end with comes only from the cut, so it is no part of the run: who records
  /// must read this first. All work of the last instant is done before.
  ///
  /// Only for code that runs on this executor.
  public var isCancelled: Bool { hasCancelledTasks || cancellation.isSet }

  var hasCancelledTasks = false
  /// Whether the tasks of a run are ending, which a set ``cancellation`` does not stop.
  var isEnding = false

  var work = ReadyWork()
  /// The number of jobs so far; to be read between drives.
  package var jobCount: Int { work.jobCount }
  var tasks: [Int: StartedTask] = [:]
  /// What crosses the border, on any thread.
  let border: Border
  /// The unfinished tasks; nil when the border is not guarded.
  var watched: WatchedTasks?
  private var isImmortal = false

  // The state of an instant, for its order.
  var timers = TimerQueue()
  var jobsAtInstant = 0
  /// The time and the rank of the last arrival or timer.
  var latest = TimerOrder(time: .zero, rank: .min)
  /// The number of batches at an instant so far.
  var batches = (time: SceneTime.zero, count: 0)

  private enum Mail {
    case job(UnownedJob)
    case call(@Sendable () -> Void)
  }
  private struct Inbox {
    var mail: [Mail] = []
    var arrivals: [ReadyWork.Arrival] = []
  }
  private let inbox = Mutex(Inbox())
  /// Answers of the thread to others who ask whether it hangs.
  private let questions = Questions()
  private let hasMail = Atomic(false)
  private let driven = Atomic(false)
  private let taskIDs = Atomic(0)
  private let openInputs = Atomic(0)
  let mailArrived = TimedSemaphore()

  /// Whether a task without a preferred executor continues in place when it hops to the global executor.
  private let hopsInPlace: Bool

  /// Creates an idle executor at scene time 0.
  ///
  /// - Parameters:
  ///   - jobsPerInstant: the limit of ``PlaybackError/runaway(at:jobs:)``.
  ///   - instantsPerRun: the limit of ``PlaybackError/endless(at:instants:)``.
  ///   - hopsInPlace: whether unstructured tasks continue at once when they hop to the global executor, as they do
  ///     there. `merge` of AsyncAlgorithms holds a lock across such a hop, so deeply nested merges would deadlock
  ///     otherwise. Only for code that never calls `Task.yield()`, which would leave the executor; use
  ///     ``PlaybackClock/yield()`` instead.
  ///   - order: the order of what is due at one instant.
  ///   - cancellation: stops the run.
  public convenience init(
    jobsPerInstant: Int = 100_000, instantsPerRun: Int = 10_000_000, hopsInPlace: Bool = false,
    order: InstantOrder = .inTurn, cancellation: Cancellation = Cancellation()
  ) {
    self.init(jobsPerInstant, instantsPerRun, hopsInPlace, order, cancellation, isGuarded: false)
  }

  /// Creates an executor for a test: a task that another thread runs or resumes stops the run.
  ///
  /// - Parameters:
  ///   - instantsPerRun: the limit of ``PlaybackError/endless(at:instants:)``.
  ///   - order: the order of what is due at one instant.
  package convenience init(forTestsOf instantsPerRun: Int, order: InstantOrder) {
    self.init(100_000, instantsPerRun, false, order, Cancellation(), isGuarded: true)
  }

  private init(
    _ jobsPerInstant: Int, _ instantsPerRun: Int, _ hopsInPlace: Bool, _ order: InstantOrder,
    _ cancellation: Cancellation, isGuarded: Bool
  ) {
    (self.order, self.hopsInPlace, self.cancellation) = (order, hopsInPlace, cancellation)
    (self.jobsPerInstant, self.instantsPerRun) = (jobsPerInstant, instantsPerRun)
    border = Border(isGuarded: isGuarded)
    watched = isGuarded ? WatchedTasks() : nil
    if isGuarded { cplayback_watch(1) }
    Self.hooks
  }

  deinit {
    guard border.isGuarded else { return }
    forgetTasks()
    cplayback_watch(-1)
  }

  /// The clock that reads this executor's `now`, with the rank of operators.
  public var clock: PlaybackClock { PlaybackClock(executor: self, rank: PlaybackClock.operatorRank) }

  // MARK: Work from inside and outside

  /// Starts a task on this executor; it takes its first step when the executor is next driven.
  ///
  /// The task has the task-local values of the caller.
  ///
  /// - Parameters:
  ///   - name: the name of the task, `Task.name`, which errors use.
  ///   - operation: the work of the task.
  public func start(name: String? = nil, _ operation: sending @escaping @isolated(any) () async -> Void) {
    _ = begin(name: name, operation)
  }

  func begin(name: String?, _ operation: sending @escaping @isolated(any) () async -> Void) -> StartedTask {
    let id = nextTaskID()
    let (started, box) = (StartedTask(), Unsent(operation))
    if !driven.load(ordering: .acquiring) { border.settle() }
    // Before the job of the task, as the mail is opened in order.
    if isCurrent { tasks[id] = started } else { submit { [self] in tasks[id] = started } }
    let work: @Sendable () async -> Void = { [self] in
      await box.value()
      started.finish()
      tasks[id] = nil
    }
    if let name, #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      started.begin(Task(name: name, executorPreference: self, operation: work))
    } else {
      started.begin(Task(executorPreference: self, operation: work))
    }
    return started
  }

  /// Runs `body` on the driving thread. Other threads enter the executor this way.
  ///
  /// An immediate run calls it before the next job. A run in real time calls it at the scene time of the submission,
  /// after everything that was due by then. What a job of this executor submits is called at the same instant, when no job is
  /// ready.
  public func submit(_ body: @escaping @Sendable () -> Void) {
    if isCurrent { return work.calls.append(body) }
    inbox.withLock { $0.mail.append(.call(body)) }
    mailHasArrived()
  }

  /// Calls `body` on the driving thread, between two jobs and before all that waits: proof that the thread does not hang. It is
  /// called outside of the executor, and changes nothing of the run.
  package func ask(_ body: @escaping @Sendable () -> Void) {
    questions.add(body)
    mailHasArrived()
  }

  /// Like ``submit(_:)``, but completes all work that `body` causes before the next arrival, as for replayed events.
  /// Each arrival has a separate budget of jobs.
  ///
  /// A run in real time keeps the order of an instant: by rank, as timers do. An arrival that would be too late for its
  /// turn takes place one nanosecond later, so a replay at the same times gives the same result.
  ///
  /// - Parameters:
  ///   - rank: the turn of the arrival at its instant: that of a clock which replays the same events.
  ///   - body: called on the driving thread.
  package func arrive(rank: Int = .min, _ body: @escaping @Sendable () -> Void) {
    inbox.withLock { $0.arrivals.append(ReadyWork.Arrival(rank: rank, body: body)) }
    mailHasArrived()
  }

  /// Announces an external input until ``closeInput()``; a run in real time does not end before.
  package func openInput() { openInputs.wrappingAdd(1, ordering: .sequentiallyConsistent) }

  /// Reverts one ``openInput()``.
  package func closeInput() {
    openInputs.wrappingSubtract(1, ordering: .sequentiallyConsistent)
    if !isCurrent { mailHasArrived() }
  }

  /// Whether an external input is open.
  var hasOpenInputs: Bool { openInputs.load(ordering: .sequentiallyConsistent) > 0 }

  /// Calls out of the executor: tasks that `body` resumes run on their executors instead of this one.
  package func leave<Result>(_ body: () -> Result) -> Result {
    precondition(isCurrent, "leave is for code that runs on this executor")
    cplayback_set_current(nil, 0)
    defer { becomeCurrent() }
    return body()
  }

  /// Cancels every started task on the driving thread; the tasks end when the executor is next driven.
  public func cancelAll() {
    let cancel: @Sendable () -> Void = { [self] in
      hasCancelledTasks = true
      for id in tasks.keys.sorted() { tasks[id]?.cancel() }
    }
    if isCurrent { cancel() } else { submit(cancel) }
  }

  /// Whether the calling thread is driving this executor.
  public var isCurrent: Bool { cplayback_current() == Unmanaged.passUnretained(self).toOpaque() }

  /// Adds a ready job; a job from another thread goes to the inbox.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if isCurrent { add(job) } else { receive(job) }
  }

  /// Adds a ready job, on the driving thread.
  func add(_ job: UnownedJob) {
    if border.isGuarded { watched?.add(job, of: self) }
    work.jobs.append(job)
  }

  /// Takes a job from a thread that does not drive this executor.
  func receive(_ job: UnownedJob) {
    noteResumption(of: job, isDriven: driven.load(ordering: .acquiring))
    inbox.withLock { $0.mail.append(.job(job)) }
    mailHasArrived()
  }

  /// Lets this executor live for ever: like the main executor, a task of the main actor does not retain it.
  func standIn() {
    guard !isImmortal else { return }
    isImmortal = true
    _ = Unmanaged.passRetained(self)
  }

  /// True on the thread that drives this executor, where actors of this executor may be accessed.
  public func isIsolatingCurrentContext() -> Bool? { isCurrent }

  /// Stops the program on any thread that does not drive this executor.
  public func checkIsolated() { precondition(isCurrent, "this is not the thread that drives the playback") }

  private func nextTaskID() -> Int { taskIDs.wrappingAdd(1, ordering: .relaxed).oldValue }

  private func mailHasArrived() {
    if !hasMail.exchange(true, ordering: .acquiringAndReleasing) { mailArrived.signal() }
  }

  // MARK: Driving

  /// Makes the calling thread the driving one during `body`.
  func enter<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    precondition(
      driven.compareExchange(expected: false, desired: true, ordering: .acquiring).exchanged,
      "a PlaybackExecutor is driven by one thread at a time")
    border.settle()
    let outer = cplayback_current().map { Unmanaged<PlaybackExecutor>.fromOpaque($0) }
    cplayback_set_main_actor(cplayback_is_main_actor())
    becomeCurrent()
    defer {
      if let outer { outer.takeUnretainedValue().becomeCurrent() } else { cplayback_set_current(nil, 0) }
      driven.store(false, ordering: .releasing)
    }
    return try body()
  }

  /// Runs jobs until none is ready.
  ///
  /// - Parameter admittingMail: whether work from other threads is admitted now, or waits for ``admitMail(at:)``.
  /// - Throws: ``PlaybackError/stopped(_:)`` before the first job for which ``cancellation`` is set, and after the last.
  func drain(admittingMail: Bool = true) throws(PlaybackError) {
    repeat {
      try goOn()
      if admittingMail, hasMail.load(ordering: .relaxed) { openMail() }
      while let call = work.calls.popFirst() { call() }
      while let job = work.nextJob() {
        do throws(PlaybackError) { try goOn() } catch {
          work.giveBack(job)
          throw error
        }
        jobsAtInstant += 1
        if jobsAtInstant > jobsPerInstant {
          work.giveBack(job)
          throw .runaway(at: now, jobs: jobsPerInstant)
        }
        if border.isGuarded { runGuarded(job) } else { run(job) }
      }
      switch work.next() {
      case .yielded(let continuation): continuation.resume()
      case .body(let body):
        jobsAtInstant = 0
        body()
      case nil: break
      }
    } while !work.isEmpty || admittingMail && hasMail.load(ordering: .relaxed)
    if border.isGuarded, !isEnding { noteIfAway(watched?.lookAtAll(executor: self, isIdle: true)) }
    try goOn()
  }

  private func run(_ job: UnownedJob) {
    let pointer = unsafeBitCast(job, to: OpaquePointer.self)
    if hopsInPlace, cplayback_is_free_task(pointer) {
      cplayback_run(pointer)
    } else {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  /// Runs a job, and looks where its task is then. In the turn of an actor, any task may have run.
  private func runGuarded(_ job: UnownedJob) {
    let isWatched = watched?.contains(job) ?? false
    run(job)
    guard !isEnding else { return }
    noteIfAway(isWatched ? watched?.look(after: job, executor: self) : watched?.lookAtAll(executor: self))
  }

  private func noteIfAway(_ entry: WatchedTasks.Entry??) {
    watched?.takeFinished()?()
    guard case .some(.some(let entry)) = entry else { return }
    border.note(PlaybackEscape(.otherThread, task: entry.name, at: now))
  }

  /// Throws when the run must stop, unless its tasks are ending.
  private func goOn() throws(PlaybackError) {
    if questions.areThere { leave { questions.answer() } }
    guard !isEnding else { return }
    if let cause = cancellation.cause { throw .stopped(cause) }
    try border.check(at: now)
  }

  /// Admits the work that other threads have submitted so far, at scene time `time`, and runs what follows from it.
  ///
  /// Each arrival has a separate budget of jobs, so live input never adds up to a runaway.
  ///
  /// - Parameter last: the last instant of the run; what would arrive after it is discarded.
  func admitMail(at time: SceneTime, until last: SceneTime = .distantFuture) throws(PlaybackError) {
    move(to: time)
    jobsAtInstant = 0
    if hasMail.load(ordering: .relaxed) { openMail() }
    let admitted = work.arrivals
    work.arrivals = []
    try drain(admittingMail: false)
    for arrival in admitted {
      guard try takeTurn(arrival.rank, until: last) else { return }
      work.arrivals.append(arrival)
      try drain(admittingMail: false)
    }
  }

  /// Whether work from another thread is waiting.
  var hasMailWaiting: Bool { hasMail.load(ordering: .acquiring) }

  private func openMail() {
    hasMail.store(false, ordering: .sequentiallyConsistent)
    let mail = inbox.withLock { inbox in
      defer { inbox = Inbox() }
      return inbox
    }
    // What arrives while a run ends is not processed any more.
    if !isEnding { work.arrivals.append(contentsOf: mail.arrivals) }
    for item in mail.mail {
      switch item {
      case .job(let job): add(job)
      case .call(let call): call()
      }
    }
  }
}
