/// A place in a text where a ``Pattern`` matches, with what its groups matched there.
public struct PatternMatch: Hashable, Sendable {
  /// What the whole pattern matched.
  public let text: Substring
  /// What each group matched, in the order of their opening parentheses; nil for a group that took no part.
  ///
  /// A group that is repeated has its last text.
  public let groups: [Substring?]
  /// The numbers of the named groups, from 1.
  let numbers: [String: Int]

  /// The place of the whole match in the searched text.
  public var range: Range<String.Index> { text.startIndex..<text.endIndex }

  /// What a group matched, by its number from 1; the number 0 is the whole match.
  ///
  /// The result is nil when the group took no part, and when there is no such group.
  public subscript(number: Int) -> Substring? {
    if number == 0 { return text }
    return groups.indices.contains(number - 1) ? groups[number - 1] : nil
  }

  /// What a named group matched; nil when it took no part, and when there is no such group.
  public subscript(name: String) -> Substring? { numbers[name].flatMap { self[$0] } }
}
