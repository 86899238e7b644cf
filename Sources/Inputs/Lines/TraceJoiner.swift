internal import Marbles

/// Joins the lines of a stack trace: a line belongs to the one before if it begins with white space, `Caused by:` or
/// `at `, or if it is like `... 12 more`.
///
/// Each record is a text with its line breaks, as line feeds. It is given when the next one begins, at the end, or when
/// the owner calls ``pause()`` because nothing has come for a while.
///
/// ```swift
/// var joiner = TraceJoiner()
/// joiner.read("Error: no\n  at f()\n  at g()\nok\n".utf8)   // 1: "Error: no\n  at f()\n  at g()"
/// joiner.pause()                                             // 4: "ok"
/// ```
public struct TraceJoiner: RecordReader {
  private var splitter: LineSplitter
  private var mark = ByteOrderMark()
  /// The number of lines that have ended.
  public private(set) var lineCount: Int

  /// The record that may go on; nil when there is none.
  private var waiting: Waiting?

  private struct Waiting {
    var number: Int
    /// Its lines; nil when they are too long.
    var text: [UInt8]?
  }

  /// Creates a joiner.
  ///
  /// - Parameters:
  ///   - limit: the maximum length of a record, in bytes; a longer one is malformed, with all of its lines.
  ///   - count: the number of earlier lines.
  public init(limit: Int = 1 << 20, after count: Int = 0) {
    splitter = LineSplitter(limit: limit)
    lineCount = count
  }

  /// Whether a record waits for more lines.
  public var isWaiting: Bool { waiting != nil }

  /// Reads lines; gives the records that they end.
  public mutating func read(_ bytes: some Collection<UInt8>) -> [LineRecord] { take(mark.strip(bytes)) }

  /// Gives the record that waits; lines that come later do not belong to it.
  public mutating func pause() -> LineRecord? {
    defer { waiting = nil }
    return waiting.map { record($0) }
  }

  /// Reads the last line if no line feed ends it, and gives the records that are left.
  public mutating func finish() -> [LineRecord] {
    var records = take(mark.rest())
    if let line = splitter.last(), let ended = take(line) { records.append(ended) }
    return records + [pause()].compactMap { $0 }
  }

  /// Gives the record that waits, and drops the unfinished line, which counts as malformed.
  public mutating func cut(_ reason: String) -> [LineRecord] {
    var records = take(mark.rest()) + [pause()].compactMap { $0 }
    if splitter.last() != nil {
      lineCount += 1
      records.append(LineRecord(number: lineCount, content: .malformed(reason)))
    }
    return records
  }

  private mutating func take(_ bytes: [UInt8]) -> [LineRecord] { splitter.lines(in: bytes).compactMap { take($0) } }

  /// Takes a line; gives the record before if it is not part of it.
  private mutating func take(_ line: LineSplitter.Line) -> LineRecord? {
    lineCount += 1
    guard case .bytes(let bytes) = line else {
      let ended = pause()
      waiting = Waiting(number: lineCount, text: nil)
      return ended
    }
    guard waiting != nil, Self.continues(bytes) else {
      let ended = pause()
      waiting = Waiting(number: lineCount, text: bytes)
      return ended
    }
    // In place: a copy for each line would take quadratic time.
    if let count = waiting?.text?.count, count + 1 + bytes.count <= splitter.limit {
      waiting?.text?.append(UInt8(ascii: "\n"))
      waiting?.text?.append(contentsOf: bytes)
    } else {
      waiting?.text = nil
    }
    return nil
  }

  private func record(_ waiting: Waiting) -> LineRecord {
    guard let text = waiting.text else { return .tooLong(number: waiting.number, limit: splitter.limit) }
    var record = LineRecord(number: waiting.number, content: .malformed(""))
    let value = Value.string(FieldValue.text(text[...], isInvalid: &record.hasInvalidCharacters))
    record.content = .checked(value, most: 1 + text.count / 64)
    return record
  }

  /// Whether a line belongs to the one before.
  static func continues(_ line: [UInt8]) -> Bool {
    guard let first = line.first else { return false }
    if first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") { return true }
    if line.starts(with: "Caused by:".utf8) || line.starts(with: "at ".utf8) { return true }
    guard line.starts(with: "... ".utf8) else { return false }
    let rest = line.dropFirst(4).drop(while: FieldValue.isDigit)
    return rest.count < line.count - 4 && rest.elementsEqual(" more".utf8)
  }
}
