package import Platform
import Synchronization

/// A clock whose time passes only by waiting, which takes none, or when a test says so.
///
/// A wait looks at its descriptors once, and lets its whole time pass if none is ready; a wait without a limit really
/// waits.
package final class VirtualClock: Sendable {
  private let time = Atomic<Int64>(1_000_000_000)

  package init() {}

  /// The time so far, in nanoseconds.
  package var now: Int64 { time.load(ordering: .relaxed) }

  /// Lets time pass.
  package func advance(by nanoseconds: Int64) { time.add(nanoseconds, ordering: .relaxed) }

  /// What reads this time, and waits in it.
  package var clock: MonotonicClock {
    MonotonicClock(now: { self.now }) { readable, writable, nanoseconds in
      let ready = Wait.until(readable: readable, writable: writable, nanoseconds: nanoseconds.map { _ in 0 })
      if ready.isEmpty { self.advance(by: nanoseconds ?? 0) }
      return ready
    }
  }
}
