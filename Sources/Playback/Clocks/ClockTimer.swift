public import Marbles

/// The ticks of a timer, as a stream: the time since the timer was made, once per interval.
///
/// Make one with `clock.timer(interval:)`. It ends when its task is cancelled. Ticks that are missed by a slow consumer are
/// left out; the others stay on the grid of the interval.
public struct ClockTimer: AsyncSequence, Sendable {
  /// The time since the timer was made.
  public typealias Element = SceneTime
  /// A timer does not fail.
  public typealias Failure = Never

  private let clock: AnyClock
  private let interval: SceneTime
  private let tolerance: Duration?

  init(clock: AnyClock, interval: Duration, tolerance: Duration?) {
    self.clock = clock
    self.interval = Swift.max(SceneTime(interval), SceneTime(nanoseconds: 1))
    self.tolerance = tolerance
  }

  /// Starts the timer at the first request.
  public func makeAsyncIterator() -> Iterator { Iterator(timer: self) }

  /// One pass over the ticks.
  public struct Iterator: AsyncIteratorProtocol {
    private let timer: ClockTimer
    private var last: SceneTime?

    init(timer: ClockTimer) { self.timer = timer }

    /// Waits for the next tick; nil when the task is cancelled.
    public mutating func next() async -> SceneTime? {
      let now = timer.clock.now
      let start = last ?? now
      let missed = (now - start).nanoseconds / timer.interval.nanoseconds
      let tick = start.advanced(by: .nanoseconds(timer.interval.nanoseconds) * (missed + 1))
      do { try await timer.clock.sleep(until: tick, tolerance: timer.tolerance) } catch { return nil }
      last = tick
      return tick
    }
  }
}

extension Clock where Duration == Swift.Duration {
  /// A stream with a value after each interval, also of `any Clock<Duration>`:
  ///
  /// ```swift
  /// for await _ in clock.timer(interval: .seconds(1)) { count += 1 }
  /// ```
  ///
  /// - Parameters:
  ///   - interval: the time between two ticks; at least one nanosecond.
  ///   - tolerance: how much later a tick may be; nil for what the clock does.
  public func timer(interval: Duration, tolerance: Duration? = nil) -> ClockTimer {
    ClockTimer(clock: AnyClock(self), interval: interval, tolerance: tolerance)
  }
}
