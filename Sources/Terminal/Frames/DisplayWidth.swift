/// The width of text in columns of a terminal, and the characters that must not reach one.
///
/// The widths come from a built-in table, so they are the same in every locale.
public enum DisplayWidth {
  /// The width of one character: 0, 1 or 2 columns. Characters without a visible glyph have width 0; ``escaped(_:)``
  /// makes them visible.
  public static func of(_ character: Character) -> Int {
    if let ascii = character.asciiValue { return (0x20..<0x7F).contains(ascii) ? 1 : 0 }
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if scalars.count == 1 { return of(first) }
    let hasEmojiSelector = first.properties.isEmoji && scalars.contains("\u{FE0F}")
    if hasEmojiSelector || (isRegionalIndicator(first) && scalars.count > 1) { return 2 }
    return scalars.reduce(0) { max($0, of($1)) }
  }

  /// The width of `text` after ``escaped(_:)``, which ``Canvas`` applies when it writes text.
  public static func of(_ text: String) -> Int {
    if isPrintableASCII(text) { return text.utf8.count }
    return text.reduce(0) { columns, character in
      let width = of(character)
      return columns + (width > 0 ? width : escape(character).utf8.count)
    }
  }

  /// `text` with everything that a terminal would interpret or not show written out in ASCII.
  ///
  /// This concerns C0 and C1 controls, DEL, bidirectional controls, line and paragraph separators, and zero-width
  /// characters without a base: `\n`, `\r`, `\t`, else `\x1B` below U+0100 and `\u{202E}` above. A backslash is not
  /// doubled: the result is for reading, not for parsing.
  public static func escaped(_ text: String) -> String {
    if isPrintableASCII(text) { return text }
    var result = ""
    for character in text { result += of(character) > 0 ? String(character) : escape(character) }
    return result
  }

  /// `text`, or as much of its beginning as fits with an ellipsis.
  ///
  /// - Parameter width: the number of columns.
  package static func shortened(_ text: String, width: Int, ellipsis: Character) -> String {
    let text = escaped(text)
    if of(text) <= width { return text }
    var kept = ""
    var used = 1
    for character in text {
      used += of(character)
      if used > width { break }
      kept.append(character)
    }
    return width < 1 ? "" : kept + String(ellipsis)
  }

  /// `text` with each line ``escaped(_:)``, for printing rather than drawing: line feeds stay.
  ///
  /// All text that a program prints for people passes through this function, because it may quote a file, a daemon or a
  /// name.
  public static func printable(_ text: String) -> String {
    // By scalars, because `\r\n` is one character.
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { escaped(String($0)) }.joined(separator: "\n")
  }

  /// Whether each byte of `text` is a character of one column. Most texts are, and frames measure thousands.
  static func isPrintableASCII(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
  }

  /// The visible form of a character without width.
  static func escape(_ character: Character) -> String {
    character.unicodeScalars.map { scalar in
      switch scalar {
      case "\n": return "\\n"
      case "\r": return "\\r"
      case "\t": return "\\t"
      default:
        let hex = String(scalar.value, radix: 16, uppercase: true)
        return scalar.value < 0x100 ? (hex.count == 1 ? "\\x0" : "\\x") + hex : "\\u{\(hex)}"
      }
    }.joined()
  }

  static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool { (0x1F1E6...0x1F1FF).contains(scalar.value) }

  /// The width of one scalar.
  static func of(_ scalar: Unicode.Scalar) -> Int {
    if (0x20..<0x7F).contains(scalar.value) || (0x2500..<0x25FD).contains(scalar.value) { return 1 }
    if hasNoWidth(scalar) { return 0 }
    return isWide(scalar.value) ? 2 : 1
  }

  private static func hasNoWidth(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator: true
    // Vowels and final consonants of Hangul, which combine with an initial consonant.
    default: scalar.properties.isDefaultIgnorableCodePoint || isJoiningJamo(scalar.value)
    }
  }

  private static func isJoiningJamo(_ value: UInt32) -> Bool {
    (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FB).contains(value)
  }

  private static func isWide(_ value: UInt32) -> Bool {
    guard value >= 0x1100 else { return false }
    var (low, high) = (0, wideRanges.count)
    while low < high {
      let middle = (low + high) / 2
      if wideRanges[middle].upperBound < value { low = middle + 1 } else { high = middle }
    }
    return low < wideRanges.count && wideRanges[low].contains(value)
  }
}
