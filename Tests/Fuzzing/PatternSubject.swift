public import Marbles

/// Regular expressions, and a text that each is looked for in. A text has both, with `¦` between them.
public struct PatternSubject: FuzzSubject {
  /// The name on the command line.
  public let name = "patterns"

  private static let noise = RandomBytes(
    tokens: RandomPattern.unicode + [
      "(", ")", "(?:", "(?<n>", "(?i)", "(?s:", "(?=", "(?<!", "(?>", "\\1", "\\k<n>", "[", "]", "[^", "a-z", "&&",
      "--",
      "|", "*", "+", "?", "*?", "{2,3}", "{1000}", "{,2}", "\\d", "\\W", "\\b", "\\u{301}", "\\x41", "\\p{L}", "\\",
      "^",
      "$", "\\A", "\\z", "\\R", "\\X", "¦", "(a+)+$", "#", "{", "}",
    ]
  ) { random in
    var patterns = RandomPattern(
      seed: random.next(), characters: random.below(2) == 0 ? RandomPattern.plain : RandomPattern.unicode)
    return patterns.pattern() + "¦" + patterns.text()
  }

  /// Creates the subject.
  public init() {}

  /// A pattern and a text, or something similar.
  public func text(_ random: inout SplitMix64) -> String { Self.noise.text(&random) }

  /// A rejection must name a column of the pattern or the one after it. All ways to look for a pattern must agree, and what a
  /// group matched must be inside the match.
  public func verdict(on text: String) -> FuzzVerdict {
    let parts = text.split(separator: "¦", maxSplits: 1, omittingEmptySubsequences: false)
    let source = String(parts[0])
    // A search takes the product of both lengths, and a search for all matches once more for each match.
    let searched = String((parts.count > 1 ? parts[1] : parts[0]).prefix(max(8, 20_000 / (source.count + 1))))
    let pattern: Pattern
    do throws(PatternError) { pattern = try Pattern(parsing: source) } catch {
      return (1...source.count + 1).contains(error.column) && !error.problem.isEmpty
        ? .rejected : .failed("rejected at column \(error.column): \(error)")
    }
    let matches = pattern.matches(in: searched)
    guard pattern.firstMatch(in: searched) == matches.first, pattern.isMatch(in: searched) == !matches.isEmpty else {
      return .failed("the first match is not the first of all")
    }
    for (match, next) in zip(matches, matches.dropFirst()) where match.range.upperBound > next.range.lowerBound {
      return .failed("\(match.text.debugDescription) and \(next.text.debugDescription) overlap")
    }
    for match in matches {
      guard match.groups.count == pattern.groups.count else { return .failed("\(match.groups.count) groups") }
      for group in match.groups.compactMap(\.self)
      where group.startIndex < match.range.lowerBound || group.endIndex > match.range.upperBound {
        return .failed("the group \(group.debugDescription) is not inside \(match.text.debugDescription)")
      }
    }
    if let prefix = pattern.prefixMatch(in: searched), prefix != matches.first {
      return .failed("the match at the start is not the first")
    }
    if let whole = pattern.wholeMatch(in: searched), whole.text != searched[...] || matches.isEmpty {
      return .failed("a match of the whole text is \(whole.text.debugDescription)")
    }
    return .accepted
  }
}
