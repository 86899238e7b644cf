#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// How many connections the limit of file descriptors has room for, so that it is never reached: whoever has none left can't
/// even accept a connection to refuse it.
struct DescriptorBudget: Hashable, Sendable {
  /// How many descriptors the process may have.
  let limit: Int

  /// Files, scenes that are read, a terminal, threads that wait.
  private static let own = 48
  /// Places that those who watch can't take.
  private static let steering = 16
  /// Places that those who follow can't take: for questions such as how it stands.
  private static let asking = 16

  /// The budget of a process that may have `limit` descriptors.
  init(limit: Int) { self.limit = limit }

  /// The budget of this process.
  static var ofThisProcess: DescriptorBudget {
    var limits = rlimit()
    #if canImport(Glibc)
      let isKnown = getrlimit(__rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue)), &limits) == 0
    #else
      let isKnown = getrlimit(RLIMIT_NOFILE, &limits) == 0
    #endif
    // Without a limit there is one nevertheless: places are counted, not made.
    return DescriptorBudget(limit: isKnown ? Int(clamping: min(limits.rlim_cur, 1 << 14)) : 1024)
  }

  /// How many connections there may be.
  var connections: Int { max(Self.steering + Self.asking + 1, limit - Self.own) }
  /// How many of them may be of those who only watch.
  var watching: Int { connections - Self.steering }
  /// How many may follow the events.
  var following: Int { watching - Self.asking }
}
