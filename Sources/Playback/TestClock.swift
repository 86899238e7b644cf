public import Marbles

/// A clock for tests: time passes only when the test advances it, and tasks run in a deterministic order.
///
/// Because the tasks of a test clock run on a ``PlaybackExecutor``, `advance` is synchronous: when it returns,
/// everything that was due has happened, including the tasks that operators start internally. Tests need no yields,
/// and have the same result every time.
///
/// The clock neither runs nor waits for work that leaves the executor: an actor with its own executor, a dispatch
/// queue, `Task.sleep`. It throws ``PlaybackError/escaped(_:)`` instead. <doc:TestingWithTestClock> has the rules.
///
/// ```swift
/// let clock = TestClock()
/// let received = clock.collect(keystrokes.debounce(for: .seconds(1), clock: clock))
///
/// try clock.advance(by: .milliseconds(999))
/// #expect(received.values == [])
/// try clock.advance(by: .milliseconds(1))
/// #expect(received.values == ["swift"])
///
/// try clock.run()             // until no timer is left
/// try clock.checkFinished()   // no task still waits
/// ```
public final class TestClock: Clock {
  /// An instant is a scene time.
  public typealias Instant = SceneTime

  /// The executor that the tasks of this clock run on.
  public let executor: PlaybackExecutor

  /// Creates a clock at scene time 0.
  ///
  /// - Parameters:
  ///   - instantsPerRun: the number of instants after which ``run()`` throws, as it must for a timer that never stops.
  ///   - order: the order of what is due at one instant. Code whose result depends on it has a race: test it in each of
  ///     `InstantOrder.all`.
  public init(instantsPerRun: Int = 1_000_000, order: InstantOrder = .inTurn) {
    executor = PlaybackExecutor(forTestsOf: instantsPerRun, order: order)
  }

  /// The time to which the clock has been advanced.
  public var now: SceneTime { executor.now }
  /// One nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Sleeps until the clock is advanced to `deadline`; only for tasks of this clock.
  public func sleep(until deadline: SceneTime, tolerance: Duration? = nil) async throws {
    try await executor.clock.sleep(until: deadline, tolerance: tolerance)
  }

  /// Starts a task under this clock; it takes its first step at the next `advance` or `run`.
  ///
  @available(*, deprecated, renamed: "addTask(name:_:)")
  public func task(@_inheritActorContext _ operation: sending @escaping @isolated(any) () async -> Void) {
    executor.start(operation)
  }

  /// Calls `body` so that the tasks that it starts are tasks of this clock.
  ///
  /// Use it for code that starts a `Task { … }` itself. The tasks take their first step at the next `advance` or `run`.
  ///
  /// ```swift
  /// let model = SearchModel(clock: clock)
  /// clock.perform { model.textChanged(to: "swift") }   // starts a task that debounces
  /// try clock.advance(by: .milliseconds(300))
  /// ```
  ///
  /// - Parameter body: called at once on this thread; it must not advance the clock.
  public func perform<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try executor.enter(body)
  }

  /// Advances the clock by `duration`: everything that is due by then fires, in order.
  public func advance(by duration: Duration = .zero) throws(PlaybackError) {
    try executor.advance(to: executor.now.advanced(by: duration))
  }

  /// Advances the clock until no timer is left.
  ///
  /// - Throws: ``PlaybackError/endless(at:instants:)`` for a timer that never stops; cancel it, or `advance` by a span.
  public func run() throws(PlaybackError) {
    var instants = 0
    while try executor.step() {
      instants += 1
      if instants == executor.instantsPerRun { throw .endless(at: now, instants: instants) }
    }
  }

  /// Throws an error with the wake-up times if a task still sleeps on this clock.
  ///
  /// A task that waits for something else, such as the next value of a stream, is not reported: ``checkFinished()`` does.
  public func checkSuspension() throws(SuspensionError) {
    let times = executor.sleepers
    if !times.isEmpty { throw SuspensionError(until: times) }
  }

  /// Cancels all unfinished tasks, and throws if one does not end.
  public func end() throws(PlaybackError) { try executor.end() }

  /// Tasks still sleep on a test clock at the end of a test.
  public struct SuspensionError: Error, Hashable, CustomStringConvertible {
    /// The wake-up times, soonest first.
    public var until: [SceneTime]

    /// The number of sleeping tasks and their wake-up times, for people.
    public var description: String {
      let times = until.map { $0 == .distantFuture ? "forever" : "until \($0) s" }.joined(separator: ", ")
      return "\(until.count) still asleep on the test clock: \(times)"
    }
  }
}

extension TestClock {
  /// Iterates `sequence` in a task under this clock.
  ///
  /// - Parameters:
  ///   - sequence: the sequence.
  ///   - name: the name of the task, which errors use.
  /// - Returns: the values received so far; read it between two calls of `advance`.
  public func collect<Base: AsyncSequence & Sendable>(
    _ sequence: Base, name: String? = nil
  ) -> Collected<Base.Element> where Base.Element: Sendable {
    let collected = Collected<Base.Element>()
    addTask(name: name) {
      do {
        for try await value in sequence { collected.append(value) }
        collected.finish(nil)
      } catch {
        collected.finish(error)
      }
    }
    return collected
  }
}
