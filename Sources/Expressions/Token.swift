internal import Marbles

/// A token of an expression, with its position.
struct Token: Hashable {
  enum Kind: Hashable {
    case name(String)
    /// `$0`
    case parameter(Int)
    case literal(Value)
    /// A string with interpolations.
    case interpolation([Segment])
    /// An operator or a piece of punctuation.
    case symbol(String)
    /// A regular expression between slashes.
    case pattern(Pattern)
    case malformed(String)
    case end
  }

  /// A part of a string literal.
  enum Segment: Hashable {
    case text(String)
    case code([Token])
  }

  var kind: Kind
  /// 1-based, in characters.
  var column: Int
  /// Whether white space precedes it: `a ?b` and `a ? b` differ.
  var followsSpace: Bool

  /// The token for the part of a message after `found`.
  var found: String {
    switch kind {
    case .name(let name): "`\(name)`"
    case .parameter(let index): "`$\(index)`"
    case .literal(let value): "`\(value.json)`"
    case .interpolation: "a string"
    case .pattern: "a pattern"
    case .symbol(let symbol): "`\(symbol)`"
    case .malformed(let what): String(what.map(ExpressionError.shown))
    case .end: "the end of the text"
    }
  }
}
