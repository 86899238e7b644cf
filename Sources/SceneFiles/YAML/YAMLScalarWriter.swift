/// Formats text as a YAML scalar.
enum YAMLScalarWriter {
  /// The ways to write `text` in place of the scalar `old`: in the same style, else in double quotes. Single quotes that would
  /// be doubled become double ones, unless those need escapes.
  static func spellings(of text: String, inPlaceOf old: String) -> [String] {
    let sameStyle: String? =
      switch old.utf8.first {
      case UInt8(ascii: "'") where text.contains("'" as Character) && !text.contains { "\"\\".contains($0) }: nil
      case UInt8(ascii: "'"): "'\(text.replacing("'", with: "''"))'"
      case UInt8(ascii: "\""): nil
      case UInt8(ascii: "|"), UInt8(ascii: ">"): block(text, inPlaceOf: old)
      default: text.isEmpty ? nil : text
      }
    return (sameStyle.map { [$0] } ?? []) + [quoted(text)]
  }

  /// `text` in double quotes.
  static func quoted(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }

  /// `text` under the header of a block scalar, indented as its first line was.
  private static func block(_ text: String, inPlaceOf old: String) -> String? {
    guard let lineBreak = old.firstIndex(where: \.isNewline) else { return nil }
    guard let content = old[lineBreak...].firstIndex(where: { !$0.isWhitespace }) else { return nil }
    return old[..<content] + text
  }
}
