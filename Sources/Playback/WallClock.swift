internal import Dispatch
internal import Platform

/// The wall clock of a ``RealTimeDrive``; injected, so that its tests don't wait.
public struct WallClock: Sendable {
  /// Nanoseconds since a fixed moment; monotonic.
  public var now: @Sendable () -> Int64
  /// Returns when `now` reaches the deadline or the semaphore is signalled; a nil deadline is never reached.
  var wait: @Sendable (_ wake: DispatchSemaphore, _ deadline: Int64?) -> Void

  /// The machine's monotonic clock, which stops while the machine sleeps.
  public static let monotonic = WallClock(now: uptime) { wake, deadline in
    guard let deadline else { return wake.wait() }
    let left = deadline - uptime()
    if left > 0 { _ = wake.wait(timeout: .now() + .nanoseconds(Int(left))) }
  }

  /// Reads the same time as `SuspendingClock`, without 128-bit durations: a frame asks several times.
  @Sendable private static func uptime() -> Int64 {
    #if canImport(Darwin)
      return Int64(clock_gettime_nsec_np(CLOCK_UPTIME_RAW))
    #else
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    #endif
  }
}
