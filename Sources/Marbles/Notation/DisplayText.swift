/// Text for messages and columns: without control characters, and with its width in cells.
package enum DisplayText {
  /// The width of `character` in terminal cells: 2 for East Asian wide characters and emoji, else 1.
  static func width(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    if first.isASCII {
      // A keycap (`1️⃣`) is ASCII with combining marks.
      return character.unicodeScalars.dropFirst().first == "\u{FE0F}" ? 2 : 1
    }
    if first.properties.isEmojiPresentation || (0x1F1E6...0x1F1FF).contains(first.value) { return 2 }
    if character.unicodeScalars.dropFirst().first == "\u{FE0F}" && first.properties.isEmoji { return 2 }
    return wide.contains { $0.contains(first.value) } ? 2 : 1
  }

  /// The width of `text` in terminal cells.
  package static func width(_ text: String) -> Int { text.reduce(0) { $0 + width($1) } }

  // EastAsianWidth.txt, blocks that are W or F as a whole.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
    0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
  ]

  /// `character` with controls and lone marks escaped, and at most a few scalars.
  static func shown(_ character: Character) -> String {
    guard let first = character.unicodeScalars.first else { return "" }
    if Alphabet(character) == .blank { return " " }
    if !isVisible(first) { return "\\u{\(String(first.value, radix: 16))}" }
    guard character.utf8.count > 64 else { return String(character) }
    var text = ""
    text.unicodeScalars.append(contentsOf: character.unicodeScalars.prefix(4))
    return text
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned,
      .nonspacingMark, .enclosingMark, .spacingMark:
      false
    default: true
    }
  }

  /// At most `limit` characters of `text`, with control characters escaped; `…` replaces the rest.
  package static func shortened(_ text: some Sequence<Character>, to limit: Int) -> String {
    var result = ""
    for (count, character) in text.enumerated() {
      if count == limit { return result + "…" }
      result += shown(character)
    }
    return result
  }

  /// The part of `text` around `column` (from 1), and the number of cells of it before that column.
  package static func excerpt(of text: String, column: Int) -> (text: String, indent: Int) {
    let reach = 36
    var result = ""
    var indent = 0
    let first = column <= reach + 4 ? 1 : column - reach
    if first > 1 {
      result = "…"
      indent = 1
    }
    for (offset, character) in text.enumerated().dropFirst(first - 1) {
      if offset + 1 > column + reach { return (result + "…", indent) }
      let shown = shown(character)
      if offset + 1 < column { indent += width(shown) }
      result += shown
    }
    while result.last == " " { result.removeLast() }
    return (result, indent)
  }
}
