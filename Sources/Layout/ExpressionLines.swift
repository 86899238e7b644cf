/// An expression in several lines, in the gutter of a vector picture: its letters are smaller than others.
package enum ExpressionLines {
  /// The size of the letters, as a share of that of others.
  package static let size = 13.0 / 15
  /// The most lines that stand below a name.
  package static let most = 3
  /// The width up to which a gutter grows for expressions in one or two lines, in columns.
  private static let comfortable = 25
  /// The least width of a gutter with expressions.
  private static let least = 14

  /// The number of characters in some columns.
  package static func characters(in columns: Int) -> Int { Int(Double(columns) / size) }

  /// The lines of an expression, each at most `characters` wide; nil when a part is wider than a line.
  ///
  /// A line ends after a space, or before the point of a call.
  package static func wrapped(_ expression: String, characters: Int, measure: TextMeasure) -> [String]? {
    var lines = [""]
    for part in parts(of: expression) {
      let last = lines[lines.count - 1]
      if measure.width(of: trimmed(last + part)) <= characters {
        lines[lines.count - 1] = last + part
      } else {
        lines.append(part)
      }
      if measure.width(of: trimmed(lines[lines.count - 1])) > characters { return nil }
    }
    return lines.map(trimmed).filter { !$0.isEmpty }
  }

  private static func trimmed(_ text: String) -> String {
    var text = text
    while text.last == " " { text.removeLast() }
    return text
  }

  private static func parts(of expression: String) -> [String] {
    var parts: [String] = []
    var part = ""
    for character in expression {
      let isCall = character == "." && (part.last.map { $0 == ")" || $0 == "}" || $0.isLetter } ?? false)
      if part.last == " " || isCall {
        parts.append(part)
        part = ""
      }
      part.append(character)
    }
    return parts + [part]
  }

  /// The columns for names, for expressions, and for notes about live rows: as few as show each expression as a whole.
  ///
  /// - Parameters:
  ///   - names: the width of the longest name.
  ///   - limit: the most columns.
  static func columns(for expressions: [String], names: Int, limit: Int, measure: TextMeasure) -> Int {
    let (first, limit) = (min(max(names, least), limit), max(names, limit))
    func fits(_ columns: Int, lines: Int) -> Bool {
      expressions.allSatisfy {
        wrapped($0, characters: characters(in: columns), measure: measure).map { $0.count <= lines } ?? false
      }
    }
    let short = first...max(first, min(limit, comfortable))
    return short.first { fits($0, lines: 1) } ?? short.first { fits($0, lines: 2) }
      ?? (first...limit).first { fits($0, lines: most) } ?? limit
  }
}
