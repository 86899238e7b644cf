#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Sleeps until a file descriptor is ready.
public enum Wait {
  /// The descriptors that can be used without blocking, those at their end or in error included.
  public struct Ready: Hashable, Sendable {
    /// Those that can be read.
    public var readable: Set<Int32> = []
    /// Those that can be written.
    public var writable: Set<Int32> = []

    /// Whether there are none.
    public var isEmpty: Bool { readable.isEmpty && writable.isEmpty }
  }

  /// Sleeps until one of these is ready, or the time is over.
  ///
  /// Returns early, with none, when a signal arrives; ``SignalPipe`` then makes its own descriptor ready.
  ///
  /// - Parameters:
  ///   - readable: what to wait for to be read; negative ones are left out.
  ///   - writable: what to wait for to be written; negative ones are left out.
  ///   - nanoseconds: how long to wait at most, rounded up to whole milliseconds; nil is for ever.
  public static func until(readable: [Int32] = [], writable: [Int32] = [], nanoseconds: Int64?) -> Ready {
    var polls = readable.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    polls += writable.map { pollfd(fd: $0, events: Int16(POLLOUT), revents: 0) }
    guard poll(&polls, nfds_t(polls.count), nanoseconds.map(milliseconds) ?? -1) > 0 else { return Ready() }
    func ready(_ polls: ArraySlice<pollfd>) -> Set<Int32> { Set(polls.lazy.filter { $0.revents != 0 }.map(\.fd)) }
    return Ready(readable: ready(polls.prefix(readable.count)), writable: ready(polls.dropFirst(readable.count)))
  }

  /// `poll` counts in milliseconds: up to one late is what nobody sees, and cheaper than to sleep the rest of the time
  /// and look again. (`ppoll` is not in the module map of Glibc.)
  private static func milliseconds(_ nanoseconds: Int64) -> Int32 {
    Int32(clamping: max(0, nanoseconds) / 1_000_000 + (nanoseconds % 1_000_000 > 0 ? 1 : 0))
  }
}
