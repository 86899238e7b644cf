extension StringProtocol {
  /// The text without the white space and the line breaks around it.
  package var trimmed: SubSequence {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return self[endIndex...] }
    return start[...last]
  }
}
