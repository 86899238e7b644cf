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

  private static let reset = "\u{1B}[0m"
  private static let bold = "\u{1B}[1m"
  private static let red = "\u{1B}[1;31m"
  private static let green = "\u{1B}[32m"
  private static let yellow = "\u{1B}[1;33m"
  private static let cyan = "\u{1B}[36m"

  /// The text with colours.
  ///
  /// - Parameter text: text whose control characters are escaped.
  package func colored(_ text: String) -> String {
    var isFirst = true
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      defer { if !line.isEmpty { isFirst = false } }
      return line.isEmpty ? "" : colored(line: String(line), isFirst: isFirst)
    }.joined(separator: "\n")
  }

  private func colored(line: String, isFirst: Bool) -> String {
    switch self {
    case .messages: Self.message(line)
    case .list:
      if line.hasPrefix("  "), let end = line.dropFirst(2).firstIndex(of: " ") {
        "  \(Self.cyan)\(line.dropFirst(2)[..<end])\(Self.reset)\(line[end...])"
      } else {
        line.hasPrefix("  ") ? "\(Self.cyan)\(line)\(Self.reset)" : "\(Self.bold)\(line)\(Self.reset)"
      }
    case .page: isFirst ? "\(Self.bold)\(line)\(Self.reset)" : line
    }
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
    for (start, color) in [("  expected  ", green), ("  actual    ", red), ("+ ", green), ("- ", red)]
    where line.hasPrefix(start) {
      return "\(color)\(line)\(reset)"
    }
    return line
  }
}
