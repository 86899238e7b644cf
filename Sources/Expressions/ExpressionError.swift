internal import Marbles

/// An error in an expression, with its position.
public struct ExpressionError: Error, Hashable, Sendable {
  /// The expression as it was written.
  public var text: String
  /// The position of the error: a 1-based column, in characters.
  public var column: Int
  /// What was found, what was expected, and a suggestion.
  public var message: String
  /// An expression to write instead of the whole text; nil for none.
  public var replacement: String?

  /// Creates an error at a 1-based column of `text`.
  public init(text: String, column: Int, message: String, replacement: String? = nil) {
    self.text = text
    self.column = column
    self.message = message
    self.replacement = replacement
  }
}

extension ExpressionError: CustomStringConvertible {
  /// The message, the expression (an excerpt when it is long), and a caret.
  public var description: String {
    let characters = Array(text)
    let start = max(0, min(column - 1, characters.count) - 60)
    let end = min(characters.count, start + 76)
    // Every character takes one column, so that the caret points at the right one.
    let excerpt = characters[start..<end].map { $0.isWhitespace ? " " : String(Self.shown($0)) }.joined()
    let lead = start > 0 ? "…" : ""
    let caret = String(repeating: " ", count: column - 1 - start + lead.count) + "^"
    let tail = end < characters.count ? "…" : ""
    return "expression, column \(column): \(message)\n  \(lead)\(excerpt)\(tail)\n  \(caret)"
  }

  /// `character`, or `�` for control and invisible characters.
  static func shown(_ character: Character) -> Character {
    let isVisible = character.unicodeScalars.first.map { first in
      switch first.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .nonspacingMark, .enclosingMark: false
      default: true
      }
    }
    return isVisible == true ? character : "\u{FFFD}"
  }
}
