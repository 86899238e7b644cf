/// A regular expression, with the syntax and the results of Swift's `Regex`, whose time is linear in the text.
///
/// `Regex` tries one way after another, so that some patterns need minutes for a short text. This type follows all ways at
/// once: a text of n characters and a pattern of m parts take at most n × m steps. So it can be given patterns and
/// texts by people who aren't trusted. It refuses what can't be matched in this way: references to groups, lookahead,
/// lookbehind, atomic groups and possessive quantifiers.
///
///     let pattern = try Pattern(parsing: #"(?<ip>\S+) .* (?<status>\d+)"#)
///     let match = pattern.firstMatch(in: "10.0.0.7 GET / 200")
///     print(match?["status"] ?? "none")  // 200
///
/// Characters are grapheme clusters, as in `Regex`: `.` matches 👩‍👩‍👧 and CR LF is one newline.
public struct Pattern: Sendable {
  /// The maximum number of characters in a pattern.
  public static let lengthLimit = 10_000
  /// The maximum nesting depth of groups.
  public static let nestingLimit = 100
  /// The maximum number of groups whose text is remembered.
  public static let groupLimit = 100
  /// The maximum number of parts; `a{50}` is 50 parts.
  public static let sizeLimit = 10_000

  /// A group whose text is remembered.
  public struct Group: Hashable, Sendable {
    /// The name, if it has one: `(?<name>…)`.
    public let name: String?
    /// The number of its opening parenthesis, from 1.
    public let number: Int
  }

  /// The text of the pattern, without slashes around it.
  public let source: String
  /// The groups, in the order of their opening parentheses.
  public let groups: [Group]

  let program: PatternProgram
  let numbers: [String: Int]

  /// Reads a pattern: the text between the slashes of a regex literal.
  ///
  /// - Throws: ``PatternError`` for what Swift refuses, for what can't be matched in linear time, and for patterns
  ///   above the limits.
  public init(parsing text: String) throws(PatternError) {
    var parser = PatternParser(text)
    let node = try parser.parse()
    source = text
    groups = parser.names.enumerated().map { Group(name: $1, number: $0 + 1) }
    numbers = Dictionary(uniqueKeysWithValues: groups.compactMap { group in group.name.map { ($0, group.number) } })
    program = try PatternProgram(node, groups: groups.count)
  }
}

extension Pattern: Hashable {
  /// Whether two patterns have the same text.
  public static func == (left: Pattern, right: Pattern) -> Bool {
    left.source.unicodeScalars.elementsEqual(right.source.unicodeScalars)
  }

  /// Hashes the text.
  public func hash(into hasher: inout Hasher) { hasher.combine(source) }
}
