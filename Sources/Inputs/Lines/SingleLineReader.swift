public import Marbles

/// Reads formats in which each line is a record: logfmt, the common log format, words, and patterns.
///
/// Blank lines are skipped.
///
/// ```swift
/// var reader = SingleLineReader(.words)
/// reader.read("a 1\n\nb 2.5\n".utf8)   // 1: ["a",1], 3: ["b",2.5]
/// ```
public struct SingleLineReader: RecordReader {
  /// A format of lines.
  public enum Format: Hashable, Sendable {
    /// Pairs; as in Heroku and Go.
    case logfmt
    /// The common or the combined log format; as of web servers.
    case clf
    /// Fields with white space between them.
    case words
    /// The named groups of a pattern; without names all groups, and without groups what it matches.
    case pattern(Pattern)
  }

  private let format: Format
  private var splitter: LineSplitter
  private var mark = ByteOrderMark()
  /// The number of lines that have ended.
  public private(set) var lineCount: Int

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - format: the format of the lines.
  ///   - limit: the maximum length of a line, in bytes; a longer one is malformed.
  ///   - count: the number of earlier lines.
  public init(_ format: Format, limit: Int = 1 << 20, after count: Int = 0) {
    self.format = format
    splitter = LineSplitter(limit: limit)
    lineCount = count
  }

  /// Reads the lines that `bytes` complete.
  public mutating func read(_ bytes: some Collection<UInt8>) -> [LineRecord] {
    splitter.lines(in: mark.strip(bytes)).compactMap { take($0) }
  }

  /// Reads the last line if no line feed ends it.
  public mutating func finish() -> [LineRecord] {
    let records = splitter.lines(in: mark.rest()).compactMap { take($0) }
    return records + [splitter.last().flatMap { take($0) }].compactMap { $0 }
  }

  /// Drops the unfinished line, which counts as malformed.
  public mutating func cut(_ reason: String) -> [LineRecord] {
    _ = splitter.lines(in: mark.rest())
    guard splitter.last() != nil else { return [] }
    lineCount += 1
    return [LineRecord(number: lineCount, content: .malformed(reason))]
  }

  private mutating func take(_ line: LineSplitter.Line) -> LineRecord? {
    lineCount += 1
    guard case .bytes(let bytes) = line else { return .tooLong(number: lineCount, limit: splitter.limit) }
    return Self.record(bytes, format, number: lineCount)
  }

  private static func value(of match: PatternMatch, _ pattern: Pattern) -> Value {
    var isInvalid = false
    func field(_ text: Substring?) -> Value {
      text.map { FieldValue.value(Array($0.utf8)[...], isInvalid: &isInvalid) } ?? .null
    }
    if pattern.groups.contains(where: { $0.name != nil }) {
      var members: [String: Value] = [:]
      for group in pattern.groups { if let name = group.name { members[name] = field(match[name]) } }
      return .object(members)
    }
    return pattern.groups.isEmpty ? .string(String(match.text)) : .array(match.groups.map(field))
  }

  /// Reads one line, without its line break; nil when it is blank.
  ///
  /// - Parameters:
  ///   - line: the bytes of the line.
  ///   - format: its format.
  ///   - number: its number, from 1.
  public static func record(_ line: [UInt8], _ format: Format, number: Int) -> LineRecord? {
    if line.allSatisfy(\.isWhiteSpace) { return nil }
    var record = LineRecord(number: number, content: .malformed(""))
    do throws(LineMisfit) {
      switch format {
      case .logfmt:
        var logfmt = Logfmt(line)
        record.content = .checked(try logfmt.value(), most: line.count)
        record.hasInvalidCharacters = logfmt.isInvalid
      case .clf:
        var log = CommonLog(line)
        (record.content, record.sourceTime) = (.checked(try log.value(), most: line.count + 16), log.time)
        record.hasInvalidCharacters = log.isInvalid
      case .words:
        let fields = line.split(whereSeparator: \.isWhiteSpace)
        let value = fields.map { FieldValue.value($0, isInvalid: &record.hasInvalidCharacters) }
        record.content = .checked(.array(value), most: line.count + 1)
      case .pattern(let pattern):
        let text = FieldValue.text(line[...], isInvalid: &record.hasInvalidCharacters)
        guard let match = pattern.firstMatch(in: text) else {
          throw LineMisfit(offset: 0, expected: "a line that matches the pattern")
        }
        record.content = .checked(Self.value(of: match, pattern), most: line.count + pattern.groups.count + 1)
      }
    } catch {
      record.content = .malformed(error.description(in: line))
    }
    return record
  }
}
