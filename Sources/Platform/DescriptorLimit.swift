/// How many files and sockets this process may have open.
public enum DescriptorLimit {
  /// The soft and the hard limit; nil when the system does not say.
  public static var current: rlimit? {
    var limits = rlimit()
    return getrlimit(resource, &limits) == 0 ? limits : nil
  }

  /// Raises the soft limit to `count`, or to the hard limit when that is lower; a higher limit stays.
  public static func raise(to count: rlim_t) {
    guard var limits = current, limits.rlim_cur < count else { return }
    let before = limits.rlim_cur
    limits.rlim_cur = min(limits.rlim_max, count)
    if setrlimit(resource, &limits) == 0 { return }
    // The hard limit of Darwin is endless, and what it accepts is not: OPEN_MAX always.
    limits.rlim_cur = max(before, min(limits.rlim_cur, 10_240))
    _ = setrlimit(resource, &limits)
  }

  #if canImport(Glibc)
    private static var resource: __rlimit_resource_t { __rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue)) }
  #else
    private static var resource: Int32 { RLIMIT_NOFILE }
  #endif
}
