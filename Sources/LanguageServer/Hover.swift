internal import Expressions
internal import Formats
internal import Marbles
internal import Operators
internal import SceneFiles
internal import Scenes

/// What is shown at a place: what a key means, or an operator with its picture.
struct Hover {
  private var text: String
  private var range: Range<Int>

  /// Finds what to show; nil for nothing.
  init?(at place: ScenePlace) {
    switch place.cursor.place {
    case .key(let range):
      let name = String(decoding: place.bytes[range], as: UTF8.self).filter { $0 != "\"" && $0 != "'" }
      let keys = KeyLookup(place.cursor.path).keys.filter { $0.name == name }
      if keys.isEmpty { return nil }
      text = keys.map { "`\($0.name)`: \($0.shape.title)\n\n\($0.about)" }.joined(separator: "\n\n")
      self.range = range
    case .value(let range, _):
      guard KeyLookup(place.cursor.path).shapes.contains(.expression),
        let word = Self.word(at: place.offset, in: place.bytes, range),
        let called = Catalogue.standard[String(decoding: place.bytes[word], as: UTF8.self)],
        let picture = try? OperatorPage.picture(called)
      else { return nil }
      let signatures = called.forms.map { "\(called.isMethod ? "." : "")\($0.signature)\n" }.joined()
      text =
        "```swift\n\(signatures)```\n\n\(called.summary)\n\n```text\n\(called.sample.expression)\n\n\(picture)```\n"
      self.range = word
    case nil: return nil
    }
  }

  /// The answer to `textDocument/hover`.
  func value(in document: TextDocument, _ encoding: PositionEncoding) -> Value {
    .object([
      "contents": .object(["kind": "markdown", "value": .string(text)]), "range": document.range(range, encoding),
    ])
  }

  private static func word(at offset: Int, in bytes: [UInt8], _ range: Range<Int>) -> Range<Int>? {
    var (start, end) = (offset, offset)
    while start > range.lowerBound, bytes[start - 1].isWordByte { start -= 1 }
    while end < range.upperBound, bytes[end].isWordByte { end += 1 }
    return start < end ? start..<end : nil
  }
}
