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
    if polls.contains(where: isRefused) { return selected(readable: readable, writable: writable, nanoseconds) }
    var ready = Ready()
    for (index, entry) in polls.enumerated() where entry.revents != 0 {
      if index < readable.count { ready.readable.append(entry.fd) } else { ready.writable.append(entry.fd) }
    }
    return ready
  }

  /// Whether `poll` does not know the kind of a descriptor that is open.
  private static func isRefused(_ entry: pollfd) -> Bool {
    #if canImport(Darwin)
      // It refuses devices such as `/dev/tty`, says its manual page; `select` takes them.
      entry.revents & Int16(POLLNVAL) != 0 && fcntl(entry.fd, F_GETFD) >= 0
    #else
      false
    #endif
  }

  /// Sleeps like ``until(readable:writable:nanoseconds:)``, with `select`, which knows descriptors below 1024 only.
  static func selected(readable: [Int32], writable: [Int32], _ nanoseconds: Int64?) -> Ready {
    var sets = (DescriptorSet(readable), DescriptorSet(writable))
    var time = timeval()
    if let microseconds = nanoseconds.map({ Int64(milliseconds($0)) * 1000 }) {
      time.tv_sec = numericCast(microseconds / 1_000_000)
      time.tv_usec = numericCast(microseconds % 1_000_000)
    }
    let highest = (readable + writable).filter { $0 < DescriptorSet.limit }.max() ?? -1
    let result = withUnsafeMutablePointer(to: &time) {
      select(max(highest, -1) + 1, &sets.0.bits, &sets.1.bits, nil, nanoseconds == nil ? nil : $0)
    }
    guard result > 0 else { return Ready() }
    return Ready(readable: readable.filter(sets.0.contains), writable: writable.filter(sets.1.contains))
  }

  /// An `fd_set`, whose macros C does not export to Swift. A bit has the same place on all little-endian machines.
  private struct DescriptorSet {
    static let limit: Int32 = 1024

    var bits = fd_set()

    init(_ descriptors: [Int32]) {
      for descriptor in descriptors where 0..<Self.limit ~= descriptor {
        withUnsafeMutableBytes(of: &bits) { $0[Int(descriptor) / 8] |= 1 << UInt8(descriptor % 8) }
      }
    }

    func contains(_ descriptor: Int32) -> Bool {
      guard 0..<Self.limit ~= descriptor else { return false }
      return withUnsafeBytes(of: bits) { $0[Int(descriptor) / 8] & 1 << UInt8(descriptor % 8) != 0 }
    }
  }

  /// `poll` counts in milliseconds: being up to 1 ms late is invisible, and cheaper than sleeping for the rest and
  /// polling again. (`ppoll` is not in the module map of Glibc.)
  private static func milliseconds(_ nanoseconds: Int64) -> Int32 {
    Int32(clamping: max(0, nanoseconds) / 1_000_000 + (nanoseconds % 1_000_000 > 0 ? 1 : 0))
  }
}
