internal import JSONRPC
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

/// An open document: its text, and where its lines are.
struct TextDocument: Hashable, Sendable {
  let uri: String
  let path: String
  /// Whether scenes are code blocks of it.
  let isMarkdown: Bool
  private(set) var version: Int
  private(set) var bytes: [UInt8]
  private var lines = LineStarts()

  /// The maximum size of a document, in bytes; the text of a larger one is kept, but not read.
  static let longest = 4 << 20

  init(uri: String, path: String, isMarkdown: Bool, version: Int, text: String) {
    (self.uri, self.path, self.isMarkdown, self.version) = (uri, path, isMarkdown, version)
    bytes = Array(text.utf8)
    lines.update(replacing: 0..<0, by: bytes.count, in: bytes)
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }
  var isTooLong: Bool { bytes.count > Self.longest }

  /// Replaces a range of the text, or all of it.
  mutating func replace(_ range: (start: Position, end: Position)?, by text: String, _ encoding: PositionEncoding) {
    var replaced = 0..<bytes.count
    if let range {
      let (start, end) = (offset(of: range.start, encoding), offset(of: range.end, encoding))
      replaced = min(start, end)..<max(start, end)
    }
    bytes.replaceSubrange(replaced, with: text.utf8)
    lines.update(replacing: replaced, by: text.utf8.count, in: bytes)
  }

  mutating func setVersion(_ version: Int) { self.version = version }

  // MARK: Places

  /// The offset of a place; that of the end of its line for a place behind it.
  func offset(of position: Position, _ encoding: PositionEncoding) -> Int {
    guard position.line < lines.offsets.count else { return bytes.count }
    let line = self.line(position.line)
    var (offset, units) = (line.lowerBound, 0)
    if encoding == .utf8 {
      offset += min(position.character, line.count)
      while offset < line.upperBound, offset > line.lowerBound, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
      return offset
    }
    while offset < line.upperBound, units < position.character {
      let count = Self.length(of: bytes[offset])
      units += count == 4 ? 2 : 1
      if units > position.character { break }
      offset = min(offset + count, line.upperBound)
    }
    return offset
  }

  /// The place of an offset.
  func position(of offset: Int, _ encoding: PositionEncoding) -> Position {
    let offset = max(0, min(offset, bytes.count))
    let line = lines.line(of: offset)
    var (start, units) = (lines.offsets[line], 0)
    if encoding == .utf8 { return Position(line: line, character: offset - start) }
    while start < offset {
      let count = Self.length(of: bytes[start])
      units += count == 4 ? 2 : 1
      start += count
    }
    return Position(line: line, character: units)
  }

  /// A range of offsets as a value.
  func range(_ range: Range<Int>, _ encoding: PositionEncoding) -> Value {
    .object([
      "start": position(of: range.lowerBound, encoding).value, "end": position(of: range.upperBound, encoding).value,
    ])
  }

  /// The offsets of a line, without its line break.
  private func line(_ line: Int) -> Range<Int> {
    let start = lines.offsets[line]
    var end = line + 1 < lines.offsets.count ? lines.offsets[line + 1] : bytes.count
    while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    return start..<end
  }

  /// The number of bytes of the scalar that begins with a byte.
  private static func length(of byte: UInt8) -> Int {
    switch byte {
    case 0xC0..<0xE0: 2
    case 0xE0..<0xF0: 3
    case 0xF0...: 4
    default: 1
    }
  }
}
