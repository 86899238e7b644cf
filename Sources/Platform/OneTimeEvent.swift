internal import Synchronization

/// An event that happens at most once, on any thread, such as the end of a time limit. Its observer runs when it happens, or
/// immediately if it has already happened.
package final class OneTimeEvent: Sendable {
  private let state = Mutex<(hasHappened: Bool, observer: @Sendable () -> Void)>((false, {}))

  /// Creates an event that has not happened.
  package init() {}

  package var hasHappened: Bool { state.withLock { $0.hasHappened } }

  /// Records that it has happened, and runs the observer.
  package func happen() {
    state.withLock { state in
      state.hasHappened = true
      return state.observer
    }()
  }

  /// Calls `body` when it happens, or at once when it already has; replaces an earlier observer.
  package func observe(_ body: @escaping @Sendable () -> Void) {
    let hasHappened = state.withLock { state in
      state.observer = body
      return state.hasHappened
    }
    if hasHappened { body() }
  }

  /// Waits until it has happened, but not longer than a time. One thread at a time may wait, in place of an observer.
  ///
  /// - Returns: whether it has happened.
  package func wait(within limit: Duration, clock: MonotonicClock = .system) -> Bool {
    if hasHappened { return true }
    let deadline = clock.now() + limit.wholeNanoseconds
    // Without descriptors left, time alone ends the wait.
    let pipe = WakePipe()
    observe { pipe?.wake() }
    while !hasHappened, case let left = deadline - clock.now(), left > 0 {
      _ = clock.wait([pipe?.descriptor ?? -1], [], left)
    }
    observe {}
    return hasHappened
  }
}
