internal import Dispatch

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The wall time that a ``RealTimeDrive`` waits by; injected, so that its tests need no waiting.
public struct WallClock: Sendable {
  /// Nanoseconds since some fixed moment; never goes back.
  public var now: @Sendable () -> Int64
  /// Returns when `now` reaches the deadline or the semaphore is signalled; a nil deadline is never reached.
  var wait: @Sendable (_ wake: DispatchSemaphore, _ deadline: Int64?) -> Void

  /// The machine's monotonic clock, which stands still while the machine sleeps.
  public static let monotonic = WallClock(now: uptime) { wake, deadline in
    guard let deadline else { return wake.wait() }
    let left = deadline - uptime()
    if left > 0 { _ = wake.wait(timeout: .now() + .nanoseconds(Int(left))) }
  }

  /// What `SuspendingClock` reads, without its durations of 128 bits: a frame asks several times.
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
