internal import Platform

/// Reads files as bytes, up to a limit: a path may name an endless device.
///
/// It uses C functions, so that the program does not load parts of Foundation just to start.
package enum FileBytes {
  /// The maximum size of scene files and settings files, in bytes.
  package static let limit = 1 << 20

  /// Why a file can't be read.
  package enum Problem: Error, Hashable {
    /// The file does not exist.
    case missing
    /// The path names a folder.
    case folder
    /// The path names a pipe, a device or a socket where only regular files are accepted.
    case notAFile
    /// The system refuses to open or read the file.
    case unreadable(reason: String)
    /// The file exceeds the limit.
    case tooLarge(limit: Int)
    /// The file is a pipe, and nothing was written to it in time.
    case silent
    /// The content is not UTF-8.
    case notText
    /// The file is compressed, and is damaged or not whole.
    case damaged(String)

    /// The error for the file at `path`, for a person.
    package func message(_ path: String) -> String {
      switch self {
      case .missing: "no such file: \(path)"
      case .folder: "\(path) is a folder"
      case .notAFile: "\(path) is not a file"
      case .unreadable(let reason): "\(path) can't be read: \(reason)"
      case .tooLarge(let limit): "\(path) is larger than \(limit >> 20) MiB"
      case .silent: "\(path) can't be read: nothing was written to it for a while"
      case .notText: "\(path) is not UTF-8 text"
      case .damaged(let what): "\(path) can't be read: \(what)"
      }
    }
  }

  /// Reads the file at `path`.
  ///
  /// - Parameters:
  ///   - path: a file; a pipe or a device is read to its end.
  ///   - limit: the maximum size, in bytes.
  ///   - onlyFiles: whether to refuse pipes and devices, as for files that were found rather than named.
  ///   - timeout: how many milliseconds a pipe may be silent.
  package static func read(
    _ path: String, limit: Int = FileBytes.limit, onlyFiles: Bool = false, timeout: Int32 = 10_000
  ) throws(Problem) -> [UInt8] {
    // Without blocking: opening a pipe would wait for a writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { throw errno == ENOENT || errno == ENOTDIR ? .missing : failure() }
    defer { close(descriptor) }
    guard let status = FileStatus(descriptor) else { throw failure() }
    switch status.kind {
    case .folder: throw .folder
    case .regular: return try bytes(of: descriptor, limit: limit, timeout: -1)
    default:
      if onlyFiles { throw .notAFile }
      return try bytes(of: descriptor, limit: limit, timeout: timeout, isPipe: status.kind == .pipe)
    }
  }

  /// Reads standard input to its end, without a timeout.
  package static func readStandardInput(limit: Int = FileBytes.limit) throws(Problem) -> [UInt8] {
    try bytes(of: STDIN_FILENO, limit: limit, timeout: -1)
  }

  /// - Parameter isPipe: whether an end may only mean that no writer has opened the pipe yet.
  private static func bytes(
    of descriptor: Int32, limit: Int, timeout: Int32, isPipe: Bool = false
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
      if poll(&waiting, 1, timeout) == 0 { throw .silent }
      hasWaited = true
    }
  }

  /// Reads up to the size of `buffer`, like `read(2)`. A function with that name would hide it.
  static func readSome(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    Platform.read(descriptor, buffer.baseAddress, buffer.count)
  }

  private static func failure() -> Problem { .unreadable(reason: String(cString: strerror(errno))) }

  /// Whether a folder, a pipe or a device is at `path`, also behind a link.
  package static func isNoFile(_ path: String) -> Bool { FileStatus(path: path).map { $0.kind != .regular } ?? false }

  /// Whether `path` exists.
  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Decodes UTF-8, without a byte order mark.
  package static func text(_ bytes: [UInt8]) throws(Problem) -> String {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let content = bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...]
    guard let text = String(validating: content, as: UTF8.self) else { throw .notText }
    return text
  }
}
