internal import Dispatch
internal import Platform
internal import Synchronization

/// A descriptor for log records. Logging never waits for the reader: a full pipe or a stopped terminal blocks only a
/// separate queue.
final class LogOutput: Sendable {
  /// Standard error.
  static let standardError = LogOutput(STDERR_FILENO)

  private let descriptor: Int32
  private let writeBytes: @Sendable (Int32, UnsafeRawPointer?, Int) -> Int
  private let isFile: Bool
  private let queue = DispatchQueue(label: "marbled.log", qos: .utility)
  private let waiting = Mutex<(bytes: Int, lost: Int, lostInAll: Int)>((0, 0, 0))

  /// How many bytes may be pending; further records are dropped and counted.
  static let limit = 1 << 20

  /// - Parameters:
  ///   - descriptor: used in its current mode, blocking or not, and never closed.
  ///   - writeBytes: `write(2)`.
  init(
    _ descriptor: Int32,
    writeBytes: @escaping @Sendable (Int32, UnsafeRawPointer?, Int) -> Int = { Platform.write($0, $1, $2) }
  ) {
    self.descriptor = descriptor
    self.writeBytes = writeBytes
    // A regular file is written to at once, so records are in it before anything else happens.
    isFile = FileStatus(descriptor)?.kind == .regular
  }

  /// The device number of the terminal that the records appear on; nil when they go elsewhere.
  var terminal: UInt64? { isatty(descriptor) == 1 ? FileStatus(descriptor)?.specialDevice : nil }

  /// The number of records that were dropped so far.
  var lostRecords: Int { waiting.withLock { $0.lostInAll } }

  /// Counts a record that was dropped before it came here.
  func countLost() { waiting.withLock { $0.lostInAll += 1 } }

  /// Writes a record, possibly later.
  func write(_ record: String) {
    let bytes = Array(record.utf8)
    if isFile { return writeAll(bytes) }
    let lost: Int? = waiting.withLock { waiting in
      guard waiting.bytes + bytes.count <= Self.limit else {
        waiting.lost += 1
        waiting.lostInAll += 1
        return nil
      }
      waiting.bytes += bytes.count
      defer { waiting.lost = 0 }
      return waiting.lost
    }
    guard let lost else { return }
    queue.async { [self] in
      if lost > 0 { writeAll(Array("\(lost) log records were dropped: the reader of the log is too slow\n".utf8)) }
      writeAll(bytes)
      waiting.withLock { $0.bytes -= bytes.count }
    }
  }

  /// Waits until all pending records are written, but at most `time`.
  func drain(within time: Duration) {
    let isDone = TimedSemaphore()
    queue.async { isDone.signal() }
    _ = isDone.wait(nanoseconds: time.wholeNanoseconds)
  }

  private func writeAll(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { buffer in
        writeBytes(descriptor, buffer.baseAddress, buffer.count)
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&ready, 1, -1)
      } else if errno != EINTR {
        return
      }
    }
  }
}
