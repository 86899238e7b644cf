/// Replacements in a text that are applied together; ranges are those of the original text.
struct TextEdits {
  /// The original text as UTF-8.
  let bytes: [UInt8]
  /// In the order of the text, without overlaps.
  private var edits: [(range: Range<Int>, text: [UInt8])] = []

  init(of bytes: [UInt8]) { self.bytes = bytes }

  /// Replaces a part of the text, with all replacements inside of it.
  ///
  /// - Precondition: `range` contains each earlier replacement as a whole, or not at all.
  mutating func replace(_ range: Range<Int>, with text: [UInt8]) {
    edits.removeAll { range.lowerBound <= $0.range.lowerBound && $0.range.upperBound <= range.upperBound }
    let index = edits.firstIndex { $0.range.lowerBound >= range.upperBound } ?? edits.count
    edits.insert((range, text), at: index)
  }

  mutating func replace(_ range: Range<Int>, with text: String) { replace(range, with: Array(text.utf8)) }

  /// A part of the text with the replacements inside of it.
  func text(in range: Range<Int>) -> [UInt8] {
    var result: [UInt8] = []
    var offset = range.lowerBound
    for edit in edits where range.lowerBound <= edit.range.lowerBound && edit.range.upperBound <= range.upperBound {
      result += bytes[offset..<edit.range.lowerBound]
      result += edit.text
      offset = edit.range.upperBound
    }
    return result + bytes[offset..<range.upperBound]
  }
}
