internal import CPlayback
internal import DequeModule
internal import Dispatch
public import Marbles
internal import Synchronization

/// One thread's worth of Swift concurrency under a clock of its own: a queue of ready jobs, a heap of timers, and `now`.
///
/// Whatever the tasks started on it do, including the unstructured tasks that operators start internally, runs on the
/// thread that drives it, in one order. The same tasks therefore give the same result whether time is skipped
/// (``runImmediately(until:)``), stepped (``step()``) or waited for (``RealTimeDrive``).
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
/// **The border.** What the driving thread resumes is captured and runs on it, so values leave through ``leave(_:)``;
/// other threads enter through ``submit(_:)`` only. Task handles are never given out: cancelling one from elsewhere
/// would resume operators on the global pool.
///
/// @unchecked Sendable: `ready`, `arrivals`, `timers`, `now`, `isCancelled`, `tasks` and `jobsAtInstant` are touched only
/// between `enter` and its end, by the one thread that holds `driven`; all that other threads touch is in `inbox`.
public final class PlaybackExecutor: SerialExecutor, TaskExecutor, @unchecked Sendable {
  /// How much work may happen at one instant before a run is stopped as a runaway.
  public let jobsPerInstant: Int
  /// How many instants may fire in a run at once before it is stopped as endless; a run in real time takes its time.
  public let instantsPerRun: Int

  /// The scene time at which the jobs run: the due time of the timer that fired last, never the wall's.
  ///
  /// Only for code that runs on this executor; others ask the drive.
  public private(set) var now = SceneTime.zero

  /// Whether every task has been cancelled, as at the end of a run.
  ///
  /// Only for code that runs on this executor.
  public private(set) var isCancelled = false

  /// How often a lost task may fall asleep again before it counts as unfinished.
  private static let wakingRounds = 16
  /// How many times the work of an instant may be needed to end what was stopped as too much.
  private static let endingRounds = 8

  private var ready = Deque<UnownedJob>()
  /// Tasks that let others go first.
  private var yielded = Deque<UnsafeContinuation<Void, Never>>()
  private var timers = TimerQueue()
  private var jobsAtInstant = 0
  private var tasks: [Int: Task<Void, Never>] = [:]
  /// What has come in and happens by itself, one after the other.
  private var arrivals = Deque<@Sendable () -> Void>()

  private struct Inbox {
    var jobs: [UnownedJob] = []
    var calls: [@Sendable () -> Void] = []
    var arrivals: [@Sendable () -> Void] = []
  }
  private let inbox = Mutex(Inbox())
  private let hasMail = Atomic(false)
  private let driven = Atomic(false)
  private let taskIDs = Atomic(0)
  private let openInputs = Atomic(0)
  let mailArrived = DispatchSemaphore(value: 0)

  /// Whether a task that prefers no executor goes on at once where it hops to the global one.
  private let hopsInPlace: Bool

  /// Creates an executor at scene time 0 with nothing to do.
  ///
  /// - Parameters:
  ///   - jobsPerInstant: the limit of ``PlaybackError/runaway(at:jobs:)``.
  ///   - instantsPerRun: the limit of ``PlaybackError/endless(at:instants:)``.
  ///   - hopsInPlace: whether unstructured tasks go on at once where they hop to the global executor, as they do there.
  ///     `merge` of AsyncAlgorithms holds a lock across such a hop, so merges of merges of merges would wait for
  ///     themselves without it. For code that never calls `Task.yield()`, which then leaves the executor; see
  ///     ``PlaybackClock/yield()``.
  public init(jobsPerInstant: Int = 100_000, instantsPerRun: Int = 10_000_000, hopsInPlace: Bool = false) {
    self.hopsInPlace = hopsInPlace
    self.jobsPerInstant = jobsPerInstant
    self.instantsPerRun = instantsPerRun
    Self.hooks
  }

  /// Puts the hooks in place; a `static let`, so that no second thread goes on before the first has put in all of them.
  private static let hooks: Void = cplayback_install(
    { context, job in
      let executor = Unmanaged<PlaybackExecutor>.fromOpaque(context).takeUnretainedValue()
      executor.ready.append(unsafeBitCast(job, to: UnownedJob.self))
    },
    { _, kind in
      fatalError(kind == 0 ? PlaybackExecutor.sleepMessage : PlaybackExecutor.mainActorMessage)
    })

  /// The clock whose `now` is this executor's; operators' timers use it as it is.
  public var clock: PlaybackClock { PlaybackClock(executor: self, rank: PlaybackClock.operatorRank) }

  static let sleepMessage =
    "Task.sleep, or another clock's sleep, inside a playback: sleep on its PlaybackClock instead"
  static let mainActorMessage =
    "a hop to the main actor inside a playback: hand the value out with PlaybackExecutor.leave instead"

