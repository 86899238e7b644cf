internal import Dispatch

/// The wall time that a ``RealTimeDrive`` waits by; injected, so that its tests need no waiting.
public struct WallClock: Sendable {
  /// Nanoseconds since some fixed moment; never goes back.
  public var now: @Sendable () -> Int64
  /// Returns when `now` reaches the deadline or the semaphore is signalled; a nil deadline is never reached.
  var wait: @Sendable (_ wake: DispatchSemaphore, _ deadline: Int64?) -> Void

  /// The machine's monotonic clock.
  public static let monotonic: WallClock = {
    let start = SuspendingClock.now
    let now: @Sendable () -> Int64 = {
      let (seconds, attoseconds) = start.duration(to: .now).components
      return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
    return WallClock(now: now) { wake, deadline in
      guard let deadline else { return wake.wait() }
      let left = deadline - now()
      if left > 0 { _ = wake.wait(timeout: .now() + .nanoseconds(Int(left))) }
    }
  }()
}
