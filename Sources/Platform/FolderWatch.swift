/// Waits until something in a folder, or in one of several, changes.
///
/// Where the system does not report changes (network file systems, macOS), a wait ends after ``interval``, and the caller
/// looks for itself.
public final class FolderWatch {
  /// The longest wait, in nanoseconds.
  public static let interval: Int64 = 200_000_000

  /// Is readable after a change, until ``drain()``; negative where the system does not report changes.
  public let descriptor: Int32

  /// Watches a folder.
  public convenience init(_ path: String) { self.init([path]) }

  /// Watches several folders, but not the folders in them.
  public init(_ paths: [String]) {
    #if canImport(Darwin)
      // A kqueue reports that a folder has other names in it, and nothing about what is written to its files.
      descriptor = -1
    #else
      descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
      guard descriptor >= 0 else { return }
      let changes = [IN_MODIFY, IN_CREATE, IN_MOVED_TO, IN_DELETE, IN_MOVED_FROM].reduce(0) { $0 | UInt32($1) }
      for path in paths { inotify_add_watch(descriptor, path, changes) }
    #endif
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Waits for a change, for a time, or until another descriptor is readable.
  ///
  /// - Parameters:
  ///   - other: the other descriptor; none if it is negative.
  ///   - nanoseconds: the longest wait.
  ///   - clock: measures the wait.
  /// - Returns: whether the system has reported a change.
  @discardableResult
  public func wait(
    orFor other: Int32 = -1, for nanoseconds: Int64 = interval, clock: MonotonicClock = .system
  ) -> Bool {
    guard clock.wait([descriptor, other], [], nanoseconds).readable.contains(descriptor) else { return false }
    drain()
    return true
  }

  /// Resets the changes so far.
  public func drain() {
    guard descriptor >= 0 else { return }
    var events = [UInt8](repeating: 0, count: 4096)
    while read(descriptor, &events, events.count) > 0 {}
  }
}
