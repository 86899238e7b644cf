internal import Marbles

/// Reads JSON values that mostly take one line each, and otherwise as ``JSONValueReader`` does.
///
/// A line that is no JSON, and begins no value that goes on, is malformed by itself, so that each is counted.
///
/// ```swift
/// var reader = JSONLineReader()
/// reader.read("1\n{\n\"x\": 2}\nno\n".utf8)   // 1: 1, 2: {"x":2}, 4: malformed
/// ```
public struct JSONLineReader: RecordReader {
  private var splitter: LineSplitter
  private var mark = ByteOrderMark()
  /// Reads a value that takes several lines; nil outside of one.
  private var values: JSONValueReader?
  /// The number of lines that have ended.
  public private(set) var lineCount: Int

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - limit: the maximum length of a line and of a value, in bytes; a longer one is malformed.
  ///   - count: the number of earlier lines.
  public init(limit: Int = 1 << 20, after count: Int = 0) {
    splitter = LineSplitter(limit: limit)
    lineCount = count
  }

  /// Reads the values that `bytes` complete.
  public mutating func read(_ bytes: some Collection<UInt8>) -> [LineRecord] { take(mark.strip(bytes)) }

  /// Reads the last line if no line feed ends it; a value that is not complete is malformed.
  public mutating func finish() -> [LineRecord] {
    var records = take(mark.rest())
    if let line = splitter.last() { records += take(line) }
    records += values?.finish() ?? []
    values = nil
    return records
  }

  /// Drops the unfinished line and the unfinished value, which count as malformed once.
  public mutating func cut(_ reason: String) -> [LineRecord] {
    var records = take(mark.rest())
    let isInLine = splitter.last() != nil
    let unfinished = values?.cut(reason) ?? []
    values = nil
    if isInLine {
      lineCount += 1
      records += unfinished.isEmpty ? [LineRecord(number: lineCount, content: .malformed(reason))] : unfinished
    } else {
      records += unfinished
    }
    return records
  }

  private mutating func take(_ bytes: [UInt8]) -> [LineRecord] { splitter.lines(in: bytes).flatMap { take($0) } }

  private mutating func take(_ line: LineSplitter.Line) -> [LineRecord] {
    defer { lineCount += 1 }
    guard case .bytes(let bytes) = line else {
      values = nil
      return [.tooLong(number: lineCount + 1, limit: splitter.limit)]
    }
    if values == nil {
      if bytes.allSatisfy(\.isWhiteSpace) { return [] }
      if let value = Value(line: bytes) ?? (try? Value(json: bytes)) {
        return [LineRecord(number: lineCount + 1, content: .checked(value, most: bytes.count))]
      }
    }
    // In place: a copy for each line would take quadratic time.
    if values == nil { values = JSONValueReader(limit: splitter.limit, after: lineCount) }
    let records = values?.read(bytes + [UInt8(ascii: "\n")]) ?? []
    if values?.isInside != true { values = nil }
    return records
  }
}
