/// Sleeps until a file descriptor is ready.
public enum Wait {
  /// The descriptors that don't block, including those at end of file or with an error.
  public struct Ready: Hashable, Sendable {
    /// The readable descriptors, in the order in which the caller named them.
    public var readable: [Int32] = []
    /// The writable descriptors, in the order in which the caller named them.
    public var writable: [Int32] = []

    /// Creates a result from lists of descriptors.
    public init(readable: [Int32] = [], writable: [Int32] = []) {
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
    var polls: [pollfd] = []
    polls.reserveCapacity(readable.count + writable.count)
    for descriptor in readable { polls.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)) }
    for descriptor in writable { polls.append(pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)) }
    guard poll(&polls, nfds_t(polls.count), nanoseconds.map(milliseconds) ?? -1) > 0 else { return Ready() }
    var ready = Ready()
    for (index, entry) in polls.enumerated() where entry.revents != 0 {
      if index < readable.count { ready.readable.append(entry.fd) } else { ready.writable.append(entry.fd) }
    }
    return ready
  }

  /// `poll` counts in milliseconds: being up to 1 ms late is invisible, and cheaper than sleeping for the rest and
  /// polling again. (`ppoll` is not in the module map of Glibc.)
  private static func milliseconds(_ nanoseconds: Int64) -> Int32 {
    Int32(clamping: max(0, nanoseconds) / 1_000_000 + (nanoseconds % 1_000_000 > 0 ? 1 : 0))
  }
}
