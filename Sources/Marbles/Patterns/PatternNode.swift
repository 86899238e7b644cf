/// A parsed pattern: what it means, without its text.
indirect enum PatternNode: Sendable {
  /// Matches nothing, always.
  case empty
  /// Matches one character.
  case one(PatternClass)
  /// Matches no character; says something about the place.
  case anchor(PatternAnchor)
  /// A part whose text is remembered; the number is from 1.
  case group(PatternNode, number: Int)
  /// One part after another.
  case sequence([PatternNode])
  /// One of several parts; an earlier one is preferred.
  case choice([PatternNode])
  /// A part several times; `most` is nil when there is no limit.
  case repetition(PatternNode, least: Int, most: Int?, isLazy: Bool)

  /// Whether the part can match without reading a character.
  var canBeEmpty: Bool {
    switch self {
    case .empty, .anchor: true
    case .one: false
    case .group(let part, _): part.canBeEmpty
    case .sequence(let parts): parts.allSatisfy(\.canBeEmpty)
    case .choice(let parts): parts.contains(where: \.canBeEmpty)
    case .repetition(let part, let least, _, _): least == 0 || part.canBeEmpty
    }
  }
}

/// A condition on a place between two characters.
enum PatternAnchor: Hashable, Sendable {
  /// `^` and `\A`.
  case textStart
  /// `$` and `\z`.
  case textEnd
  /// `\Z`: the end, or before a newline at the end.
  case lastLineEnd
  /// `^` after `(?m)`.
  case lineStart
  /// `$` after `(?m)`.
  case lineEnd
  /// `\b`.
  case wordBoundary
  /// `\B`.
  case insideWord
}
