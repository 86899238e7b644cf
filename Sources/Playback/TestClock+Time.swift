public import Marbles
internal import Synchronization

extension TestClock {
  /// Advances the clock to `deadline`: everything that is due by then fires, in order. An earlier time than ``now`` is the
  /// same as ``now``.
  public func advance(to deadline: SceneTime) throws(PlaybackError) { try executor.advance(to: max(now, deadline)) }

  /// Advances the clock until no timer is left, for at most a span of wall time.
  ///
  /// ``run()`` stops at a number of instants, which depends on nothing else than the test. Use a span where each instant takes
  /// long, as a test that hangs says less than one that fails.
  ///
  /// - Parameter timeout: the longest time that it may take, in wall time.
  /// - Throws: ``PlaybackError/stopped(_:)`` when the time is over, and what ``run()`` throws. The clock can't be used after an
  ///   error. A job that never suspends is not stopped.
  public func run(timeout: Duration) throws(PlaybackError) { try run(timeout: timeout, watchdog: .wall) }

  package func run(timeout: Duration, watchdog: Watchdog) throws(PlaybackError) {
    let isOver = OneTimeFlag()
    defer { isOver.set() }
    watchdog.call(after: timeout) { [cancellation = executor.cancellation] in isOver.ifUnset { cancellation.expire() } }
    try run()
  }
}

/// A flag that is set once, and what happens only before.
private final class OneTimeFlag: Sendable {
  private let isSet = Mutex(false)

  func set() { isSet.withLock { $0 = true } }

  func ifUnset(_ body: () -> Void) { isSet.withLock { if !$0 { body() } } }
}

extension Timeline {
  /// This timeline, replayed on a test clock.
  public func replay(on clock: TestClock) -> Replay { replay(on: clock.executor.clock) }
}
