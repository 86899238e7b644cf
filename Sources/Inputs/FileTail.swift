internal import Marbles
internal import Platform
internal import Scenes

/// Reads the lines that are appended to a file, and follows the file's name when a log is rotated: what `tail -F` prints.
///
/// A file that loses its name is still read for a while, because its writer may not have noticed. A file that shrinks is
/// read again from its start. When a log was rotated several times between two looks, the files in between are found
/// beside it, by their names: `log.1`, `log-20260131`.
final class FileTail {
  /// How long a file that has lost its name may be silent before it is closed, in nanoseconds.
  static let linger: Int64 = 5_000_000_000
  /// How many lines are read that were written before.
  static let earlierLines = 10

  private struct Followed {
    let descriptor: Int32
    let status: FileStatus
    var position: Int
    var splitter = LineSplitter()
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
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

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
    open(fromStart: false)
  }

  deinit { for file in files { close(file.descriptor) } }

  /// The lines that have been written since the last call; empty when there is nothing new.
  func lines() -> [LineReader.Line] {
    while true {
      for index in files.indices {
        // Bytes may complete no line, and there may be more of them.
        while let lines = read(index) { if !lines.isEmpty { return lines } }
      }
      let ended = closeSilentFiles()
      if !ended.isEmpty { return ended }
      guard open(fromStart: true) else { return [] }
    }
  }

  /// Reads the next bytes of a file; nil when there are none.
  private func read(_ index: Int) -> [LineReader.Line]? {
    let count = buffer.withUnsafeMutableBytes { FileBytes.readSome(files[index].descriptor, $0) }
    guard count > 0 else {
      guard let size = FileStatus(files[index].descriptor)?.size, size < files[index].position else { return nil }
      lseek(files[index].descriptor, 0, SEEK_SET)
      files[index].position = 0
      return [reader.finish(&files[index].splitter)].compactMap(\.self)
    }
    files[index].position += count
    if files[index].lostName != nil { files[index].lostName = clock.now() }
    return reader.read(buffer[..<count], by: &files[index].splitter)
  }

  /// Closes files that have lost their name and are silent.
  ///
  /// - Returns: their last lines, if no line feed ends them.
  private func closeSilentFiles() -> [LineReader.Line] {
    var lines: [LineReader.Line] = []
    let time = clock.now()
    files.removeAll { file in
      guard let lostName = file.lostName, time - lostName >= Self.linger else { return false }
      var splitter = file.splitter
      if let line = reader.finish(&splitter) { lines.append(line) }
      close(file.descriptor)
      return true
    }
    return lines
  }

  /// Opens the file that has the name, if it is another one than before.
  @discardableResult
  private func open(fromStart: Bool) -> Bool {
    guard let named = FileStatus(path: path) else { return false }
    if let last = files.last, last.lostName == nil, last.status.isSameFile(as: named) { return false }
    let descriptor = Platform.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { return false }
    // The name may have moved on since.
    guard let status = FileStatus(descriptor), !files.contains(where: { $0.status.isSameFile(as: status) }) else {
      close(descriptor)
      return false
    }
    if !files.isEmpty {
      files[files.endIndex - 1].lostName = clock.now()
      openMissedFiles()
    }
    let start = fromStart ? 0 : Self.startOfLastLines(descriptor, size: status.size)
    lseek(descriptor, off_t(start), SEEK_SET)
    files.append(Followed(descriptor: descriptor, status: status, position: start))
    archived.insert(status.identity)
    return true
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
      let descriptor = Platform.open(file.path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
      guard descriptor >= 0 else { continue }
      guard let status = FileStatus(descriptor), status.isSameFile(as: file.status) else {
        close(descriptor)
        continue
      }
      files.append(Followed(descriptor: descriptor, status: status, position: 0, lostName: clock.now()))
    }
  }

  /// Where the last ``earlierLines`` lines begin, within the last 64 KiB.
  private static func startOfLastLines(_ descriptor: Int32, size: Int) -> Int {
    let length = min(size, 1 << 16)
    var bytes = [UInt8](repeating: 0, count: length)
    let count = pread(descriptor, &bytes, length, off_t(size - length))
    guard count > 0 else { return size }
    var ends = 0
    for index in (0..<count).reversed() where bytes[index] == UInt8(ascii: "\n") {
      // The last line feed ends the last line.
      if index < count - 1 { ends += 1 }
      if ends == earlierLines { return size - length + index + 1 }
    }
    guard size > length else { return 0 }
    // Reading begins after the first line feed, as the line before it is cut.
    return bytes[..<count].firstIndex(of: UInt8(ascii: "\n")).map { size - length + $0 + 1 } ?? size
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
