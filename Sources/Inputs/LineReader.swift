public import Marbles
public import Scenes

/// Reads the lines of a live source as values, in the format of the settings, or as NDJSON or plain text.
///
/// Without a format, the first ten lines decide. A source is NDJSON as soon as a line is a JSON object or array, or when
/// ten lines are numbers or other JSON values: every later line must be one JSON value, others are malformed, and blank
/// ones are skipped. A line that is not JSON before that makes the source plain text, where each line is a string.
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
    /// Whether it has fewer or more fields than the header line.
    public var isRagged = false
    /// What the source looks like, if this line has shown that it is no plain text; nil for most lines.
    public var looksLike: LineSettings.Form?
  }

  /// The content of a line.
  public enum Content: Hashable, Sendable {
    /// A value.
    case value(Value)
    /// No valid value: what was found and what was expected.
    case malformed(String)
  }

  /// The format of a source whose lines decide it.
  public enum Form: String, Hashable, Sendable {
    /// Each line is one JSON value.
    case json
    /// Each line is a string.
    case plain
  }

  /// What is not complete of one file or process of a source; its lines and those of others form the source.
  struct Part: Sendable {
    fileprivate var splitter: LineSplitter
    /// Reads records instead of lines; nil where each line is a value.
    fileprivate var records: (any RecordReader)?
  }

  private var own: Part
  private let limit: Int
  /// The number of lines that decide the format of a source of numbers.
  private static let deciding = 10
  /// The format; nil until it is decided, and for formats of the settings.
  public private(set) var form: Form?
  private let settings: LineSettings
  /// Whether earlier lines have decided the format.
  private let isDecided: Bool
  private var count: Int
  /// Looks at lines that are read as text for want of a format; nil when there is nothing to find out.
  private var detector: LineFormatDetector?

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - limit: the maximum length of a line, in bytes; a longer one is malformed.
  ///   - form: the format, when earlier lines have decided it; nil to let the settings or the next lines decide.
  ///   - count: the number of earlier lines.
  ///   - settings: how lines become events. Paths need a format with members, by default JSON.
  public init(limit: Int = 1 << 20, form: Form? = nil, after count: Int = 0, settings: LineSettings = LineSettings()) {
    self.limit = limit
    var settings = settings
    if settings.form == nil, settings.hasPaths { settings.form = .json }
    isDecided = form != nil
    self.form = form ?? (settings.form == .text ? .plain : settings.form == .json ? .json : nil)
    self.settings = settings
    self.count = count
    if settings.form == nil, count == 0 { detector = LineFormatDetector() }
    own = Part(splitter: LineSplitter(limit: limit))
    own = part()
  }

  /// The beginning of another file or process of the source.
  ///
  /// - Parameter header: the first line of the file, if reading begins behind it.
  func part(header: [UInt8]? = nil) -> Part {
    let records = isDecided ? nil : settings.form?.reader(limit: limit, after: count, header: header)
    return Part(splitter: LineSplitter(limit: limit), records: records)
  }

  /// Whether the first line of each file names the fields of all others.
  var hasHeader: Bool { settings.form?.hasHeader == true }

  /// Reads the lines that are completed by `bytes`.
  public mutating func read(_ bytes: some Collection<UInt8>) -> [Line] {
    withOwnPart { reader, part in reader.read(bytes, by: &part) }
  }

  /// Reads the last lines if no line feed ends them.
  public mutating func finish() -> [Line] { withOwnPart { reader, part in reader.finish(&part) } }

  /// Drops the unfinished line, which counts as malformed for this reason.
  mutating func cut(_ reason: String) -> [Line] { withOwnPart { reader, part in reader.cut(&part, reason) } }

  /// Reads the lines that are complete because nothing has come for a while.
  public mutating func pause() -> [Line] { withOwnPart { reader, part in reader.pause(&part) } }

  /// Whether a line is complete only when another comes, or when ``pause()`` says so.
  public var isWaiting: Bool { (own.records as? TraceJoiner)?.isWaiting == true }

  /// Gives its own part away for a while, as a part in place would be copied.
  private mutating func withOwnPart(_ body: (inout LineReader, inout Part) -> [Line]) -> [Line] {
    var part = Part(splitter: LineSplitter(limit: 0))
    swap(&part, &own)
    defer { swap(&part, &own) }
    return body(&self, &part)
  }

  /// Reads lines of one of several files whose lines form one source.
  mutating func read(_ bytes: some Collection<UInt8>, by part: inout Part) -> [Line] {
    guard part.records == nil else { return records(of: &part) { $0.read(bytes) } }
    return part.splitter.lines(in: bytes).compactMap { take($0, limit: limit) }
  }

  /// Reads the last lines of a part if no line feed ends them.
  mutating func finish(_ part: inout Part) -> [Line] {
    guard part.records == nil else { return records(of: &part) { $0.finish() } }
    return part.splitter.last().flatMap { take($0, limit: limit) }.map { [$0] } ?? []
  }

  /// Reads the lines of a part that are complete because nothing has come for a while.
  mutating func pause(_ part: inout Part) -> [Line] {
    guard part.records is TraceJoiner else { return [] }
    return records(of: &part) { reader in
      guard var joiner = reader as? TraceJoiner else { return [] }
      defer { reader = joiner }
      return joiner.pause().map { [$0] } ?? []
    }
  }

  /// Drops the unfinished line of a part, which counts as malformed for this reason.
  mutating func cut(_ part: inout Part, _ reason: String) -> [Line] {
    guard part.records == nil else { return records(of: &part) { $0.cut(reason) } }
    guard part.splitter.last() != nil else { return [] }
    count += 1
    return [Line(number: count, content: .malformed(reason))]
  }

  private mutating func records(
    of part: inout Part, _ read: (inout any RecordReader) -> [LineRecord]
  ) -> [Line] {
    guard var reader = part.records else { return [] }
    // It is read in place: a second reference would copy its storage.
    part.records = nil
    let records = read(&reader)
    count = max(count, reader.lineCount)
    part.records = reader
    return records.map { record in
      var line = Line(number: record.number, content: record.content, isTooLong: record.isTooLong)
      line.hasInvalidCharacters = record.hasInvalidCharacters
      (line.sourceTime, line.isRagged) = (record.sourceTime, record.isRagged)
      if settings.hasPaths { line.pick(settings) }
      return line
    }
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
      read.looksLike = detector?.read(bytes)
      if detector?.isDone == true { detector = nil }
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
    if let value = Value(line: bytes) { return .success(value) }
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
      // A format with a place for the time may write it in a way of its own.
      sourceTime = path.part(of: whole).flatMap { TimeUnit.time($0, unit: settings.timeUnit) } ?? sourceTime
      isUntimed = sourceTime == nil
    }
  }
}
