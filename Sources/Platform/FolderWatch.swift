/// Waits until something in a folder changes.
///
/// Where the system does not report changes (network file systems, other systems than Linux), a wait ends after
/// ``interval``, and the caller looks for itself.
public final class FolderWatch {
  /// The longest wait, in milliseconds.
  public static let interval: Int32 = 200

  #if canImport(Darwin)
    /// Watches a folder.
    public init(_ path: String) {}

    /// Waits for a change, or for ``interval``.
    public func wait() { usleep(UInt32(Self.interval) * 1000) }
  #else
    private let descriptor: Int32

    /// Watches a folder.
    public init(_ path: String) {
      descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
      guard descriptor >= 0 else { return }
      inotify_add_watch(descriptor, path, UInt32(IN_MODIFY) | UInt32(IN_CREATE) | UInt32(IN_MOVED_TO))
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Waits for a change, or for ``interval``.
    public func wait() {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      // Without a descriptor, `poll` ignores the entry and waits for the interval.
      guard poll(&waiting, 1, Self.interval) > 0 else { return }
      // Which file has changed does not matter: the caller looks at its own.
      var events = [UInt8](repeating: 0, count: 4096)
      while read(descriptor, &events, events.count) > 0 {}
    }
  #endif
}
