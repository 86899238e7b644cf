/// How many threads and processes this process and its children may have.
package enum TaskLimit {
  /// The lowest limit that applies, of the user or of a unit's `TasksMax=`; nil if there is none, or if the system does not say.
  package static var current: Int? { [ofUser, ofControlGroup].compactMap(\.self).min() }

  /// The limit for all processes of the user; none for root, to whom it does not apply.
  private static var ofUser: Int? {
    var limits = rlimit()
    guard geteuid() != 0, getrlimit(resource, &limits) == 0, limits.rlim_cur < rlim_t(Int32.max) else { return nil }
    return Int(limits.rlim_cur)
  }

  #if canImport(Darwin)
    private static var resource: Int32 { RLIMIT_NPROC }
    private static var ofControlGroup: Int? { nil }
  #else
    #if canImport(Glibc)
      private static var resource: __rlimit_resource_t { __rlimit_resource_t(UInt32(__RLIMIT_NPROC.rawValue)) }
    #else
      private static var resource: Int32 { RLIMIT_NPROC }
    #endif

    /// The limit of the control group of this process, or of one above it.
    private static var ofControlGroup: Int? {
      limit(ofGroups: text("/proc/self/cgroup") ?? "") { text("/sys/fs/cgroup\($0)/pids.max") }
    }

    private static func text(_ path: String) -> String? {
      let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      guard descriptor >= 0 else { return nil }
      defer { close(descriptor) }
      var bytes = [UInt8](repeating: 0, count: 1 << 13)
      let count = read(descriptor, &bytes, bytes.count)
      return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
    }
  #endif

  /// The lowest limit of the groups that a process is in.
  ///
  /// - Parameters:
  ///   - groups: lines as in `/proc/self/cgroup`: `0::/system.slice/marbled.service`, or `4:pids:/…` with version 1.
  ///   - read: the content of the file `pids.max` in the folder of a group; nil if there is none.
  static func limit(ofGroups groups: String, _ read: (String) -> String?) -> Int? {
    var limits: [Int] = []
    for line in groups.split(separator: "\n") {
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3, fields[1].isEmpty || fields[1].split(separator: ",").contains("pids") else { continue }
      let root = fields[1].isEmpty ? "" : "/pids"
      var path = fields[2]
      while path.last == "/" { path.removeLast() }
      while true {
        // `max` is no number, and no limit. In a container, the topmost group has a limit, too.
        if let number = read(root + path).flatMap({ Int($0.prefix { $0.isNumber }) }) { limits.append(number) }
        guard let slash = path.lastIndex(of: "/") else { break }
        path = path[..<slash]
      }
    }
    return limits.min()
  }
}
