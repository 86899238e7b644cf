internal import Platform
internal import Synchronization

/// Ends the work of a thread that uses a connection, from another thread.
public final class RedisStopper: Sendable {
  private struct State {
    var isStopped = false
    var descriptor: Int32?
  }
  private let state = Mutex(State())
  private let pause: PauseCondition

  /// Creates a stopper that has not stopped.
  public init() { pause = PauseCondition() }

  /// Whether the work is to end.
  public var isStopped: Bool { state.withLock { $0.isStopped } }

  /// Ends the wait of the thread and its connection; returns at once.
  public func stop() {
    state.withLock { state in
      state.isStopped = true
      // The descriptor is closed only after `forget`, so it can't belong to another file.
      if let descriptor = state.descriptor { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
    }
    pause.signal()
  }

  /// The thread waits for this descriptor from now on; false when it was stopped.
  func watch(_ descriptor: Int32) -> Bool {
    state.withLock { state in
      state.descriptor = descriptor
      return !state.isStopped
    }
  }

  /// The descriptor is about to be closed.
  func forget() { state.withLock { $0.descriptor = nil } }

  /// Waits; returns at once when it was stopped or woken.
  ///
  /// - Parameter duration: how long to wait at most.
  public func wait(_ duration: Duration) { if !isStopped { pause.wait(duration) } }

  /// Ends the current wait, or the next one.
  public func wake() { pause.signal() }
}