  // MARK: Work from inside and outside

  /// Starts a task on this executor; it makes its first step when the executor is next driven.
  public func start(_ operation: sending @escaping @isolated(any) () async -> Void) {
    let id = nextTaskID()
    let box = Unsent(operation)
    let begin: @Sendable () -> Void = { [self] in
      let task = Task(executorPreference: self) { [self] in
        await box.value()
        tasks[id] = nil
      }
      tasks[id] = task
    }
    if isCurrent { begin() } else { submit(begin) }
  }

  /// Runs `body` on the driving thread: the way in for other threads.
  ///
  /// Before its next job, or, in real time, after all that was due when it was submitted, and at that scene time.
  public func submit(_ body: @escaping @Sendable () -> Void) {
    inbox.withLock { $0.calls.append(body) }
    mailHasArrived()
  }

  /// Runs `body` on the driving thread, as ``submit(_:)`` does, but by itself: all that comes of it has happened before
  /// the next arrival, as with events that are replayed. Each arrival has a budget of jobs of its own.
  public func arrive(_ body: @escaping @Sendable () -> Void) {
    inbox.withLock { $0.arrivals.append(body) }
    mailHasArrived()
  }

  /// Says that something may arrive from outside until ``closeInput()``: a run in real time goes on as long.
  public func openInput() { openInputs.wrappingAdd(1, ordering: .sequentiallyConsistent) }

  /// Takes back one ``openInput()``.
  public func closeInput() {
    openInputs.wrappingSubtract(1, ordering: .sequentiallyConsistent)
    if !isCurrent { mailHasArrived() }
  }

  /// Whether something may arrive from outside.
  var hasOpenInputs: Bool { openInputs.load(ordering: .sequentiallyConsistent) > 0 }

  /// Calls out of the executor: what `body` resumes goes to its own executor instead of being captured by this one.
  public func leave<Result>(_ body: () -> Result) -> Result {
    precondition(isCurrent, "leave is for code that runs on this executor")
    cplayback_set_current(nil)
    defer { cplayback_set_current(Unmanaged.passUnretained(self).toOpaque()) }
    return body()
  }

  /// Cancels every task that was started, on the driving thread; they end when it is next driven.
  public func cancelAll() {
    let cancel: @Sendable () -> Void = { [self] in
      isCancelled = true
      for id in tasks.keys.sorted() { tasks[id]?.cancel() }
    }
    if isCurrent { cancel() } else { submit(cancel) }
  }

  /// Whether the calling thread is driving this executor.
  public var isCurrent: Bool { cplayback_current() == Unmanaged.passUnretained(self).toOpaque() }

