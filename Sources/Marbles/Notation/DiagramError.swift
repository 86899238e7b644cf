/// The problem in a diagram and its place; ``description`` renders it for people.
///
/// ```
/// error: row strings, column 4: found `-` inside `[…]`, expected a value or `]`
///   a-[-b]|
///      ^
/// ```
public struct DiagramError: Error, Hashable, Sendable {
  /// The name of the row.
  public var row: String
  /// The column in characters as people see them (grapheme clusters), from 1; at most one past the last.
  public var column: Int
  /// The complete text of the diagram.
  public var diagram: String
  /// What the diagram has at the column.
  public var found: String
  /// What the notation allows there.
  public var expected: String
  /// A suggestion of what to write, if there is one.
  public var suggestion: String?

  /// Creates an error at a column, counted from 1.
  public init(row: String, column: Int, diagram: String, found: String, expected: String, suggestion: String? = nil) {
    self.row = row
    self.column = column
    self.diagram = diagram
    self.found = found
    self.expected = expected
    self.suggestion = suggestion
  }
}

extension DiagramError: CustomStringConvertible {
  /// The problem in one line, without the diagram: ``found`` and ``expected``.
  public var message: String { "found \(found), expected \(expected)" }

  /// The place and the problem, the diagram with a caret under the column, and the suggestion.
  public var description: String {
    let name = DisplayText.shortened(row, to: 60)
    let (excerpt, indent) = DisplayText.excerpt(of: diagram, column: column)
    var lines = ["error: row \(name), column \(column): \(message)", "  \(excerpt)"]
    lines.append("  " + String(repeating: " ", count: indent) + "^")
    if let suggestion { lines.append("  help: \(suggestion)") }
    return lines.joined(separator: "\n")
  }
}
