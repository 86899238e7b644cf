internal import Terminal

/// Draws a sentence below the rows, within the available lines.
struct CaptionPainter {
  /// The rows of cells for the caption.
  let lines: Range<Int>
  /// The number of columns for text; there is a margin on both sides.
  let columns: Int
  let palette: CellPalette

  func draw(_ caption: String, on canvas: inout Canvas) {
    let width = columns - 4
    for (line, text) in zip(lines, Self.wrapped(caption, width: width, lines: lines.count, palette.glyphs.ellipsis)) {
      canvas.put(text, column: 2, row: line, style: .plain)
    }
  }

  /// `text` broken between words into at most `lines` lines; an ellipsis replaces the rest.
  static func wrapped(_ text: String, width: Int, lines: Int, _ ellipsis: Character) -> [String] {
    var wrapped: [String] = []
    var rest = words(of: text)[...]
    while !rest.isEmpty, wrapped.count < lines {
      if wrapped.count == lines - 1 {
        wrapped.append(shortened(rest, width: width, ellipsis))
        break
      }
      var line = MarbleText.shortened(rest.removeFirst(), width: width, ellipsis: ellipsis)
      while let word = rest.first, DisplayWidth.of(line) + 1 + DisplayWidth.of(word) <= width {
        line += " " + word
        rest.removeFirst()
      }
      wrapped.append(line)
    }
    return wrapped
  }

  /// The words of a text; a number and its unit stay together, as in `(2.5 s)`.
  private static func words(of text: String) -> [String] {
    var words: [String] = []
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      if word.first == "s", word.dropFirst().allSatisfy(\.isPunctuation), words.last?.last?.isNumber == true {
        words[words.count - 1] += " " + word
      } else {
        words.append(String(word))
      }
    }
    return words
  }

  /// The words, or as many as fit with an ellipsis; at least a part of the first.
  private static func shortened(_ words: ArraySlice<String>, width: Int, _ ellipsis: Character) -> String {
    let text = words.joined(separator: " ")
    guard DisplayWidth.of(text) > width else { return text }
    var kept = ""
    for word in words {
      let next = kept.isEmpty ? word : kept + " " + word
      guard DisplayWidth.of(next) + 2 <= width else { break }
      kept = next
    }
    return kept.isEmpty ? MarbleText.shortened(text, width: width, ellipsis: ellipsis) : "\(kept) \(ellipsis)"
  }
}
