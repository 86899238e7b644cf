/// Files to which lines are appended.
public enum AppendedFile {
  /// Ends the last line of a regular file if it was cut, so that the next line begins on its own.
  ///
  /// - Parameters:
  ///   - descriptor: the file, open for appending.
  ///   - path: the same file, which is opened once more for reading.
  public static func endCutLine(of descriptor: Int32, at path: String) {
    guard let file = FileStatus(descriptor), file.kind == .regular, file.size > 0 else { return }
    let reader = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard reader >= 0 else { return }
    defer { close(reader) }
    var last: UInt8 = 0
    guard pread(reader, &last, 1, off_t(file.size - 1)) == 1, last != UInt8(ascii: "\n") else { return }
    var lineFeed = UInt8(ascii: "\n")
    _ = write(descriptor, &lineFeed, 1)
  }
}
