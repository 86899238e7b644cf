internal import Marbles

/// A place in a text: a line from 0, and a number of code units in it.
struct Position: Hashable, Sendable {
  var line: Int
  var character: Int

  init(line: Int, character: Int) { (self.line, self.character) = (line, character) }

  /// Reads `{"line":0,"character":0}`; nil for other values.
  init?(_ value: Value?) {
    guard let line = value?["line"]?.integer, let character = value?["character"]?.integer, line >= 0, character >= 0
    else { return nil }
    (self.line, self.character) = (line, character)
  }

  var value: Value { .object(["line": .int(line), "character": .int(character)]) }
}

/// The code units in which a client counts.
enum PositionEncoding: String, Hashable, Sendable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
}

/// A change of a document, as a client reports it.
struct TextChange: Sendable {
  /// What is replaced; nil for the whole text.
  var range: (start: Position, end: Position)?
  var text: String

  /// Reads `{"range":{"start":…,"end":…},"text":""}`; nil for other values.
  init?(_ value: Value) {
    guard let text = value["text"]?.text else { return nil }
    self.text = text
    guard let range = value["range"], range != .null else { return }
    guard let start = Position(range["start"]), let end = Position(range["end"]) else { return nil }
    self.range = (start, end)
  }
}

/// An open document.
struct TextDocument: Hashable, Sendable {
  let uri: String
  let path: String
  /// Whether scenes are code blocks of it.
  let isMarkdown: Bool
  private(set) var version: Int
  private var rope: Rope

  /// The maximum size of a document, in bytes; the text of a larger one is kept, but not read.
  static let longest = 4 << 20

  init(uri: String, path: String, isMarkdown: Bool, version: Int, text: String) {
    (self.uri, self.path, self.isMarkdown, self.version) = (uri, path, isMarkdown, version)
    rope = Rope(Array(text.utf8))
  }

  var bytes: [UInt8] { rope.bytes }
  var text: String { String(decoding: bytes, as: UTF8.self) }
  /// The size of the text, in bytes.
  var count: Int { rope.count }
  var isTooLong: Bool { count > Self.longest }

  /// Replaces a range of the text, or all of it.
  mutating func replace(_ range: (start: Position, end: Position)?, by text: String, _ encoding: PositionEncoding) {
    var replaced = 0..<count
    if let range {
      let (start, end) = (offset(of: range.start, encoding), offset(of: range.end, encoding))
      replaced = min(start, end)..<max(start, end)
    }
    rope.replace(replaced, by: Array(text.utf8))
  }

  mutating func setVersion(_ version: Int) { self.version = version }

  // MARK: Places

  /// The offset of a place; that of the end of its line for a place behind it.
  func offset(of position: Position, _ encoding: PositionEncoding) -> Int {
    guard position.line <= rope.breaks else { return count }
    let line = line(position.line)
    let character = min(position.character, line.count)
    switch encoding {
    case .utf8:
      var offset = line.lowerBound + character
      while offset < line.upperBound, rope[offset].isContinuation { offset -= 1 }
      return offset
    case .utf16:
      return min(rope.offset(ofUnit: rope.units(before: line.lowerBound) + character), line.upperBound)
    }
  }

  /// The place of an offset.
  func position(of offset: Int, _ encoding: PositionEncoding) -> Position {
    let offset = max(0, min(offset, count))
    let line = rope.breaks(upTo: offset)
    let start = start(ofLine: line)
    switch encoding {
    case .utf8: return Position(line: line, character: offset - start)
    case .utf16: return Position(line: line, character: rope.units(before: offset) - rope.units(before: start))
    }
  }

  /// A range of offsets as a value.
  func range(_ range: Range<Int>, _ encoding: PositionEncoding) -> Value {
    .object([
      "start": position(of: range.lowerBound, encoding).value, "end": position(of: range.upperBound, encoding).value,
    ])
  }

  /// The offsets of a line, without its line break.
  private func line(_ line: Int) -> Range<Int> {
    let start = start(ofLine: line)
    var end = line < rope.breaks ? rope.end(ofLine: line + 1) : count
    while end > start, rope[end - 1] == .lineFeed || rope[end - 1] == .carriageReturn { end -= 1 }
    return start..<end
  }

  private func start(ofLine line: Int) -> Int { line == 0 ? 0 : rope.end(ofLine: line) }
}
