internal import Marbles

/// What is wrong with a scene file, and where; it renders itself for people.
///
/// ```
/// zip.yaml:7:15: error: found `-` inside `[…]`, expected a value or `]`
///     marbles: "a-[-b]|"
///                  ^
/// ```
public struct SceneFileError: Error, Hashable, Sendable {
  /// The file as it was named; `-` is standard input.
  public var path: String
  /// From 1.
  public var line: Int
  /// From 1, in characters as people see them (grapheme clusters).
  public var column: Int
  /// What was found, and what was expected.
  public var message: String
  /// The line of the file.
  public var source: String
  /// What to do, when there is something to propose.
  public var help: String?

  /// Creates an error at a line and a column that count from 1.
  public init(path: String, line: Int, column: Int, message: String, source: String, help: String? = nil) {
    self.path = path
    self.line = line
    self.column = column
    self.message = message
    self.source = source
    self.help = help
  }
}

extension SceneFileError: CustomStringConvertible {
  /// The place and the problem, the line with a caret under the column, and what to do.
  public var description: String {
    let (excerpt, indent) = DisplayText.excerpt(of: source, column: column)
    var lines = ["\(path):\(line):\(column): error: \(message)"]
    // Behind the last line of a file a caret would point at nothing.
    if !excerpt.isEmpty { lines += ["  \(excerpt)", "  " + String(repeating: " ", count: indent) + "^"] }
    if let help { lines.append("  help: \(help)") }
    return lines.joined(separator: "\n")
  }
}
