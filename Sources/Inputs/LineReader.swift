public import Marbles
public import Scenes

/// Reads the lines of a live source as values: NDJSON or plain text.
///
/// The first ten lines decide. A source is NDJSON as soon as a line is a JSON object or array, or when ten lines are
/// numbers or other JSON values: every later line must be one JSON value, others are malformed, and blank ones are
/// skipped. A line that is not JSON before that makes the source plain text, where each line is a string.
///
/// No line waits for the decision: a number before it is a number.
///
/// ```swift
/// var reader = LineReader()
/// reader.read("1\n{\"x\":2}\nnope\n".utf8)   // 1: 1, 2: {"x":2}, 3: malformed
/// ```
public struct LineReader: Sendable {
  /// One line of the source.
  public struct Line: Hashable, Sendable {
    /// The line number in the source, from 1, blank lines included.
    public var number: Int
    /// The content of the line.
    public var content: Content
    /// Whether it is malformed because it exceeds a limit.
    public var isTooLong = false
    /// Whether it is text with a NUL or with bytes that are not UTF-8, which were replaced.
    public var hasInvalidCharacters = false
    /// The id in the line; nil without a path to it.
    public var id: String?
    /// The time in the line, since 1970; nil without a path to it.
    public var sourceTime: SceneTime?
    /// Whether the line should have a time, and has none that can be read.
    public var isUntimed = false
  }

  /// The content of a line.
  public enum Content: Hashable, Sendable {
    /// A value.
    case value(Value)
    /// No valid value: what was found and what was expected.
    case malformed(String)
  }

  /// The format of a source's lines.
  public enum Form: String, Hashable, Sendable {
    /// Each line is one JSON value.
    case json
    /// Each line is a string.
    case plain
  }

  private var splitter: LineSplitter
  /// The number of lines that decide the format of a source of numbers.
  private static let deciding = 10
  /// The format; nil until it is decided.
  public private(set) var form: Form?
  private let settings: LineSettings
  private var count: Int

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - limit: the maximum length of a line, in bytes; a longer one is malformed.
  ///   - form: the format, when earlier lines have decided it; nil to let the settings or the next lines decide.
  ///   - count: the number of earlier lines.
  ///   - settings: how lines become events. Paths need JSON.
  public init(limit: Int = 1 << 20, form: Form? = nil, after count: Int = 0, settings: LineSettings = LineSettings()) {
    splitter = LineSplitter(limit: limit)
    self.form = form ?? (settings.form == .text ? .plain : settings.form != nil || settings.hasPaths ? .json : nil)
    self.settings = settings
    self.count = count
  }

  /// Reads the lines that are completed by `bytes`.
  public mutating func read(_ bytes: some Collection<UInt8>) -> [Line] {
    splitter.lines(in: bytes).compactMap { take($0, limit: splitter.limit) }
  }

  /// Reads the last line if no line feed ends it.
  public mutating func finish() -> Line? { splitter.last().flatMap { take($0, limit: splitter.limit) } }

  /// Reads lines that another splitter completes: of one of several files whose lines form one source.
  mutating func read(_ bytes: some Collection<UInt8>, by splitter: inout LineSplitter) -> [Line] {
    splitter.lines(in: bytes).compactMap { take($0, limit: splitter.limit) }
  }

  /// Reads the last line of a splitter if no line feed ends it.
  mutating func finish(_ splitter: inout LineSplitter) -> Line? {
    splitter.last().flatMap { take($0, limit: splitter.limit) }
  }

  /// Drops the unfinished line of a splitter, which counts as malformed for this reason; nil if there is none.
  mutating func cut(_ splitter: inout LineSplitter, _ reason: String) -> Line? {
    guard splitter.last() != nil else { return nil }
    count += 1
    return Line(number: count, content: .malformed(reason))
  }

  private mutating func take(_ line: LineSplitter.Line, limit: Int) -> Line? {
    count += 1
    let content: Content? =
      switch line {
      case .tooLong: .malformed("longer than \(limit) bytes")
      case .bytes(let bytes): content(of: bytes)
      }
    guard let content else { return nil }
    var read = Line(number: count, content: content, isTooLong: line == .tooLong)
    if form == .plain, case .bytes(let bytes) = line {
      read.hasInvalidCharacters = bytes.contains(0) || String(validating: bytes, as: UTF8.self) == nil
    }
    if settings.hasPaths { read.pick(settings) }
    return read
  }

  /// Nil for a blank line that is skipped.
  private mutating func content(of bytes: [UInt8]) -> Content? {
    if form == .plain { return plain(bytes) }
    if bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }) {
      return nil
    }
    let json = Self.json(bytes)
    if form == nil { form = decision(json) }
    if form == .plain { return plain(bytes) }
    return switch json {
    // Each part of a value takes at least one byte.
    case .success(let value): bytes.count <= Value.maximumParts ? .value(value) : Self.checked(value)
    case .failure(let problem): .malformed(problem.description)
    }
  }

  /// The format after a line; nil while numbers leave it open.
  private func decision(_ json: Result<Value, Problem>) -> Form? {
    switch json {
    case .failure: .plain
    case .success(.object), .success(.array): .json
    case .success: count >= Self.deciding ? .json : nil
    }
  }

  /// Decodes a line; invalid UTF-8 becomes replacement characters.
  private func plain(_ bytes: [UInt8]) -> Content { Self.checked(.string(String(decoding: bytes, as: UTF8.self))) }

  private static func checked(_ value: Value) -> Content {
    value.parts == nil ? .malformed("a value of more than \(Value.maximumParts) parts") : .value(value)
  }

  private struct Problem: Error, CustomStringConvertible { var description: String }

  private static func json(_ bytes: [UInt8]) -> Result<Value, Problem> {
    do throws(JSONError) { return .success(try Value(json: bytes)) } catch {
      let isText = String(validating: bytes, as: UTF8.self) != nil
      return .failure(Problem(description: isText ? error.description : "not UTF-8"))
    }
  }
}

extension LineReader.Line {
  /// Replaces the value by its parts at the paths of the settings.
  mutating func pick(_ settings: LineSettings) {
    guard case .value(let whole) = content else { return }
    if let path = settings.value {
      guard let value = path.part(of: whole) else {
        content = .malformed("no \(path)")
        return
      }
      content = .value(value)
    }
    if let path = settings.id, let id = path.part(of: whole), id != .null { self.id = id.description }
    if let path = settings.time {
      sourceTime = path.part(of: whole).flatMap { TimeUnit.time($0, unit: settings.timeUnit) }
      isUntimed = sourceTime == nil
    }
  }
}
