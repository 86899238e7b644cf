internal import Marbles

/// An error in a scene file with its place, formatted for people.
///
/// ```
/// zip.yaml:7:15: error: found `-` inside `[…]`, expected a value or `]`
///     marbles: "a-[-b]|"
///                  ^
/// ```
public struct SceneFileError: Error, Hashable, Sendable {
  /// The path as given; `-` is standard input.
  public var path: String
  /// The line, from 1.
  public var line: Int
  /// The column, from 1, in user-perceived characters (grapheme clusters).
  public var column: Int
  /// What was found, and what was expected.
  public var message: String
  /// The text of the line.
  public var source: String
  /// A suggestion; nil when there is none.
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
  /// The place and the message, the line with a caret, and the suggestion.
  public var description: String {
    let (excerpt, indent) = DisplayText.excerpt(of: source, column: column)
    var lines = ["\(path):\(line):\(column): error: \(message)"]
    // After the last line of a file there is no character to point at.
    if !excerpt.isEmpty { lines += ["  \(excerpt)", "  " + String(repeating: " ", count: indent) + "^"] }
    if let help { lines.append("  help: \(help)") }
    return lines.joined(separator: "\n")
  }
}
