internal import Platform
internal import Synchronization

/// Stops a thread that reads, also while it waits.
final class StopPipe: Sendable {
  /// Measures the waits.
  let clock: MonotonicClock
  /// Never drained, so it ends all later waits, too. Without file descriptors left, only input or time ends a wait.
  private let pipe = WakePipe()
  private let hasStopped = Atomic(false)

  init(clock: MonotonicClock = .system) { self.clock = clock }

  /// Whether the reader should end.
  var isStopped: Bool { hasStopped.load(ordering: .acquiring) }

  /// Is readable once the thread should stop; negative without file descriptors left.
  var descriptor: Int32 { pipe?.descriptor ?? -1 }

  /// Ends the current wait and all later ones.
  func stop() {
    hasStopped.store(true, ordering: .releasing)
    pipe?.wake()
  }

  /// Waits until a descriptor has input or is at its end; returns false when it was stopped, or when the time is over.
  ///
  /// - Parameters:
  ///   - input: the descriptor; a negative one has no input.
  ///   - deadline: an instant of ``clock``; nil waits without a limit.
  func waits(for input: Int32, until deadline: Int64? = nil) -> Bool {
    while !isStopped {
      let left = deadline.map { $0 - clock.now() }
      if let left, left <= 0 { return false }
      // Empty after a signal, too.
      let ready = clock.wait([input, descriptor], [], left)
      if ready.readable.contains(input) { return !isStopped }
    }
    return false
  }

  /// Waits until the time is over; returns false when it was stopped.
  ///
  /// - Parameter duration: how long to wait.
  func pause(for duration: Duration) -> Bool {
    _ = waits(for: -1, until: clock.now() + duration.wholeNanoseconds)
    return !isStopped
  }
}
