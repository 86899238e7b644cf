internal import Platform

/// Writes whole files: scenes, documents, pictures and reports.
///
/// The bytes go into a hidden file in the same folder, which then takes the name, so that no program reads half of a
/// file. A symbolic link stays, and a file keeps its mode; a new file has that of the umask. A pipe, a terminal or a
/// device is written to, and stays in place: run as root, marbled could replace `/dev/null` by a file.
package enum OutputFile {
  /// Replaces the text of a file, or makes a file.
  ///
  /// - Parameters:
  ///   - text: the contents.
  ///   - path: the path of the file, whose folder must exist.
  ///   - name: the path for messages, if it is another one.
  /// - Throws: ``InputError`` when the file can't be written.
  package static func write(_ text: String, to path: String, called name: String? = nil) throws(InputError) {
    try write(Array(text.utf8), to: path, called: name)
  }

  /// Replaces the bytes of a file, or makes a file, as ``write(_:to:called:)-(String,_,_)`` does.
  ///
  /// - Throws: ``InputError`` when the file can't be written.
  package static func write(_ bytes: [UInt8], to path: String, called name: String? = nil) throws(InputError) {
    do throws(Refusal) { try put(bytes, at: path) } catch {
      throw InputError(.unreadable, "\(name ?? path) can't be written: \(String(cString: strerror(error.code)))")
    }
  }

  /// What the system says when it refuses something.
  private struct Refusal: Error {
    var code = errno
  }

  private static func put(_ bytes: [UInt8], at path: String) throws(Refusal) {
    let status = FileStatus(path: path)
    if status?.kind == .folder { throw Refusal(code: EISDIR) }
    let place = try Place(path)
    if let descriptor = place.openFile { return try write(bytes, to: descriptor) }
    guard status == nil || status?.kind == .regular, !place.isOfOpenFile else { return try fill(path, with: bytes) }
    try replace(place, by: bytes, permissions: status?.permissions)
  }

  /// Writes to a pipe or a device.
  private static func fill(_ path: String, with bytes: [UInt8]) throws(Refusal) {
    var descriptor: Int32
    repeat {
      descriptor = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC | O_NOCTTY)
    } while descriptor < 0 && errno == EINTR
    guard descriptor >= 0 else { throw Refusal() }
    defer { close(descriptor) }
    try write(bytes, to: descriptor)
  }

  private static func replace(_ place: Place, by bytes: [UInt8], permissions: UInt32?) throws(Refusal) {
    let hidden = place.folder + ".marbled-\(getpid())-\(String(UInt64.random(in: 0...UInt64.max), radix: 36))"
    // Until the file has its mode, only its owner can read it: it may be private.
    let mode: mode_t = permissions == nil ? 0o666 : 0o600
    let descriptor = open(hidden, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw Refusal() }
    do throws(Refusal) {
      defer { close(descriptor) }
      // Fails where files have no modes, such as on FAT.
      if let permissions { _ = fchmod(descriptor, mode_t(truncatingIfNeeded: permissions)) }
      try write(bytes, to: descriptor)
      guard fsync(descriptor) == 0 || errno == EINVAL else { throw Refusal() }
      guard rename(hidden, place.path) == 0 else { throw Refusal() }
    } catch {
      unlink(hidden)
      throw error
    }
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Refusal) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Platform.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&waiting, 1, -1)
      } else if errno != EINTR {
        throw Refusal()
      }
    }
  }

  /// Where a path leads to, through all links: there may be no file yet.
  private struct Place {
    /// The folder, with a slash at its end; empty for the current one.
    private(set) var folder = ""
    private var name = ""
    /// Whether it stands for a file that a process has opened, as `/dev/stdout` does.
    private(set) var isOfOpenFile = false
    /// The file that this process has opened, if it is one of them. Opening it again would begin at its start.
    private(set) var openFile: Int32?

    var path: String { folder + name }

    /// As many links are followed as the system follows.
    private static let mostLinks = 40

    init(_ path: String) throws(Refusal) {
      var next = path
      for _ in 0...Self.mostLinks {
        let slash = next.lastIndex(of: "/")
        folder = slash.map { String(next[...$0]) } ?? ""
        name = String(next.dropFirst(folder.count))
        if name.isEmpty { throw Refusal(code: next.isEmpty ? ENOENT : EISDIR) }
        try findOpenFile()
        guard !isOfOpenFile, let link = try Self.destination(of: self.path) else { return }
        next = link.hasPrefix("/") ? link : folder + link
      }
      throw Refusal(code: ELOOP)
    }

    private mutating func findOpenFile() throws(Refusal) {
      guard let real = realpath(folder.isEmpty ? "." : folder, nil) else { throw Refusal() }
      defer { free(real) }
      let folder = String(cString: real)
      isOfOpenFile = folder == "/dev/fd" || folder.hasPrefix("/proc/") && folder.hasSuffix("/fd")
      openFile = folder == "/dev/fd" || folder == "/proc/\(getpid())/fd" ? Int32(name) : nil
    }

    /// Where a link leads to; nil for what is no link.
    private static func destination(of link: String) throws(Refusal) -> String? {
      var buffer = [UInt8](repeating: 0, count: 1 << 12)
      let count = buffer.withUnsafeMutableBytes { bytes in
        readlink(link, bytes.baseAddress!.assumingMemoryBound(to: CChar.self), bytes.count)
      }
      guard count >= 0 else { return nil }
      guard let path = String(validating: buffer[..<count], as: UTF8.self) else { throw Refusal(code: EILSEQ) }
      return path
    }
  }
}
