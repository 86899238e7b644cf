internal import Platform

/// Writes bytes to a non-blocking descriptor that may be slow: a line at 300 baud, a stopped terminal, or a stalled
/// connection.
struct NonBlockingWriter {
  /// The progress of writing.
  enum Progress: Hashable {
    /// All bytes are written.
    case done
    /// ``resume()`` writes the rest when the descriptor is ready.
    case waiting
    /// The reader is gone.
    case gone
  }

  let descriptor: Int32
  private var bytes: [UInt8] = []
  private var sent = 0

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Whether unwritten bytes are left.
  var isWaiting: Bool { sent < bytes.count }

  /// Whether bytes were discarded because the reader had stopped.
  private(set) var hasMadeRoom = false

  /// Writes as much as possible now, after the bytes that are left.
  mutating func write(_ more: [UInt8]) -> Progress {
    if isWaiting { bytes += more } else { (bytes, sent) = (more, 0) }
    return resume()
  }

  /// Writes more of the bytes that are left.
  mutating func resume() -> Progress {
    while isWaiting {
      let count = bytes.withUnsafeBytes { Platform.write(descriptor, $0.baseAddress! + sent, $0.count - sent) }
      if count > 0 {
        sent += count
      } else if count == 0 || errno == EAGAIN {
        return .waiting
      } else if errno != EINTR {
        discard()
        return .gone
      }
    }
    discard()
    return .done
  }

  /// Discards the bytes that are left.
  mutating func discard() { (bytes, sent) = ([], 0) }

  /// Writes `last` instead of the bytes that are left, and waits as long as it makes progress.
  ///
  /// - Parameters:
  ///   - last: the bytes to write.
  ///   - timeout: the maximum time without progress, in nanoseconds.
  ///   - makesRoom: whether to discard the system's output buffer after half of the timeout, because the reader has
  ///     stopped and `last` matters more.
  ///   - clock: the clock that measures the timeout.
  /// - Returns: whether all of `last` was written.
  mutating func finish(with last: [UInt8], timeout: Int64, makesRoom: Bool, clock: MonotonicClock) -> Bool {
    var start = clock.now()
    var mayFlush = makesRoom
    discard()
    var progress = write(last)
    while progress == .waiting {
      let waited = clock.elapsed(since: start)
      if waited >= timeout { break }
      if mayFlush, waited >= timeout / 2 {
        mayFlush = false
        makeRoom()
        sent = 0
      }
      let until = mayFlush ? timeout / 2 : timeout
      _ = clock.wait([], [descriptor], max(1_000_000, until - waited))
      let before = sent
      progress = resume()
      if sent > before { start = clock.now() }
    }
    discard()
    return progress == .done
  }

  /// Writes `last` now, instead of all unwritten bytes.
  mutating func writeInstead(_ last: [UInt8]) {
    makeRoom()
    discard()
    _ = write(last)
    discard()
  }

  private mutating func makeRoom() {
    tcflush(descriptor, TCOFLUSH)
    hasMadeRoom = true
  }
}
