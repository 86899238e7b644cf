internal import Gzip
internal import Marbles
internal import Platform
internal import Scenes

/// Reads the lines that are appended to a file, and follows the file's name when a log is rotated: what `tail -F` prints.
///
/// A file that loses its name is still read for a while, because its writer may not have noticed. A file that was truncated
/// or rewritten is read again from its start. When a log was rotated several times between two looks, the files in between
/// are found beside it, by their names: `log.1`, `log-20260131`. Only regular files are followed: when something else takes
/// the name, the tail waits until a file has it again.
///
/// A line is never read from its middle. A line that was incomplete when its file was rewritten is malformed.
final class FileTail {
  /// How long a file that has lost its name may be silent before it is closed, in nanoseconds.
  static let linger: Int64 = 5_000_000_000
  /// How many lines are read that were written before.
  static let earlierLines = 10

  /// Why what has the name can't be followed.
  struct NotFollowed: Error, Hashable, CustomStringConvertible {
    let description: String
  }

  private struct Followed {
    let descriptor: Int32
    let status: FileStatus
    var position: Int
    /// What was before the position.
    var seen: SeenBytes
    /// Whether reading has begun in the middle of a line, which is skipped.
    var skipsLine = false
    var part: LineReader.Part
    /// When the file lost its name, or was last read after that, in nanoseconds; nil while it has the name.
    var lostName: Int64?
  }

  private let path: String
  private let clock: MonotonicClock
  /// The files to read, the one with the name last.
  private var files: [Followed] = []
  /// The rotated files that need not be read: older ones, and those that were.
  private var archived: Set<FileIdentity> = []
  private var reader: LineReader
  /// Why there is nothing to follow: found before the first file was.
  private var problem: NotFollowed?

  /// Starts with the last lines of the file; of a file that appears later, with its first.
  ///
  /// - Parameters:
  ///   - path: the file, which need not exist yet.
  ///   - settings: how lines become events.
  ///   - clock: measures how long a file without its name is silent.
  init(_ path: String, settings: LineSettings = LineSettings(), clock: MonotonicClock = .system) {
    (self.path, self.clock) = (path, clock)
    reader = LineReader(settings: settings)
    archived = Set(RotatedFiles.of(path).map(\.status.identity))
    problem = FileStatus(path: path).flatMap { Self.problem($0.kind) }
    if problem == nil { open(fromStart: false) }
    if let file = files.last, Self.isCompressed(file.descriptor) {
      problem = NotFollowed(
        description: "can't be followed: it is a gzip file, to which no lines are appended (help: read it with @FILE)")
    }
  }

  deinit { for file in files { close(file.descriptor) } }

  private static func problem(_ kind: FileStatus.Kind) -> NotFollowed? {
    if kind == .regular { return nil }
    let (what, help): (String, String) =
      switch kind {
      case .folder: ("a folder", "name a file in it")
      case .pipe: ("a pipe", "read it with @FILE")
      case .socket: ("a socket", "read it with @FILE")
      case .regular, .characterDevice, .other: ("a device", "read it with @FILE")
      }
    return NotFollowed(
      description: "can't be followed: it is \(what), not a file to which lines are appended (help: \(help))")
  }

  private static func isCompressed(_ descriptor: Int32) -> Bool {
    var bytes = [UInt8](repeating: 0, count: GzipDecoder.signature.count)
    return pread(descriptor, &bytes, bytes.count, 0) == bytes.count && bytes == GzipDecoder.signature
  }

  /// Reads on, a chunk at most.
  ///
  /// - Parameter buffer: for the bytes that are read.
  /// - Returns: the lines that are complete now; nil when nothing has been written since the last call.
  /// - Throws: ``NotFollowed`` when what has the name is no file that grows.
  func next(_ buffer: inout [UInt8]) throws(NotFollowed) -> [LineReader.Line]? {
    if let problem { throw problem }
    while true {
      for index in files.indices {
        if let lines = try read(index, &buffer) { return lines }
      }
      let ended = closeSilentFiles()
      if !ended.isEmpty { return ended }
      guard open(fromStart: true) else { return nil }
    }
  }

