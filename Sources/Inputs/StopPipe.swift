internal import Platform
internal import Synchronization

/// Ends the wait of a thread that reads.
final class StopPipe: Sendable {
  private let ends: (read: Int32, write: Int32)
  private let hasStopped = Atomic(false)

  /// Without file descriptors left, only the next input ends a wait.
  init() {
    var ends: [Int32] = [-1, -1]
    if pipe(&ends) != 0 { ends = [-1, -1] }
    for end in ends where end >= 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    self.ends = (ends[0], ends[1])
  }

  deinit { for end in [ends.read, ends.write] where end >= 0 { close(end) } }

  /// Whether the reader should end.
  var isStopped: Bool { hasStopped.load(ordering: .acquiring) }

  /// Ends the current wait and all later ones.
  func stop() {
    hasStopped.store(true, ordering: .releasing)
    var byte: UInt8 = 0
    if ends.write >= 0 { _ = write(ends.write, &byte, 1) }
  }

  /// Waits until a descriptor has input or is at its end; returns false when it was stopped, or when the time is over.
  ///
  /// - Parameter milliseconds: the time; without a limit if it is negative.
  func waits(for descriptor: Int32, milliseconds: Int32 = -1) -> Bool {
    guard !isStopped else { return false }
    var waiting = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: ends.read, events: Int16(POLLIN), revents: 0),
    ]
    var count: Int32
    repeat { count = poll(&waiting, 2, milliseconds) } while count < 0 && errno == EINTR
    return !isStopped && count != 0
  }
}
