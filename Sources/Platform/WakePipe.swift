/// Wakes a thread that waits for a descriptor, from any other thread.
public final class WakePipe: Sendable {
  private let pipe: NonBlockingPipe

  /// Creates a pipe; nil when the process has no descriptors left.
  public init?() {
    guard let pipe = NonBlockingPipe() else { return nil }
    self.pipe = pipe
  }

  deinit { pipe.close() }

  /// The descriptor to wait for, together with others.
  public var descriptor: Int32 { pipe.reader }

  /// Makes ``descriptor`` ready until ``drain()``. Safe to call repeatedly, from any thread and from signal handlers.
  public func wake() { pipe.write(1) }

  /// Resets all wakes so far.
  public func drain() {
    var bytes = [UInt8](repeating: 0, count: 256)
    // A shorter read has emptied the pipe.
    while read(pipe.reader, &bytes, bytes.count) == bytes.count {}
  }
}

/// A pipe whose ends never block: if it is full, its reader already has a reason to wake up. Child processes do not
/// inherit it.
public struct NonBlockingPipe: Sendable {
  /// The descriptor to read from, and to wait for.
  public let reader: Int32
  /// The descriptor to write to; a signal handler may do so.
  public let writer: Int32

  /// Creates a pipe, which stays open until ``close()``; nil when the process has no descriptors left.
  public init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    (reader, writer) = (ends[0], ends[1])
  }

  /// Writes a byte, unless the pipe is full.
  public func write(_ byte: UInt8) {
    var byte = byte
    while Platform.write(writer, &byte, 1) < 0 && errno == EINTR {}
  }

  /// Reads all bytes in the pipe.
  public func read() -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 256)
    while true {
      let count = Platform.read(reader, &chunk, chunk.count)
      if count > 0 { bytes += chunk[..<count] } else if count == 0 || errno != EINTR { return bytes }
    }
  }

  /// Closes both ends.
  public func close() {
    _ = Platform.close(reader)
    _ = Platform.close(writer)
  }
}
