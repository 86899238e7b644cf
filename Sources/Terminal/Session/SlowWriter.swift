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

  /// Writes `last` instead of what is left, and waits for it, but not for ever.
  ///
  /// When half of the time is over, what the system holds back for a reader that has stopped is thrown away, to make
  /// room for what matters more.
  ///
  /// - Returns: whether all of it was written.
  mutating func finish(with last: [UInt8], within nanoseconds: Int64) -> Bool {
    let clock = ContinuousClock()
    let start = clock.now
    var hasFlushed = false
    discard()
    var progress = write(last)
    while progress == .waiting {
      let elapsed = Int64(start.duration(to: clock.now) / .nanoseconds(1))
      if elapsed >= nanoseconds { break }
      if elapsed >= nanoseconds / 2, !hasFlushed {
        hasFlushed = true
        tcflush(descriptor, TCOFLUSH)
        sent = 0
      }
      let until = hasFlushed ? nanoseconds : nanoseconds / 2
      _ = Wait.until(writable: [descriptor], nanoseconds: max(1_000_000, until - elapsed))
      progress = resume()
    }
    discard()
    return progress == .done
  }
}
