public import Marbles

/// Reads what a live source sends, a value a line: NDJSON, or plain text.
///
/// When the first line that is not blank is JSON, every line is one JSON value, taken whole; a line that is not is
/// malformed, and blank lines are nothing. Otherwise the source is plain text, and each line is a string.
///
/// ```swift
/// var reader = LineReader()
/// reader.read("1\n{\"x\":2}\nnope\n".utf8)   // 1: 1, 2: {"x":2}, 3: malformed
/// ```
public struct LineReader: Sendable {
  /// One line of the source.
  public struct Line: Hashable, Sendable {
    /// Which line of the source it is, from 1; blank ones count.
    public var number: Int
    /// What stands on it.
    public var content: Content
  }

  /// What stands on a line.
  public enum Content: Hashable, Sendable {
    /// A value.
    case value(Value)
    /// Nothing that can be taken, and why: what was found and what was expected.
    case malformed(String)
  }

  /// How all lines of a source are read.
  public enum Form: String, Hashable, Sendable {
    /// Each is one JSON value.
    case json
    /// Each is a string.
    case plain
  }

  private var splitter: LineSplitter
  /// How lines are read; nil until there is one that is not blank.
  public private(set) var form: Form?
  private var count: Int

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - limit: the most bytes that a line may have; a longer one is malformed.
  ///   - form: how lines are read, where that is known from what came before; nil when the first line decides.
  ///   - count: how many lines came before.
  public init(limit: Int = 1 << 20, form: Form? = nil, after count: Int = 0) {
    splitter = LineSplitter(limit: limit)
    self.form = form
    self.count = count
  }

  /// The lines that end in `bytes`.
  public mutating func read(_ bytes: some Collection<UInt8>) -> [Line] {
    var lines: [Line] = []
    for line in splitter.lines(in: bytes) {
      if let line = take(line) { lines.append(line) }
    }
    return lines
  }

  /// The last line, when no line feed ends it.
  public mutating func finish() -> Line? { splitter.last().flatMap { take($0) } }

  private mutating func take(_ line: LineSplitter.Line) -> Line? {
    count += 1
    let content: Content? =
      switch line {
      case .tooLong: .malformed("longer than \(splitter.limit) bytes")
      case .bytes(let bytes): content(of: bytes)
      }
    return content.map { Line(number: count, content: $0) }
  }

  /// Nil for a blank line that is nothing.
  private mutating func content(of bytes: [UInt8]) -> Content? {
    if form == .plain { return plain(bytes) }
    if bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }) {
      return nil
    }
    let json = Self.json(bytes)
    if form == nil {
      if case .failure = json { form = .plain } else { form = .json }
    }
    if form == .plain { return plain(bytes) }
    return switch json {
    case .success(let value): Self.checked(value)
    case .failure(let problem): .malformed(problem.description)
    }
  }

  /// What is not UTF-8 is shown as replacement characters, as a terminal would.
  private func plain(_ bytes: [UInt8]) -> Content { Self.checked(.string(String(decoding: bytes, as: UTF8.self))) }

  private static func checked(_ value: Value) -> Content {
    value.parts == nil ? .malformed("a value of more than \(Value.maximumParts) parts") : .value(value)
  }

  private struct Problem: Error, CustomStringConvertible { var description: String }

  private static func json(_ bytes: [UInt8]) -> Result<Value, Problem> {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return .failure(Problem(description: "not UTF-8"))
    }
    do throws(JSONError) { return .success(try Value(json: text)) } catch {
      return .failure(Problem(description: error.description))
    }
  }
}
