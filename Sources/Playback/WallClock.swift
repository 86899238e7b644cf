package import Platform

/// The wall clock of a ``RealTimeDrive``; injected, so that its tests don't wait.
package struct WallClock: Sendable {
  /// Nanoseconds since a fixed moment; monotonic.
  package var now: @Sendable () -> Int64
  /// Returns when `now` reaches the deadline or the semaphore is signalled; a nil deadline is never reached.
  package var wait: @Sendable (_ wake: TimedSemaphore, _ deadline: Int64?) -> Void

  /// Creates a clock by what it does.
  package init(
    now: @escaping @Sendable () -> Int64,
    wait: @escaping @Sendable (_ wake: TimedSemaphore, _ deadline: Int64?) -> Void
  ) {
    (self.now, self.wait) = (now, wait)
  }

  /// The machine's monotonic clock, which counts the time that the machine sleeps: a live scene goes on then, and any other
  /// one stands still, as its ``RealTimeDrive`` sees the sleep.
  package static let monotonic = WallClock(now: MonotonicClock.system.now) { wake, deadline in
    guard let deadline else { return wake.wait() }
    let left = deadline - MonotonicClock.system.now()
    if left > 0 { _ = wake.wait(nanoseconds: left) }
  }
}
