#if canImport(Darwin)
  internal import Dispatch
#endif

/// A semaphore whose waits end by the monotonic clock.
///
/// Those of Dispatch end by the clock of the wall on Linux: when it is set back, a wait of a millisecond takes as long as it was
/// set back.
package final class TimedSemaphore: @unchecked Sendable {
  #if canImport(Darwin)
    private let semaphore = DispatchSemaphore(value: 0)

    package init() {}

    /// Ends a wait: one that has begun, or the next one.
    package func signal() { semaphore.signal() }

    /// Waits for a signal.
    package func wait() { semaphore.wait() }

    /// Waits for a signal, but not longer than a time.
    ///
    /// - Returns: whether there was a signal.
    package func wait(nanoseconds: Int64) -> Bool {
      semaphore.wait(timeout: .now() + .nanoseconds(Int(max(0, nanoseconds)))) == .success
    }
  #else
    // @unchecked: both are made once and never moved, and the counts belong to the one who holds the mutex.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var (signals, waiting) = (0, 0)

    package init() {
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      pthread_mutex_init(mutex, nil)
      pthread_cond_init(condition, &attributes)
      pthread_condattr_destroy(&attributes)
    }

    deinit {
      pthread_cond_destroy(condition)
      pthread_mutex_destroy(mutex)
      condition.deallocate()
      mutex.deallocate()
    }

    /// Ends a wait: one that has begun, or the next one.
    package func signal() {
      pthread_mutex_lock(mutex)
      signals += 1
      if waiting > 0 { pthread_cond_signal(condition) }
      pthread_mutex_unlock(mutex)
    }

    /// Waits for a signal.
    package func wait() { _ = wait(until: nil) }

    /// Waits for a signal, but not longer than a time.
    ///
    /// - Returns: whether there was a signal.
    package func wait(nanoseconds: Int64) -> Bool {
      let (end, overflows) = MonotonicClock.system.now().addingReportingOverflow(max(0, nanoseconds))
      var time = timespec()
      (time.tv_sec, time.tv_nsec) = (Int(end / 1_000_000_000), Int(end % 1_000_000_000))
      return wait(until: overflows ? nil : time)
    }

    private func wait(until end: timespec?) -> Bool {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      waiting += 1
      defer { waiting -= 1 }
      while signals == 0 {
        if var end {
          if pthread_cond_timedwait(condition, mutex, &end) == ETIMEDOUT, signals == 0 { return false }
        } else {
          pthread_cond_wait(condition, mutex)
        }
      }
      signals -= 1
      return true
    }
  #endif
}
