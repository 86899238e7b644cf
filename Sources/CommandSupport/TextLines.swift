internal import Terminal

/// Breaks lines that are wider than a terminal, between words.
package enum TextLines {
  /// The text with its wide lines broken; words that are wider than the terminal stay whole.
  ///
  /// The rest of a line begins below the last column of a table, or two columns farther right than the line.
  ///
  /// - Parameters:
  ///   - text: text without colours, whose control characters are escaped.
  ///   - columns: the width of the terminal.
  package static func broken(_ text: String, columns: Int) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { broken(line: $0, columns: columns) }.joined(separator: "\n")
  }

  private static func broken(line: Substring, columns: Int) -> String {
    guard DisplayWidth.of(String(line)) > columns else { return String(line) }
    let indent = self.indent(of: line, columns: columns)
    var broken = ""
    var width = 0
    var isFirst = true
    // The blanks since the last word.
    var blanks = 0
    for word in line.split(separator: " ", omittingEmptySubsequences: false) {
      if word.isEmpty {
        blanks += 1
        continue
      }
      let wordWidth = DisplayWidth.of(String(word))
      if !isFirst, width + blanks + wordWidth > columns {
        broken += "\n" + String(repeating: " ", count: indent)
        width = indent
      } else {
        broken += String(repeating: " ", count: blanks)
        width += blanks
      }
      broken += word
      width += wordWidth
      isFirst = false
      blanks = 1
    }
    return broken
  }

  /// The column where the rest of a line begins.
  private static func indent(of line: Substring, columns: Int) -> Int {
    let start = line.prefix { $0 == " " }.count
    guard start > 0 else { return 0 }
    let text = line.dropFirst(start)
    guard let gap = text.firstRange(of: "  ") else { return start + 2 }
    let rest = text[gap.upperBound...].drop { $0 == " " }
    let column = DisplayWidth.of(String(line[..<rest.startIndex]))
    return column <= columns / 2 ? column : start + 2
  }
}