  /// The records that are complete because nothing has been written for a while.
  func pause() -> [LineReader.Line] {
    var lines: [LineReader.Line] = []
    for index in files.indices { lines += reader.pause(&files[index].part) }
    return lines
  }

  /// The first line of a file, if it names the fields of all others and reading begins behind it.
  private func header(of descriptor: Int32, before start: Int) -> [UInt8]? {
    guard reader.hasHeader, start > 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: min(start, 1 << 16))
    let count = pread(descriptor, &bytes, bytes.count, 0)
    guard count > 0, let end = bytes[..<count].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    return Array(bytes[..<end])
  }

  /// Reads the next bytes of a file; nil when there are none.
  private func read(_ index: Int, _ buffer: inout [UInt8]) throws(NotFollowed) -> [LineReader.Line]? {
    let count = buffer.withUnsafeMutableBytes { FileBytes.readSome(files[index].descriptor, $0) }
    let size = FileStatus(files[index].descriptor)?.size ?? 0
    // After the read, because a file that is rewritten in between would continue in the middle of a line.
    guard size >= files[index].position, files[index].seen.isBefore(files[index].position, of: files[index].descriptor)
    else { return restart(index) }
    guard count > 0 else { return nil }
    if size == 0, hasNoSize(index) {
      throw NotFollowed(
        description: "can't be followed: the system makes its content when it is read, so nothing is appended to it")
    }
    files[index].position += count
    files[index].seen.add(buffer[..<count])
    if files[index].lostName != nil { files[index].lostName = clock.now() }
    var bytes = buffer[..<count]
    if files[index].skipsLine {
      guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return [] }
      bytes = bytes[(end + 1)...]
      files[index].skipsLine = false
    }
    return reader.read(bytes, by: &files[index].part)
  }

  /// Whether a file from which something was read, and which was empty afterwards, is again readable from its start and
  /// empty: as in `/proc`. A file would have to be written and cut twice in between.
  private func hasNoSize(_ index: Int) -> Bool {
    var byte: UInt8 = 0
    return pread(files[index].descriptor, &byte, 1, 0) == 1 && FileStatus(files[index].descriptor)?.size == 0
  }

  /// Begins again with the start of a file that was truncated or rewritten.
  ///
  /// - Returns: the line that was not complete then, as malformed: nobody knows how it went on.
  private func restart(_ index: Int) -> [LineReader.Line] {
    lseek(files[index].descriptor, 0, SEEK_SET)
    (files[index].position, files[index].seen, files[index].skipsLine) = (0, SeenBytes(), false)
    let cut = reader.cut(&files[index].part, "the file was rewritten before the line was complete")
    files[index].part = reader.part()
    return cut
  }

  /// Closes files that have lost their name and are silent.
  ///
  /// - Returns: their last lines, if no line feed ends them.
  private func closeSilentFiles() -> [LineReader.Line] {
    var lines: [LineReader.Line] = []
    let time = clock.now()
    files.removeAll { file in
      guard let lostName = file.lostName, time - lostName >= Self.linger else { return false }
      var part = file.part
      lines += reader.finish(&part)
      close(file.descriptor)
      return true
    }
    return lines
  }

  /// Opens the file that has the name, if it is another one than before.
  @discardableResult
  private func open(fromStart: Bool) -> Bool {
    // A pipe is not opened: its writer would go on, although nobody reads it.
    guard let named = FileStatus(path: path), named.kind == .regular else { return false }
    if let last = files.last, last.lostName == nil, last.status.isSameFile(as: named) { return false }
    guard let (descriptor, status) = Self.opened(path) else { return false }
    // The name may have moved on since.
    guard !files.contains(where: { $0.status.isSameFile(as: status) }) else {
      close(descriptor)
      return false
    }
    if !files.isEmpty {
      files[files.endIndex - 1].lostName = clock.now()
      openMissedFiles()
    }
    let (start, isInLine) = fromStart ? (0, false) : Self.startOfLastLines(descriptor, size: status.size)
    lseek(descriptor, off_t(start), SEEK_SET)
    files.append(
      Followed(
        descriptor: descriptor, status: status, position: start, seen: SeenBytes(before: start, of: descriptor),
        skipsLine: isInLine, part: reader.part(header: header(of: descriptor, before: start))))
    archived.insert(status.identity)
    return true
  }

  /// Opens a regular file; nil for anything else.
  private static func opened(_ path: String) -> (Int32, FileStatus)? {
    // Without blocking: a pipe may have taken the place of the file since it was looked at.
    let descriptor = Platform.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    if let status = FileStatus(descriptor), status.kind == .regular { return (descriptor, status) }
    close(descriptor)
    return nil
  }

  /// Opens the files that had the name between the last one and the current one.
  private func openMissedFiles() {
    let rotated = RotatedFiles.of(path)
    // A file that has been deleted gives its number to another one.
    archived.formIntersection(rotated.map(\.status.identity) + files.map(\.status.identity))
    for file in rotated.sorted(by: { $0.status.modified < $1.status.modified }) {
      guard archived.insert(file.status.identity).inserted,
        !files.contains(where: { $0.status.isSameFile(as: file.status) })
      else { continue }
      guard let (descriptor, status) = Self.opened(file.path) else { continue }
      guard status.isSameFile(as: file.status) else {
        close(descriptor)
        continue
      }
      files.append(
        Followed(
          descriptor: descriptor, status: status, position: 0, seen: SeenBytes(), part: reader.part(),
          lostName: clock.now()))
    }
  }

  /// Where the last ``earlierLines`` lines begin, within the last 64 KiB, and whether that is in the middle of a line.
  private static func startOfLastLines(_ descriptor: Int32, size: Int) -> (start: Int, isInLine: Bool) {
    let length = min(size, 1 << 16)
    var bytes = [UInt8](repeating: 0, count: length)
    let count = pread(descriptor, &bytes, length, off_t(size - length))
    guard count > 0 else { return (size, size > 0) }
    var ends = 0
    for index in (0..<count).reversed() where bytes[index] == UInt8(ascii: "\n") {
      // The last line feed ends the last line.
      if index < count - 1 { ends += 1 }
      if ends == earlierLines { return (size - length + index + 1, false) }
    }
    guard size > length else { return (0, false) }
    // Reading begins after the first line feed, as the line before it is cut.
    guard let end = bytes[..<count].firstIndex(of: UInt8(ascii: "\n")) else { return (size, true) }
    return (size - length + end + 1, false)
  }
}

