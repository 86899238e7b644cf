internal import Terminal

/// Draws a sentence below the rows, in at most as many lines as there are.
struct CaptionPainter {
  /// The rows of cells that there are for it.
  let lines: Range<Int>
  /// How many columns there are, with a margin on both sides.
  let columns: Int
  let brushes: Brushes

  func draw(_ caption: String, on canvas: inout Canvas) {
    let width = columns - 4
    for (line, text) in zip(lines, Self.wrapped(caption, width: width, lines: lines.count, brushes.glyphs.ellipsis)) {
      canvas.put(text, column: 2, row: line, style: .plain)
    }
  }

  /// `text` broken between words into at most `lines` lines; what is left over makes an ellipsis.
  static func wrapped(_ text: String, width: Int, lines: Int, _ ellipsis: Character) -> [String] {
    var wrapped: [String] = []
    var rest = text.split(whereSeparator: { $0 == " " || $0 == "\n" }).map(String.init)[...]
    while !rest.isEmpty, wrapped.count < lines {
      if wrapped.count == lines - 1 {
        wrapped.append(MarbleText.shortened(rest.joined(separator: " "), width: width, ellipsis: ellipsis))
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
}
