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

  /// Whether this many more threads can be started now: starts them, has them wait for each other, and ends them.
  ///
  /// It takes some 20 µs for each. Limits alone do not tell: other processes count towards them, too.
  package static func hasRoom(forThreads count: Int) -> Bool {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return false }
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, 1 << 16)
    // They end with the end of the pipe. Its number is never 0 there, as that would be no pointer.
    let argument = UnsafeMutableRawPointer(bitPattern: Int(ends[0]) + 1)
    var threads: [pthread_t] = []
    while threads.count < count, let thread = startWaiting(&attributes, argument) { threads.append(thread) }
    close(ends[1])
    for thread in threads { pthread_join(thread, nil) }
    close(ends[0])
    pthread_attr_destroy(&attributes)
    return threads.count == count
  }

  /// Starts a thread that waits for the end of a pipe; nil when there is no room for it.
  private static func startWaiting(
    _ attributes: inout pthread_attr_t, _ argument: UnsafeMutableRawPointer?
  ) -> pthread_t? {
    #if canImport(Glibc)
      var thread: pthread_t = 0
    #else
      var thread: pthread_t?
    #endif
    let status = pthread_create(&thread, &attributes, { waitForEnd(of: $0) }, argument)
    return status == 0 ? thread : nil
  }

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

/// Waits for the end of a pipe, whose descriptor is the number of the pointer less one.
private func waitForEnd(of pipe: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  let descriptor = Int32(Int(bitPattern: pipe) - 1)
  var byte: UInt8 = 0
  while read(descriptor, &byte, 1) < 0, errno == EINTR {}
  return nil
}
