/// Waits until something in a folder changes.
///
/// Where the system does not report changes (network file systems, macOS), a wait ends after ``interval``, and the caller
/// looks for itself.
public final class FolderWatch {
  /// The longest wait, in nanoseconds.
  public static let interval: Int64 = 200_000_000

  /// Is readable after a change, until ``drain()``; negative where the system does not report changes.
  public let descriptor: Int32

  /// Watches a folder.
  public init(_ path: String) {
    #if canImport(Darwin)
      // A kqueue reports that a folder has other names in it, and nothing about what is written to its files.
      descriptor = -1
    #else
      descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
      guard descriptor >= 0 else { return }
      inotify_add_watch(descriptor, path, UInt32(IN_MODIFY) | UInt32(IN_CREATE) | UInt32(IN_MOVED_TO))
    #endif
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Waits for a change, for ``interval``, or until another descriptor is readable.
  ///
  /// - Parameters:
  ///   - other: the other descriptor; none if it is negative.
  ///   - clock: measures the wait.
  public func wait(orFor other: Int32 = -1, clock: MonotonicClock = .system) {
    if clock.wait([descriptor, other], [], Self.interval).readable.contains(descriptor) { drain() }
  }

  /// Resets the changes so far.
  public func drain() {
    guard descriptor >= 0 else { return }
    var events = [UInt8](repeating: 0, count: 4096)
    while read(descriptor, &events, events.count) > 0 {}
  }
}
