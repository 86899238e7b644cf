/// Sleeps until a file descriptor is ready.
public enum Wait {
  /// The descriptors that don't block, including those at end of file or with an error.
  public struct Ready: Hashable, Sendable {
    /// The readable descriptors.
    public var readable: Set<Int32> = []
    /// The writable descriptors.
    public var writable: Set<Int32> = []

    /// Creates a result from sets of descriptors.
    public init(readable: Set<Int32> = [], writable: Set<Int32> = []) {
      self.readable = readable
      self.writable = writable
    }

    /// Whether no descriptor is ready.
    public var isEmpty: Bool { readable.isEmpty && writable.isEmpty }
  }

  /// Sleeps until a descriptor is ready, or the time is over.
  ///
  /// Returns early, without ready descriptors, when a signal arrives; its handler may make a descriptor ready.
  ///
  /// - Parameters:
  ///   - readable: descriptors to read; negative ones are ignored.
  ///   - writable: descriptors to write; negative ones are ignored.
  ///   - nanoseconds: the maximum time, rounded up to whole milliseconds; nil waits forever.
  public static func until(readable: [Int32] = [], writable: [Int32] = [], nanoseconds: Int64?) -> Ready {
    var polls = readable.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    polls += writable.map { pollfd(fd: $0, events: Int16(POLLOUT), revents: 0) }
    guard poll(&polls, nfds_t(polls.count), nanoseconds.map(milliseconds) ?? -1) > 0 else { return Ready() }
    func ready(_ polls: ArraySlice<pollfd>) -> Set<Int32> { Set(polls.lazy.filter { $0.revents != 0 }.map(\.fd)) }
    return Ready(readable: ready(polls.prefix(readable.count)), writable: ready(polls.dropFirst(readable.count)))
  }

  /// `poll` counts in milliseconds: being up to 1 ms late is invisible, and cheaper than sleeping for the rest and
  /// polling again. (`ppoll` is not in the module map of Glibc.)
  private static func milliseconds(_ nanoseconds: Int64) -> Int32 {
    Int32(clamping: max(0, nanoseconds) / 1_000_000 + (nanoseconds % 1_000_000 > 0 ? 1 : 0))
  }
}