/// The first bytes of a file, and those before a position: while they are the same, the file has only grown.
struct SeenBytes {
  private var first: [UInt8] = []
  private var last: [UInt8] = []

  /// How many bytes are compared at each of the two places.
  static let count = 64

  /// Nothing is before the start of a file.
  init() {}

  /// What is before `position`.
  init(before position: Int, of descriptor: Int32) {
    let count = min(Self.count, position)
    first = Self.bytes(count, at: 0, of: descriptor)
    last = Self.bytes(count, at: position - count, of: descriptor)
  }

  /// Adds bytes that follow.
  mutating func add(_ bytes: ArraySlice<UInt8>) {
    first += bytes.prefix(Self.count - first.count)
    last = Array((last + bytes.suffix(Self.count)).suffix(Self.count))
  }

  /// Whether a file still has these bytes before `position`.
  func isBefore(_ position: Int, of descriptor: Int32) -> Bool {
    Self.bytes(first.count, at: 0, of: descriptor) == first
      && Self.bytes(last.count, at: position - last.count, of: descriptor) == last
  }

  private static func bytes(_ count: Int, at position: Int, of descriptor: Int32) -> [UInt8] {
    guard count > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: count)
    let read = pread(descriptor, &bytes, count, off_t(position))
    return Array(bytes.prefix(max(0, read)))
  }
}

/// Which file it is, whatever its name.
struct FileIdentity: Hashable {
  let device: UInt64
  let inode: UInt64
}

extension FileStatus {
  var identity: FileIdentity { FileIdentity(device: device, inode: inode) }

  fileprivate func isSameFile(as other: FileStatus) -> Bool { identity == other.identity }
}
