public import Marbles

/// What a reader of a line format gives: one value, or why there is none.
///
/// A record may take several lines, and a line may hold several JSON values, so numbers may skip lines and repeat.
public struct LineRecord: Hashable, Sendable {
  /// The number of the line where the record begins, from 1.
  public var number: Int
  /// The value, or what was found and what was expected.
  public var content: LineReader.Content
  /// Whether it is malformed because it exceeds the limit of bytes.
  public var isTooLong = false
  /// Whether its text has a NUL or bytes that are not UTF-8, which were replaced.
  public var hasInvalidCharacters = false
  /// Whether it has fewer or more fields than the header line.
  public var isRagged = false
  /// The time in the record, since 1970; nil when the format has no place for a time.
  public var sourceTime: SceneTime?

  /// Creates a record.
  public init(number: Int, content: LineReader.Content) {
    self.number = number
    self.content = content
  }

  /// A record that was dropped because it exceeds the limit.
  static func tooLong(number: Int, limit: Int) -> LineRecord {
    var record = LineRecord(number: number, content: .malformed("longer than \(limit) bytes"))
    record.isTooLong = true
    return record
  }
}

extension LineReader.Content {
  /// A value, unless it has too many parts.
  ///
  /// - Parameter most: a number that the parts do not exceed, if it is known; counting is not necessary when it is low.
  static func checked(_ value: Value, most: Int = .max) -> LineReader.Content {
    most > Value.maximumParts && value.parts == nil
      ? .malformed("a value of more than \(Value.maximumParts) parts") : .value(value)
  }
}

/// Reads a source in one format, from chunks of bytes.
///
/// The records do not depend on where one chunk ends and the next begins. The memory that a reader uses has a limit,
/// and its time grows with the number of bytes only.
public protocol RecordReader: Sendable {
  /// The number of lines that have ended so far, those before the first chunk included.
  var lineCount: Int { get }

  /// Reads the records that `bytes` complete.
  mutating func read(_ bytes: some Collection<UInt8>) -> [LineRecord]

  /// Reads what is left when the source ends, as a last line needs no line break.
  mutating func finish() -> [LineRecord]

  /// Drops what is not complete, which counts as malformed for this reason; a record that only waited is given.
  mutating func cut(_ reason: String) -> [LineRecord]
}
