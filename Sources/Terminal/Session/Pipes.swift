internal import Platform

/// Wakes a thread that sleeps in ``Wait`` from any other thread.
public final class WakePipe: Sendable {
  private let pipe: NonBlockingPipe

  /// Creates a pipe; nil when the process has no descriptors left.
  public init?() {
    guard let pipe = NonBlockingPipe() else { return nil }
    self.pipe = pipe
  }

  deinit { pipe.close() }

  /// The descriptor to wait for.
  public var descriptor: Int32 { pipe.reader }

  /// Makes ``descriptor`` ready. Safe to call repeatedly, from any thread and from signal handlers.
  public func wake() { pipe.write(1) }

  /// Resets all wakes so far.
  public func drain() { _ = pipe.read() }
}

/// A pipe whose ends never block: if it is full, its reader already has a reason to wake up.
struct NonBlockingPipe: Sendable {
  let reader: Int32
  let writer: Int32

  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    (reader, writer) = (ends[0], ends[1])
  }

  func write(_ byte: UInt8) {
    var byte = byte
    while systemWrite(writer, &byte, 1) < 0 && errno == EINTR {}
  }

  /// Reads all bytes in the pipe.
  func read() -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 256)
    while true {
      let count = systemRead(reader, &chunk, chunk.count)
      if count > 0 { bytes += chunk[..<count] } else if count == 0 || errno != EINTR { return bytes }
    }
  }

  func close() {
    systemClose(reader)
    systemClose(writer)
  }
}

// Methods of these types hide the C functions with the same names.

func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}

func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer, _ count: Int) -> Int {
  write(descriptor, buffer, count)
}

func systemClose(_ descriptor: Int32) { _ = close(descriptor) }
