internal import Terminal

/// The colours of text that commands print for people: errors, differences, names.
///
/// They are set line by line in the finished text, so that the text without colours is the same.
package enum TextHighlights: Sendable {
  /// Errors, warnings and notes with their places, and the two diagrams of a difference.
  case messages
  /// Headings, and the name at the beginning of each line.
  case list
  /// A page of `explain`: its first line and its headings.
  case page
  /// Sentences, without colours.
  case prose

  private static let reset = "\u{1B}[0m"
  private static let bold = "\u{1B}[1m"
  private static let red = "\u{1B}[1;31m"
  private static let green = "\u{1B}[32m"
  private static let yellow = "\u{1B}[1;33m"
  private static let cyan = "\u{1B}[36m"

  /// Whether lines may be broken between words: those of messages quote a file, and mark a column.
  var canBeBroken: Bool { self != .messages }

  /// The text with colours.
  ///
  /// - Parameter text: text whose control characters are escaped.
  package func colored(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let first = lines.firstIndex { !$0.isEmpty }
    return lines.indices.map { index in
      let line = String(lines[index])
      switch self {
      case _ where line.isEmpty, .prose: return line
      case .messages: return Self.message(line)
      case .list: return Self.entry(line)
      case .page: return index == first || Self.isHeading(index, in: lines) ? "\(Self.bold)\(line)\(Self.reset)" : line
      }
    }.joined(separator: "\n")
  }

  /// A heading, or an entry whose name is indented by two blanks. More of them begin the rest of a broken line.
  private static func entry(_ line: String) -> String {
    guard line.hasPrefix("  ") else { return "\(bold)\(line)\(reset)" }
    let entry = line.dropFirst(2)
    guard entry.first != " " else { return line }
    let name = entry.prefix { $0 != " " }
    return "  \(cyan)\(name)\(reset)\(entry[name.endIndex...])"
  }

  /// Whether a line is a heading of a page: one line without an indent between others, which is no sentence.
  private static func isHeading(_ index: Int, in lines: [Substring]) -> Bool {
    guard index > 0, index + 1 < lines.count, let last = lines[index].last, !".:;,`".contains(last) else {
      return false
    }
    return lines[index].first != " " && lines[index - 1].isEmpty
      && (lines[index + 1].isEmpty || lines[index + 1].first == " ")
  }

  /// `PLACE: error: TEXT` with the place in bold and the word in its colour.
  private static func message(_ line: String) -> String {
    for (word, color) in [("error:", red), ("warning:", yellow), ("note:", cyan), ("help:", cyan), ("lint:", yellow)] {
      if line.drop(while: { $0 == " " }).hasPrefix(word) {
        let indent = line.prefix { $0 == " " }
        return "\(indent)\(color)\(word)\(reset)\(line.dropFirst(indent.count + word.count))"
      }
      guard let range = line.firstRange(of: ": \(word)"), !line[..<range.lowerBound].contains("`") else { continue }
      return "\(bold)\(line[..<range.lowerBound]):\(reset) \(color)\(word)\(reset)\(line[range.upperBound...])"
    }
    if line.contains("^"), line.allSatisfy({ " ^~".contains($0) }) { return "\(red)\(line)\(reset)" }
    for (start, color) in [
      ("  expected  ", green), ("  actual    ", red), ("  got       ", red), ("  + ", green), ("  - ", red),
    ]
    where line.hasPrefix(start) {
      return "\(color)\(line)\(reset)"
    }
    return line
  }
}
