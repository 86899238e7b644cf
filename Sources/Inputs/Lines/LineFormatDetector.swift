internal import Marbles
public import Scenes

/// Says what the first lines of a source look like that is read as text, so that a flag can be suggested.
///
/// It says so at most once, after at most three lines that are not blank, and it would rather say nothing than be
/// wrong:
///
/// - The common or the combined log format: one line of it.
/// - JSON over several lines: a line that begins an object or an array, and one that continues it; or two lines like
///   `"name": "x",`, or one and two lines of brackets, with nothing else beside them.
/// - logfmt: two lines of pairs alone, at least two in each.
/// - CSV and TSV: a header line of words and two records with as many fields. In one column both have a number or a
///   date.
///
/// ```swift
/// var detector = LineFormatDetector()
/// detector.read(Array("time,host".utf8))    // nil
/// detector.read(Array("1,web".utf8))        // nil
/// detector.read(Array("2,web".utf8))        // .csv
/// ```
public struct LineFormatDetector: Sendable {
  /// The number of lines that are looked at.
  private static let lines = 3
  /// The length of a line above which nothing is said, in bytes.
  private static let longest = 4096

  /// Whether nothing more will be said.
  public private(set) var isDone = false

  private var mark = ByteOrderMark()
  private var count = 0
  /// The value that the first line begins; nil when it does not.
  private var json: JSONSplitter?
  private var fragments = JSONFragments()
  private var pairLines = 0
  private var csv: HeaderGuess? = HeaderGuess(.csv)
  private var tsv: HeaderGuess? = HeaderGuess(.tsv)

  /// Creates a detector for one source.
  public init() {}

  /// What the source looks like with one more line; nil when that is not clear, and when it was already said.
  ///
  /// - Parameter line: the bytes of the line, without its line break.
  public mutating func read(_ line: [UInt8]) -> LineSettings.Form? {
    guard !isDone else { return nil }
    let line = count == 0 ? mark.strip(line) : line
    if line.allSatisfy(\.isWhiteSpace) { return nil }
    count += 1
    let format = line.count > Self.longest ? nil : guess(line)
    isDone = format != nil || count == Self.lines || line.count > Self.longest
    return format
  }

  private mutating func guess(_ line: [UInt8]) -> LineSettings.Form? {
    var log = CommonLog(line)
    if (try? log.value()) != nil { return .clf }
    if continuesJSON(line) || fragments.read(line) { return .json }
    pairLines += Self.isPairs(line) ? 1 : 0
    if pairLines == 2 { return .logfmt }
    if Self.isRecord(line, &csv) { return .csv }
    if Self.isRecord(line, &tsv) { return .tsv }
    return nil
  }

  private mutating func continuesJSON(_ line: [UInt8]) -> Bool {
    guard count == 1 || json != nil else { return false }
    var splitter = json ?? JSONSplitter(limit: Self.lines * (Self.longest + 1))
    let items = splitter.items(in: line + [UInt8(ascii: "\n")])
    let isValue = items.allSatisfy { if case .value = $0.content { true } else { false } }
    if count > 1 { return isValue }
    json = items.isEmpty && splitter.isInside ? splitter : nil
    return false
  }

  /// Whether a line has two pairs or more, and nothing else.
  private static func isPairs(_ line: [UInt8]) -> Bool {
    var logfmt = Logfmt(line)
    guard case .object(let members)? = try? logfmt.value(), members.count > 1 else { return false }
    return members.allSatisfy { key, value in
      // A key alone is true; what is written is a number or a text.
      guard value != .bool(true), let first = key.utf8.first, first.isLetter || first == UInt8(ascii: "_") else {
        return false
      }
      return key.utf8.allSatisfy { $0.isLetter || FieldValue.isDigit($0) || "_-./@".utf8.contains($0) }
    }
  }

  private static func isRecord(_ line: [UInt8], _ guess: inout HeaderGuess?) -> Bool {
    guard let fits = guess?.read(line) else { return false }
    if !fits { guess = nil }
    return guess?.records == 2
  }
}

/// Lines from the middle of a JSON value that is printed over several lines.
private struct JSONFragments {
  private var members = 0
  private var brackets = 0
  private var isOver = false

  /// Whether the lines so far are such lines, and enough of them.
  mutating func read(_ line: [UInt8]) -> Bool {
    let text = line.drop(while: \.isWhiteSpace)
    if text.first == UInt8(ascii: "\"") {
      // As if the object began here.
      var splitter = JSONSplitter()
      let items = splitter.items(in: [UInt8(ascii: "{")] + text + [UInt8(ascii: "\n")])
      let isMember = items.allSatisfy { if case .value = $0.content { true } else { false } }
      if isMember, !splitter.isInsideName { members += 1 } else { isOver = true }
    } else if text.allSatisfy({ $0.isWhiteSpace || "{}[],".utf8.contains($0) }) {
      brackets += 1
    } else {
      isOver = true
    }
    return !isOver && (members == 2 || members == 1 && brackets == 2)
  }
}

/// A header line and its records.
private struct HeaderGuess: Sendable {
  private let dialect: SeparatedReader.Dialect
  private var reader: SeparatedReader
  /// The columns in which each record so far has a number or a date.
  private var measured: Set<String>?
  /// The number of records that fit.
  private(set) var records = 0

  init(_ dialect: SeparatedReader.Dialect) {
    self.dialect = dialect
    reader = SeparatedReader(dialect)
  }

  /// Whether one more line fits.
  mutating func read(_ line: [UInt8]) -> Bool {
    let isHeader = reader.names == nil
    let found = reader.read(line + [UInt8(ascii: "\n")])
    if isHeader { return isNames(line) }
    guard found.count == 1, !found[0].isRagged, case .value(.object(let members)) = found[0].content else {
      return false
    }
    let columns = Set(members.lazy.filter { Self.isMeasured($0.value) }.map(\.key))
    measured = measured?.intersection(columns) ?? columns
    records += 1
    return measured?.isEmpty == false
  }

  /// Whether a line has two names or more. In a sentence, a space follows a comma.
  private func isNames(_ line: [UInt8]) -> Bool {
    guard let names = reader.names, names.count > 1 else { return false }
    if dialect == .csv, zip(line, line.dropFirst()).contains(where: { $0 == UInt8(ascii: ",") && $1 == 0x20 }) {
      return false
    }
    return names.allSatisfy { name in
      guard let first = name.utf8.first, first.isLetter, name.utf8.count <= 40 else { return false }
      return name.utf8.count { $0 == 0x20 } <= 3
        && name.utf8.allSatisfy { $0.isLetter || FieldValue.isDigit($0) || " _-.%()/#".utf8.contains($0) }
        && name.utf8.count { $0 == UInt8(ascii: "(") } == name.utf8.count { $0 == UInt8(ascii: ")") }
    }
  }

  /// Whether a field is a number, or begins like `2026-11-24` or `07:00`.
  private static func isMeasured(_ value: Value) -> Bool {
    switch value {
    case .int, .double: return true
    case .string(let text):
      let start = Array(text.utf8.prefix(5))
      let digits = start.prefix(while: FieldValue.isDigit).count
      return digits == 4 && start.last == UInt8(ascii: "-") || digits == 2 && start.count > 4 && start[2] == 0x3A
    default: return false
    }
  }
}

extension UInt8 {
  /// Whether it is a letter of ASCII, or a part of another character.
  fileprivate var isLetter: Bool { self >= 0x80 || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
}
