#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Bytes on their way to a descriptor that does not block and may be slow: a line at 300 baud, a terminal that was
/// stopped, a connection that hangs.
struct SlowWriter {
  /// How far writing has come.
  enum Progress: Hashable {
    /// All is written.
    case done
    /// The rest is written by ``resume()``, once the descriptor is ready.
    case waiting
    /// Nobody will ever read it.
    case gone
  }

  let descriptor: Int32
  private var bytes: [UInt8] = []
  private var sent = 0

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Whether something is left to be written.
  var isWaiting: Bool { sent < bytes.count }

  /// Whether something was thrown away because nobody read it.
  private(set) var hasMadeRoom = false

  /// Writes as much as goes now, after what is left.
  mutating func write(_ more: [UInt8]) -> Progress {
    if isWaiting { bytes += more } else { (bytes, sent) = (more, 0) }
    return resume()
  }

  /// Writes on.
  mutating func resume() -> Progress {
    while isWaiting {
      let count = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress! + sent, $0.count - sent) }
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

  /// Forgets what is left.
  mutating func discard() { (bytes, sent) = ([], 0) }

  /// Writes `last` instead of what is left, and waits for it as long as it gets anywhere.
  ///
  /// - Parameters:
  ///   - last: what to write.
  ///   - patience: how long to wait without any progress, in nanoseconds.
  ///   - makesRoom: whether, when half of the patience is over, what the system holds back for a reader that has stopped
  ///     is thrown away, as this matters more.
  ///   - clock: what measures the patience.
  /// - Returns: whether all of it was written.
  mutating func finish(with last: [UInt8], patience: Int64, makesRoom: Bool, clock: TerminalClock) -> Bool {
    var start = clock.now()
    var mayFlush = makesRoom
    discard()
    var progress = write(last)
    while progress == .waiting {
      let waited = clock.elapsed(since: start)
      if waited >= patience { break }
      if mayFlush, waited >= patience / 2 {
        mayFlush = false
        makeRoom()
        sent = 0
      }
      let until = mayFlush ? patience / 2 : patience
      _ = clock.wait([], [descriptor], max(1_000_000, until - waited))
      let before = sent
      progress = resume()
      if sent > before { start = clock.now() }
    }
    discard()
    return progress == .done
  }

  /// Writes `last` now, instead of all that nobody has read so far.
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
