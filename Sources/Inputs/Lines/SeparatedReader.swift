internal import Marbles

/// Reads CSV and TSV: records of fields, after a header line with their names.
///
/// Each record is an object: a field is text or a number; see `FieldValue`. Blank lines are skipped.
///
/// **CSV** is that of RFC 4180. Commas separate fields. A field that begins with a quote ends at the next single quote;
/// it may contain commas, line breaks, and quotes, which are doubled. Quotes do not decide whether a field is a number.
/// A quote inside of a field without quotes is a character. Text after a closing quote makes the record malformed.
///
/// **TSV** has tabs between fields, as the media type of IANA; a record is one line, and quotes are characters. `\t`,
/// `\n`, `\r` and `\\` are a tab, the line breaks and a backslash; any other backslash is a character.
///
/// A line break is a line feed, with an optional carriage return before it. White space around names is dropped. A name
/// that is empty, or longer than ``maximumName`` bytes, becomes the number of its field: `_3`. A name that another
/// field has already gets this number at its end: `a,a` is `a` and `a_2`.
///
/// A record with fewer fields lacks the last members, and one with more fields has members such as `_5`. Both are
/// ragged.
///
/// A record that is malformed ends at the next line break after the problem.
///
/// ```swift
/// var reader = SeparatedReader(.csv)
/// reader.read("host,cpu\nweb,7\ndb,\"a,b\"\n".utf8)   // 2: {"cpu":7,"host":"web"}, 3: {"cpu":"a,b","host":"db"}
/// ```
public struct SeparatedReader: RecordReader {
  /// A format with separators.
  public enum Dialect: Hashable, Sendable {
    /// Commas and quotes.
    case csv
    /// Tabs and escapes.
    case tsv
  }

  /// Where in a record the next byte is.
  private enum Place {
    case start
    case plain
    case quoted
    /// After a quote that ends the field, or is the first of two.
    case quote
    /// After a carriage return that follows a closing quote.
    case carriageReturn
    /// In a malformed record.
    case skipped
  }

  /// The maximum length of a name, in bytes.
  public static let maximumName = 128

  private let dialect: Dialect
  private let limit: Int
  private var header: Header?
  private var mark = ByteOrderMark()
  /// The number of lines that have ended.
  public private(set) var lineCount: Int

  /// The fields of the record that is not complete yet, without quotes, one after the other.
  private var content: [UInt8] = []
  /// The ends of its complete fields in ``content``.
  private var ends: [Int] = []
  /// Its length so far, in bytes.
  private var size = 0
  /// The number of the line where it begins.
  private var begin: Int
  private var place = Place.start
  private var problem: Problem?
  /// Whether a line has begun that has not ended.
  private var isInLine = false

  private enum Problem {
    case malformed(String)
    case tooLong(String)
  }

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - dialect: CSV or TSV.
  ///   - names: the names of the fields, when an earlier header has stated them; nil to take the first record as
  ///     header.
  ///   - limit: the maximum length of a record, in bytes; a longer one is malformed.
  ///   - count: the number of earlier lines.
  public init(_ dialect: Dialect, names: [String]? = nil, limit: Int = 1 << 20, after count: Int = 0) {
    (self.dialect, self.limit) = (dialect, limit)
    header = names.map { Header($0) }
    lineCount = count
    begin = count + 1
  }

  /// The names of the fields; nil before the header line.
  public var names: [String]? { header?.names }

  /// Reads the records that `bytes` complete.
  public mutating func read(_ bytes: some Collection<UInt8>) -> [LineRecord] { take(mark.strip(bytes)) }

  /// Reads the last record if no line feed ends it.
  public mutating func finish() -> [LineRecord] {
    let records = take(mark.rest())
    guard size > 0 || problem != nil else { return records }
    if place == .quoted { fail("the text ends here; expected a closing quote") }
    endLine()
    return records + [endRecord()].compactMap { $0 }
  }

  /// Drops the unfinished record, which counts as malformed.
  public mutating func cut(_ reason: String) -> [LineRecord] {
    _ = take(mark.rest())
    guard size > 0 || problem != nil else { return [] }
    problem = .malformed(reason)
    endLine()
    return [endRecord()].compactMap { $0 }
  }

  /// Counts the last line if no line feed has ended it.
  private mutating func endLine() {
    lineCount += isInLine ? 1 : 0
    isInLine = false
  }

  // MARK: Bytes

  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")
  private static let quote = UInt8(ascii: "\"")

