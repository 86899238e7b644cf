#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Sleeps until a file descriptor has something to read.
public enum Wait {
  /// The descriptors that can be read without blocking, those at their end or in error included.
  ///
  /// Returns early, with none, when a signal arrives; ``SignalPipe`` then makes its own descriptor ready.
  ///
  /// - Parameters:
  ///   - descriptors: what to wait for; negative ones are left out.
  ///   - nanoseconds: how long to wait at most; nil is for ever.
  public static func forReading(_ descriptors: [Int32], nanoseconds: Int64?) -> Set<Int32> {
    var polls = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    guard wait(&polls, nanoseconds: nanoseconds) > 0 else { return [] }
    return Set(polls.lazy.filter { $0.revents != 0 }.map(\.fd))
  }

  /// Sleeps until `descriptor` can be written to, or is in error.
  static func forWriting(_ descriptor: Int32) {
    var polls = [pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)]
    _ = wait(&polls, nanoseconds: nil)
  }

  /// `poll` counts in milliseconds; the rest of the time is slept. (`ppoll` is not in the module map of Glibc.)
  private static func wait(_ polls: inout [pollfd], nanoseconds: Int64?) -> Int32 {
    guard let nanoseconds else { return poll(&polls, nfds_t(polls.count), -1) }
    let milliseconds = Int32(clamping: max(0, nanoseconds) / 1_000_000)
    let count = poll(&polls, nfds_t(polls.count), milliseconds)
    var rest = timespec(tv_sec: 0, tv_nsec: Int(max(0, nanoseconds) % 1_000_000))
    if count != 0 || rest.tv_nsec == 0 { return count }
    nanosleep(&rest, nil)
    return poll(&polls, nfds_t(polls.count), 0)
  }
}
