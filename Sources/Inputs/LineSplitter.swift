/// Splits a stream of bytes into lines, independently of chunk boundaries.
///
/// A line ends at a line feed, with an optional carriage return before it. Bytes after the last line feed are a line
/// when the stream ends.
public struct LineSplitter: Sendable {
  /// One line, without its line break.
  public enum Line: Hashable, Sendable {
    /// The bytes of the line.
    case bytes([UInt8])
    /// The line exceeded the limit, and its bytes were dropped.
    case tooLong
  }

  /// The maximum length of a line, in bytes.
  public let limit: Int

  private var rest: [UInt8] = []
  /// Whether the line that is not complete yet exceeds the limit.
  public private(set) var isTooLong = false

  /// Creates a splitter.
  ///
  /// - Parameter limit: the maximum length of a line in bytes, without its line break; it bounds memory use.
  public init(limit: Int = 1 << 20) { self.limit = limit }

  /// The lines that are completed by `bytes`.
  public mutating func lines(in bytes: some Collection<UInt8>) -> [Line] {
    var lines: [Line] = []
    var start = bytes.startIndex
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      if rest.isEmpty, !isTooLong {
        lines.append(line(bytes[start..<end]))
      } else {
        keep(bytes[start..<end])
        lines.append(takeLine())
      }
      start = bytes.index(after: end)
    }
    keep(bytes[start...])
    return lines
  }

  /// The rest after the last line feed; nil when it is empty.
  public mutating func last() -> Line? { rest.isEmpty && !isTooLong ? nil : takeLine() }

  private mutating func keep(_ bytes: some Collection<UInt8>) {
    // One more byte, which may be the carriage return of the line break.
    guard !isTooLong, rest.count + bytes.count <= limit + 1 else {
      isTooLong = true
      rest = []
      return
    }
    rest += bytes
  }

  private mutating func takeLine() -> Line {
    defer { (rest, isTooLong) = ([], false) }
    return isTooLong ? .tooLong : line(rest)
  }

  /// A line in memory of its own, and not in that of longer lines: values keep their text as long as they are kept.
  private func line(_ bytes: some Collection<UInt8>) -> Line {
    // One more byte, which may be the carriage return of the line break.
    guard bytes.count <= limit + 1 else { return .tooLong }
    var line = Array(bytes)
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return line.count > limit ? .tooLong : .bytes(line)
  }
}
