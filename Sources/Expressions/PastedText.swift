internal import Marbles

/// An expression as it was pasted from a file of Swift, with comments, several lines and semicolons.
struct PastedText {
  let characters: [Character]
  let tokens: [Token]
  let comments: [Range<Int>]

  /// The expression without what is not needed.
  ///
  /// - Parameter first: where the expression begins, behind its name.
  func source(from first: Int) -> String {
    var last = tokens.count - 1
    while last > 0, tokens[last - 1].kind == .symbol(";") { last -= 1 }
    let end = tokens[last].column - 1
    guard first < end else { return "" }
    let isPlain = comments.isEmpty && !characters[first..<end].contains(where: \.isNewline)
    let source = isPlain ? String(characters[first..<end]) : joined(tokens[..<last], from: first, to: end)
    return String(source.trimmed)
  }

  private func joined(_ tokens: ArraySlice<Token>, from first: Int, to end: Int) -> String {
    var blanked = characters
    for comment in comments { for place in comment where !characters[place].isNewline { blanked[place] = " " } }
    var source = ""
    var (copied, braces) = (first, 0)
    for token in tokens where token.column - 1 >= first {
      let place = token.column - 1
      var start = place
      while start > copied, blanked[start - 1].isWhitespace { start -= 1 }
      source += String(blanked[copied..<start])
      let gap = characters[start..<place]
      if gap.contains(where: \.isNewline) {
        // In braces, a line is a statement.
        let separator = braces > 0 ? "\n" : " "
        source += token.kind == .symbol(".") || start == first ? "" : separator
      } else {
        source += gap.allSatisfy(\.isWhitespace) ? String(gap) : " "
      }
      copied = place
      if token.kind == .symbol("{") { braces += 1 }
      if token.kind == .symbol("}") { braces -= 1 }
    }
    return source + String(blanked[copied..<end])
  }
}