  private mutating func take(_ bytes: [UInt8]) -> [LineRecord] {
    var records: [LineRecord] = []
    for byte in bytes {
      if byte == Self.lineFeed {
        lineCount += 1
        if place != .quoted || !grow() {
          if let record = endRecord() { records.append(record) }
        } else {
          content.append(byte)
        }
      } else if place != .skipped, grow() {
        take(byte)
      }
    }
    if let last = bytes.last { isInLine = last != Self.lineFeed }
    return records
  }

  /// Counts one more byte of the record; false if it is too long.
  private mutating func grow() -> Bool {
    size += 1
    // One more byte, which may be the carriage return of the line break.
    guard size > limit + 1 else { return true }
    failTooLong()
    return false
  }

  private mutating func take(_ byte: UInt8) {
    let separator = dialect == .csv ? UInt8(ascii: ",") : UInt8(ascii: "\t")
    switch place {
    case .start where byte == Self.quote && dialect == .csv: place = .quoted
    case .quote where byte == Self.quote:
      content.append(byte)
      place = .quoted
    case .quoted where byte == Self.quote: place = .quote
    case .quoted: content.append(byte)
    case .start where byte == separator, .plain where byte == separator, .quote where byte == separator: endField()
    case .start, .plain:
      content.append(byte)
      place = .plain
    case .quote where byte == Self.carriageReturn: place = .carriageReturn
    case .quote, .carriageReturn: fail("found text after a closing quote, expected `,` or a line break")
    case .skipped: break
    }
  }

  private mutating func endField() {
    ends.append(content.count)
    place = .start
    if ends.count >= Value.maximumParts { fail("more than \(Value.maximumParts) fields") }
  }

  private mutating func fail(_ reason: String) { fail(.malformed(reason)) }

  private mutating func failTooLong() {
    fail(.tooLong(place == .quoted ? ", with a quote that is not closed" : ""))
  }

  private mutating func fail(_ problem: Problem) {
    self.problem = problem
    (content, ends) = ([], [])
    place = .skipped
  }

  // MARK: Records

  private mutating func endRecord() -> LineRecord? {
    defer {
      content.removeAll(keepingCapacity: content.count <= 4096)
      ends.removeAll(keepingCapacity: ends.count <= 512)
      (size, place, problem) = (0, .start, nil)
      begin = lineCount + 1
    }
    var isEnded = place == .carriageReturn
    if place == .plain, content.last == Self.carriageReturn {
      content.removeLast()
      isEnded = true
    }
    if problem == nil, size - (isEnded ? 1 : 0) > limit { failTooLong() }
    switch problem {
    case .malformed(let reason): return LineRecord(number: begin, content: .malformed(reason))
    case .tooLong(let reason):
      var record = LineRecord.tooLong(number: begin, limit: limit)
      record.content = .malformed("longer than \(limit) bytes\(reason)")
      return record
    case nil: break
    }
    let isBlank = content.isEmpty && ends.isEmpty && place != .quote && place != .carriageReturn
    if isBlank { return nil }
    ends.append(content.count)
    guard let header else {
      header = Header(writtenNames)
      return nil
    }
    return record(header)
  }

  /// The bytes of the fields, without quotes and escapes.
  private var fields: some Sequence<ArraySlice<UInt8>> {
    ends.indices.lazy.map { [content, ends, dialect] index in
      let field = content[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
      return dialect == .csv ? field : Self.unescaped(field)
    }
  }

  private static func unescaped(_ field: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    field.unescaped { byte in
      switch byte {
      case UInt8(ascii: "t"): 0x09
      case UInt8(ascii: "n"): 0x0A
      case UInt8(ascii: "r"): 0x0D
      case UInt8(ascii: "\\"): byte
      default: nil
      }
    }
  }

  private var writtenNames: [String] {
    fields.map { String(String(decoding: $0, as: UTF8.self).trimmed) }
  }

  private func record(_ header: Header) -> LineRecord {
    var record = LineRecord(number: begin, content: .malformed(""))
    var members: [String: Value] = [:]
    members.reserveCapacity(ends.count)
    for (index, field) in fields.enumerated() {
      members[header.name(index)] = FieldValue.value(field, isInvalid: &record.hasInvalidCharacters)
    }
    // A field is one part, and two for the longest name.
    record.content = .checked(.object(members), most: 1 + 3 * ends.count + content.count / 64)
    record.isRagged = ends.count != header.names.count
    return record
  }
}
