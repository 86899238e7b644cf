/// A table in Markdown.
struct MarkdownTable {
  var columns: [String]
  var rows: [[String]]

  /// The lines of the table, with an empty line before and after it.
  var lines: [String] {
    let head = [line(columns), "|" + columns.map { _ in "---|" }.joined()]
    return [""] + head + rows.map(line) + [""]
  }

  private func line(_ cells: [String]) -> String {
    "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
  }
}

extension String {
  /// The text as code, and an empty text as nothing.
  var asCode: String { isEmpty ? "" : "`\(self)`" }

  /// Names with commas between them, each as code.
  var asCodes: String { split(separator: ", ").map { String($0).asCode }.joined(separator: ", ") }

  /// The text as a sentence: with a capital letter at its beginning and a full stop at its end.
  var asSentence: String {
    let text = prefix(1).uppercased() + dropFirst()
    return text.hasSuffix(".") || text.hasSuffix(")") ? text : text + "."
  }
}