  /// Takes in a job that is ready; from another thread, it waits with what was submitted.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if isCurrent {
      ready.append(job)
    } else {
      inbox.withLock { $0.jobs.append(job) }
      mailHasArrived()
    }
  }

  /// Whether an actor that lives on this executor may be touched: wherever this executor is being driven.
  public func isIsolatingCurrentContext() -> Bool? { isCurrent }

  /// Stops the program where an actor that lives on this executor may not be touched.
  public func checkIsolated() { precondition(isCurrent, "this is not the thread that drives the playback") }

  private func nextTaskID() -> Int { taskIDs.wrappingAdd(1, ordering: .relaxed).oldValue }

  private func mailHasArrived() {
    if !hasMail.exchange(true, ordering: .acquiringAndReleasing) { mailArrived.signal() }
  }

  // MARK: Sleeping

  func yield() async {
    await withUnsafeContinuation { continuation in
      precondition(isCurrent, "a PlaybackClock can only be yielded on by tasks of its own executor")
      yielded.append(continuation)
    }
  }

  func sleep(until due: SceneTime, rank: Int) async throws {
    let sleeper = TimerQueue.Sleeper()
    try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { (continuation: UnsafeContinuation<Void, any Error>) in
        precondition(isCurrent, "a PlaybackClock can only be slept on by tasks of its own executor")
        guard !Task.isCancelled else { return continuation.resume(throwing: CancellationError()) }
        sleeper.continuation = continuation
        timers.insert(sleeper, due: max(due, now), rank: rank)
      }
    } onCancel: {
      let cancel: @Sendable () -> Void = { [self] in
        timers.cancel(sleeper)?.resume(throwing: CancellationError())
      }
      if isCurrent { cancel() } else { submit(cancel) }
    }
  }

  // MARK: Driving

  /// Makes the calling thread the driving one for the length of `body`.
  func enter<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    precondition(
      driven.compareExchange(expected: false, desired: true, ordering: .acquiring).exchanged,
      "a PlaybackExecutor is driven by one thread at a time")
    let outer = cplayback_current()
    cplayback_set_current(Unmanaged.passUnretained(self).toOpaque())
    defer {
      cplayback_set_current(outer)
      driven.store(false, ordering: .releasing)
    }
    return try body()
  }

  /// Runs jobs until none is ready.
  ///
  /// - Parameter admittingMail: whether what other threads submitted comes in now, or waits for ``admitMail(at:)``.
  func drain(admittingMail: Bool = true) throws(PlaybackError) {
    repeat {
      if admittingMail, hasMail.load(ordering: .relaxed) { openMail() }
      while let job = ready.popFirst() {
        jobsAtInstant += 1
        if jobsAtInstant > jobsPerInstant {
          ready.prepend(job)
          throw .runaway(at: now, jobs: jobsPerInstant)
        }
        let pointer = unsafeBitCast(job, to: OpaquePointer.self)
        if hopsInPlace, cplayback_is_free_task(pointer) {
          cplayback_run(pointer)
        } else {
          job.runSynchronously(on: asUnownedTaskExecutor())
        }
      }
      if let continuation = yielded.popFirst() {
        continuation.resume()
        continue
      }
      if let arrival = arrivals.popFirst() {
        jobsAtInstant = 0
        arrival()
      }
    } while !ready.isEmpty || !yielded.isEmpty || !arrivals.isEmpty || admittingMail && hasMail.load(ordering: .relaxed)
  }

  /// Lets in what other threads have submitted so far, at scene time `time`, and runs what comes of it.
  ///
  /// Each arrival has a budget of jobs of its own, so live input never adds up to a runaway.
  func admitMail(at time: SceneTime) throws(PlaybackError) {
    move(to: time)
    jobsAtInstant = 0
    if hasMail.load(ordering: .relaxed) { openMail() }
    try drain(admittingMail: false)
  }

  /// Whether something came in from another thread and waits.
  var hasMailWaiting: Bool { hasMail.load(ordering: .acquiring) }

  private func openMail() {
    hasMail.store(false, ordering: .sequentiallyConsistent)
    let mail = inbox.withLock { inbox in
      defer { inbox = Inbox() }
      return inbox
    }
    ready.append(contentsOf: mail.jobs)
    arrivals.append(contentsOf: mail.arrivals)
    for call in mail.calls { call() }
  }

  /// When the next timer is due; nil when nothing is left to fire.
  var nextDue: SceneTime? { timers.nextDue }

  /// Fires every timer of the instant `due`, draining after each.
  func fire(_ due: SceneTime, admittingMail: Bool = true) throws(PlaybackError) {
    if due > now {
      now = due
      jobsAtInstant = 0
    }
    while let continuation = timers.pop(dueBy: due) {
      continuation.resume()
      try drain(admittingMail: admittingMail)
    }
  }

  /// Sets `now` between two timers, for what arrives from outside at that time.
  func move(to time: SceneTime) {
    guard time > now else { return }
    now = time
    jobsAtInstant = 0
  }

  /// Ends a run: cancels what is left, lets it end, and checks that it did.
  ///
  /// Nobody can cancel a task that an operator has lost sight of, as `buffer` does when its consumer stops early: it is
  /// woken as if it had been, which is how an iteration ends.
  func finish() throws(PlaybackError) {
    try drain()
    cancelAll()
    jobsAtInstant = 0
    try drain()
    for _ in 0..<Self.wakingRounds where timers.count > 0 {
      for sleeper in timers.popAll() { sleeper.resume(throwing: CancellationError()) }
      try drain()
    }
    guard tasks.isEmpty, timers.count == 0 else {
      throw .unfinished(tasks: tasks.count, asleep: timers.count)
    }
    assert(ready.isEmpty)
  }

  /// Gives up after an error: what does not end by being cancelled is dropped.
  func abandon() {
    cancelAll()
    for _ in 0..<Self.endingRounds {
      jobsAtInstant = 0
      guard (try? drain()) == nil else { break }
    }
    ready.removeAll()
    yielded.removeAll()
    arrivals.removeAll()
    tasks.removeAll()
  }

  /// How many tasks are asleep on ``clock``, and until when, soonest first.
  public var sleepers: [SceneTime] { timers.dueTimes }

  /// How many started tasks have not ended.
  public var liveTasks: Int { tasks.count }
}

/// Carries a value that was `sending` into the one closure that uses it.
///
/// @unchecked Sendable: the value was disconnected from every other region when it was put in, and is taken out once.
private struct Unsent<Value>: @unchecked Sendable {
  var value: Value
  init(_ value: sending Value) { self.value = value }
}
