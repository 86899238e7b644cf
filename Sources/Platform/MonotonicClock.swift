/// A clock that never jumps, and waits that it measures.
///
/// It is a parameter of all code that measures time or waits for a descriptor, so that tests inject a clock whose time
/// passes only by waiting.
public struct MonotonicClock: Sendable {
  /// Nanoseconds since a fixed moment.
  public var now: @Sendable () -> Int64
  /// Waits like ``Wait/until(readable:writable:nanoseconds:)``.
  public var wait: @Sendable (_ readable: [Int32], _ writable: [Int32], _ nanoseconds: Int64?) -> Wait.Ready

  /// Creates a clock from functions that read the time and wait.
  public init(
    now: @escaping @Sendable () -> Int64,
    wait: @escaping @Sendable (_ readable: [Int32], _ writable: [Int32], _ nanoseconds: Int64?) -> Wait.Ready
  ) {
    self.now = now
    self.wait = wait
  }

  /// The machine's clock, which counts the time that the machine sleeps. Waits do not count it, and are late then.
  public static let system = MonotonicClock(
    now: sinceStart, wait: { Wait.until(readable: $0, writable: $1, nanoseconds: $2) })

  /// Reads the same time as `ContinuousClock`, without 128-bit durations: a frame asks several times. The time of a live row
  /// is that of the world, so the clock must not stop when a laptop is closed.
  @Sendable private static func sinceStart() -> Int64 {
    #if canImport(Darwin)
      read(CLOCK_MONOTONIC_RAW)
    #else
      read(CLOCK_BOOTTIME)
    #endif
  }

  /// `CLOCK_MONOTONIC` of Linux in nanoseconds, which does not count the time that the machine sleeps.
  package static func awake() -> Int64 {
    #if canImport(Darwin)
      read(CLOCK_UPTIME_RAW)
    #else
      read(CLOCK_MONOTONIC)
    #endif
  }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// The nanoseconds since `instant`.
  public func elapsed(since instant: Int64) -> Int64 { now() - instant }
}

extension Duration {
  /// The duration in whole nanoseconds; the nearest number that there is for more than 292 years.
  public var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (nanoseconds, isLarge) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if isLarge { return seconds < 0 ? .min : .max }
    let (sum, overflows) = nanoseconds.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflows ? (seconds < 0 ? .min : .max) : sum
  }
}
