/// The layout of pages in a terminal.
enum PageText {
  /// Lines with two columns.
  static func table(_ lines: [(String, String)]) -> String {
    let width = lines.map(\.0.count).max() ?? 0
    return lines.map { "  \($0.padding(to: width))  \($1)\n" }.joined()
  }

  /// A paragraph in lines of at most 80 characters.
  static func wrapped(_ text: String) -> String {
    var lines = [""]
    for word in text.split(separator: " ") {
      let longer = lines[lines.count - 1].isEmpty ? String(word) : "\(lines[lines.count - 1]) \(word)"
      if longer.count <= 80 { lines[lines.count - 1] = longer } else { lines.append(String(word)) }
    }
    return lines.joined(separator: "\n")
  }

  /// The marks of diagrams and of the picture that `marbled play NAME` draws.
  static func marks(_ legend: MarkLegend, of name: String) -> String {
    "Marks\n" + table(legend.diagrams.map { ($0.sign, $0.meaning) })
      + "\nMarks in the picture of `marbled play \(name)`\n" + table(legend.picture.map { ($0.sign, $0.meaning) })
  }
}

extension String {
  func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
