/// What the system says about a file: the result of `stat` in types that are the same on every platform.
///
/// Dispatch exports the C library's `stat` again, and in a module that imports both, the compiler picks one of them by the
/// order of files. This type is declared once.
public struct FileStatus: Sendable, Equatable {
  /// The kinds of files that need different care.
  public enum Kind: Sendable {
    case regular
    case folder
    case pipe
    case socket
    case characterDevice
    case other
  }

  /// The device that holds the file.
  public let device: UInt64
  /// The file's number on its device.
  public let inode: UInt64
  /// The terminal or other device that a device file stands for.
  public let specialDevice: UInt64
  /// What kind of file it is.
  public let kind: Kind
  /// The permission bits, such as 0o644.
  public let permissions: UInt32
  /// When the content last changed, in nanoseconds since 1970.
  public let modified: Int64
  /// In bytes; 0 for what is no regular file.
  public let size: Int
  /// How many names the file has; 0 for an open file that was removed.
  public let links: Int

  /// The status of an open file; nil with `errno`.
  public init?(_ descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The status of the file that `path` leads to, through symbolic links; nil with `errno`.
  public init?(path: String) {
    guard let status = path.withCString({ FileStatus(cPath: $0) }) else { return nil }
    self = status
  }

  /// The same for a C string. Async-signal-safe.
  package init?(cPath path: UnsafePointer<CChar>) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
    specialDevice = UInt64(truncatingIfNeeded: status.st_rdev)
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .folder
      case S_IFIFO: .pipe
      case S_IFSOCK: .socket
      case S_IFCHR: .characterDevice
      default: .other
      }
    permissions = UInt32(status.st_mode & 0o7777)
    size = Int(clamping: status.st_size)
    links = Int(clamping: status.st_nlink)
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    modified = Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
