#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Files as bytes, none of which is read beyond a limit: what is named may be a device without an end.
///
/// Read as C reads them: what a program needs to begin is to bring in no more of Foundation than it uses.
package enum FileBytes {
  /// The most bytes of a scene file, and of any other file of settings.
  package static let limit = 1 << 20

  /// Why there are no bytes.
  package enum Problem: Error, Hashable {
    /// There is nothing at the path.
    case missing
    /// It is a folder.
    case folder
    /// It is a pipe, a device or a socket where only a file is read.
    case notAFile
    /// The system refuses to open or read it.
    case unreadable(reason: String)
    /// It has more bytes than the limit.
    case tooLarge(limit: Int)
    /// It is a pipe, and nothing was written to it in time.
    case silent
    /// Its bytes are not UTF-8.
    case notText

    /// What is wrong with the file at `path`, for a person.
    package func message(_ path: String) -> String {
      switch self {
      case .missing: "no such file: \(path)"
      case .folder: "\(path) is a folder"
      case .notAFile: "\(path) is not a file"
      case .unreadable(let reason): "\(path) can't be read: \(reason)"
      case .tooLarge(let limit): "\(path) is larger than \(limit >> 20) MiB"
      case .silent: "\(path) can't be read: nothing was written to it for a while"
      case .notText: "\(path) is not UTF-8 text"
      }
    }
  }

  /// All bytes of the file at `path`.
  ///
  /// - Parameters:
  ///   - path: a file; a pipe or a device is read to its end.
  ///   - limit: the most bytes that it may have.
  ///   - onlyFiles: whether a pipe or a device is refused, as where files are found rather than named.
  ///   - patience: how many milliseconds a pipe may be silent.
  package static func read(
    _ path: String, limit: Int = FileBytes.limit, onlyFiles: Bool = false, patience: Int32 = 10_000
  ) throws(Problem) -> [UInt8] {
    // Without blocking: to open a pipe would wait for somebody who writes to it.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { throw errno == ENOENT || errno == ENOTDIR ? .missing : failure() }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure() }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: throw .folder
    case S_IFREG: return try bytes(of: descriptor, limit: limit, patience: -1)
    default:
      if onlyFiles { throw .notAFile }
      let isPipe = status.st_mode & S_IFMT == S_IFIFO
      return try bytes(of: descriptor, limit: limit, patience: patience, isPipe: isPipe)
    }
  }

  /// All bytes of standard input, however long it takes until they come.
  package static func readStandardInput(limit: Int = FileBytes.limit) throws(Problem) -> [UInt8] {
    try bytes(of: STDIN_FILENO, limit: limit, patience: -1)
  }

  /// - Parameter isPipe: whether it may be that nobody has begun to write yet, which looks like the end.
  private static func bytes(
    of descriptor: Int32, limit: Int, patience: Int32, isPipe: Bool = false
  ) throws(Problem) -> [UInt8] {
    var (bytes, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    var hasWaited = false
    while true {
      let count = chunk.withUnsafeMutableBytes { readSome(descriptor, $0) }
      if count > 0 {
        bytes += chunk[..<count]
        if bytes.count > limit { throw .tooLarge(limit: limit) }
        continue
      }
      if count == 0, hasWaited || !bytes.isEmpty || !isPipe { return bytes }
      if count < 0, errno != EAGAIN {
        guard errno == EINTR else { throw failure() }
        continue
      }
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if poll(&waiting, 1, patience) == 0 { throw .silent }
      hasWaited = true
    }
  }

  private static func readSome(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    #elseif canImport(Musl)
      Musl.read(descriptor, buffer.baseAddress, buffer.count)
    #else
      Darwin.read(descriptor, buffer.baseAddress, buffer.count)
    #endif
  }

  private static func failure() -> Problem { .unreadable(reason: String(cString: strerror(errno))) }

  /// Whether there is anything at `path`.
  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// What bytes say in UTF-8, but for a byte order mark.
  package static func text(_ bytes: [UInt8]) throws(Problem) -> String {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let content = bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...]
    guard let text = String(validating: content, as: UTF8.self) else { throw .notText }
    return text
  }
}
