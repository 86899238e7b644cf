/// Cuts bytes into lines as they come, however they come: where a chunk ends makes no difference.
///
/// A line ends at a line feed; a carriage return before it belongs to the end. What stands behind the last line feed is
/// a line, too, once there is nothing more to come.
public struct LineSplitter: Sendable {
  /// One line, without its end.
  public enum Line: Hashable, Sendable {
    /// Its bytes.
    case bytes([UInt8])
    /// It has more bytes than a line may have; they are gone.
    case tooLong
  }

  /// The most bytes that a line may have.
  public let limit: Int

  private var rest: [UInt8] = []
  private var isTooLong = false

  /// Creates a splitter.
  ///
  /// - Parameter limit: the most bytes that a line may have, its end not counted: what a line without an end may cost.
  public init(limit: Int = 1 << 20) { self.limit = limit }

  /// The lines that end in `bytes`.
  public mutating func lines(in bytes: some Collection<UInt8>) -> [Line] {
    var lines: [Line] = []
    var start = bytes.startIndex
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      keep(bytes[start..<end])
      lines.append(takeLine())
      start = bytes.index(after: end)
    }
    keep(bytes[start...])
    return lines
  }

  /// The line that no line feed ends; nil when the last byte was one.
  public mutating func last() -> Line? { rest.isEmpty && !isTooLong ? nil : takeLine() }

  private mutating func keep(_ bytes: some Collection<UInt8>) {
    // One byte more, which may be the carriage return of the end.
    guard !isTooLong, rest.count + bytes.count <= limit + 1 else {
      isTooLong = true
      rest = []
      return
    }
    rest += bytes
  }

  private mutating func takeLine() -> Line {
    defer {
      rest.removeAll(keepingCapacity: rest.count <= 4096)
      isTooLong = false
    }
    if rest.last == UInt8(ascii: "\r") { rest.removeLast() }
    return isTooLong || rest.count > limit ? .tooLong : .bytes(rest)
  }
}
