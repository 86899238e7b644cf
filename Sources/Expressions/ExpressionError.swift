internal import Marbles

/// What is wrong with an expression, and where.
public struct ExpressionError: Error, Hashable, Sendable {
  /// The expression as it was written.
  public var text: String
  /// Where it went wrong: a 1-based column, in characters.
  public var column: Int
  /// What was found, what was expected, and what may have been meant.
  public var message: String

  /// Creates an error at a 1-based column of `text`.
  public init(text: String, column: Int, message: String) {
    self.text = text
    self.column = column
    self.message = message
  }
}

extension ExpressionError: CustomStringConvertible {
  /// Several lines: what is wrong, the expression (shortened around the place when it is long), and a caret.
  public var description: String {
    let characters = Array(text)
    let start = max(0, min(column - 1, characters.count) - 60)
    let end = min(characters.count, start + 76)
    // One column each, so that the caret stays under its character.
    let excerpt = characters[start..<end].map { $0.isWhitespace ? " " : String(Self.shown($0)) }.joined()
    let lead = start > 0 ? "…" : ""
    let caret = String(repeating: " ", count: column - 1 - start + lead.count) + "^"
    let tail = end < characters.count ? "…" : ""
    return "expression, column \(column): \(message)\n  \(lead)\(excerpt)\(tail)\n  \(caret)"
  }

  /// `character`, or `�` for what a terminal would obey or show as nothing.
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
