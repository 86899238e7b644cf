public import Marbles

/// A clock for tests: time passes only when the test says so, and everything that waits for it runs in one order.
///
/// Because the tasks of a test clock run on a ``PlaybackExecutor``, `advance` is synchronous: when it returns, whatever
/// was due has happened, down to the last task that an operator started internally. There is nothing to yield for and
/// nothing that can be flaky.
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
/// try clock.run()                   // until nothing is left to fire
/// try clock.checkNobodyIsAsleep()   // and nobody waits for a time that never comes
/// ```
public final class TestClock: Clock {
  /// A scene time.
  public typealias Instant = SceneTime

  /// The executor that the tasks of this clock run on.
  public let executor: PlaybackExecutor

  /// Creates a clock at scene time 0.
  ///
  /// - Parameter instantsPerRun: how many instants ``run()`` may fire before it throws, as it must for a timer that never
  ///   stops.
  public init(instantsPerRun: Int = 1_000_000) { executor = PlaybackExecutor(instantsPerRun: instantsPerRun) }

  /// How far time has been advanced.
  public var now: SceneTime { executor.now }
  /// Scene times are whole nanoseconds.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Sleeps until time has been advanced to `deadline`; only for tasks of this clock.
  public func sleep(until deadline: SceneTime, tolerance: Duration? = nil) async throws {
    try await executor.clock.sleep(until: deadline, tolerance: tolerance)
  }

  /// Starts a task under this clock; it makes its first step at the next `advance` or `run`.
  public func task(_ operation: sending @escaping @isolated(any) () async -> Void) { executor.start(operation) }

  /// Lets `duration` pass: everything due by then fires, in order.
  public func advance(by duration: Duration = .zero) throws(PlaybackError) {
    try executor.advance(to: executor.now.advanced(by: duration))
  }

  /// Lets time pass until nothing is left to fire.
  ///
  /// - Throws: ``PlaybackError/endless(at:instants:)`` where that never comes; cancel what ticks, or `advance` by a span.
  public func run() throws(PlaybackError) {
    var instants = 0
    while try executor.step() {
      instants += 1
      if instants == executor.instantsPerRun { throw .endless(at: now, instants: instants) }
    }
  }

  /// Throws when a task still sleeps on this clock, with the times that it waits for.
  public func checkNobodyIsAsleep() throws(StillAsleep) {
    let times = executor.sleepers
    if !times.isEmpty { throw StillAsleep(until: times) }
  }

  /// Cancels what has not ended, and throws when it does not end then.
  public func end() throws(PlaybackError) { try executor.end() }

  /// Somebody sleeps on a test clock at the end of a test.
  public struct StillAsleep: Error, Hashable, CustomStringConvertible {
    /// The times that the sleepers wait for, soonest first.
    public var until: [SceneTime]

    /// Who sleeps until when, for a person.
    public var description: String {
      let times = until.map { $0 == .distantFuture ? "forever" : "until \($0) s" }.joined(separator: ", ")
      return "\(until.count) still asleep on the test clock: \(times)"
    }
  }
}

extension TestClock {
  /// Iterates `sequence` in a task under this clock.
  ///
  /// - Returns: what has been received so far, readable between two calls of `advance`.
  public func collect<Base: AsyncSequence & Sendable>(_ sequence: Base) -> Collected<Base.Element>
  where Base.Element: Sendable {
    let collected = Collected<Base.Element>()
    task {
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
