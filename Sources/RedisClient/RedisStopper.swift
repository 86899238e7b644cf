public import Platform
internal import Synchronization

/// Ends the work of a thread that uses a connection, from another thread. The thread measures time and waits by its clock.
public final class RedisStopper: Sendable {
  private struct State {
    var isStopped = false
    var descriptor: Int32?
  }
  private let state = Mutex(State())
  /// Ends a wait. Without file descriptors left, time alone ends it.
  private let pipe = WakePipe()
  /// The clock of the thread.
  public let clock: MonotonicClock

  /// Creates a stopper that has not stopped.
  ///
  /// - Parameter clock: the clock of the thread.
  public init(clock: MonotonicClock = .system) { self.clock = clock }

  /// Whether the work is to end.
  public var isStopped: Bool { state.withLock { $0.isStopped } }

  /// Ends the wait of the thread and its connection; returns at once.
  public func stop() {
    state.withLock { state in
      state.isStopped = true
      // The descriptor is closed only after `forget`, so it can't belong to another file.
      if let descriptor = state.descriptor { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
    }
    wake()
  }

  /// Notes the descriptor that the thread waits for, which ``stop()`` shuts down; false when it was stopped.
  func watch(_ descriptor: Int32) -> Bool {
    state.withLock { state in
      state.descriptor = descriptor
      return !state.isStopped
    }
  }

  /// Forgets the descriptor before it is closed.
  func forget() { state.withLock { $0.descriptor = nil } }

  /// Waits; returns at once when it was stopped, or woken since the last wait.
  ///
  /// - Parameter duration: how long to wait at most.
  public func wait(_ duration: Duration) {
    guard !isStopped else { return }
    _ = clock.wait([pipe?.descriptor ?? -1], [], duration.wholeNanoseconds)
    pipe?.drain()
  }

  /// Ends the current wait, or the next one.
  public func wake() { pipe?.wake() }
}
