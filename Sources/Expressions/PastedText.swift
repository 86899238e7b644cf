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
    var characters = characters
    for comment in comments { for place in comment where !characters[place].isNewline { characters[place] = " " } }
    var source = ""
    var (copied, braces) = (first, 0)
    func gapStart(before place: Int) -> Int {
      var start = place
      while start > copied, characters[start - 1].isWhitespace { start -= 1 }
      return start
    }
    for token in tokens where token.column - 1 >= first {
      let place = token.column - 1
      let start = gapStart(before: place)
      source += String(characters[copied..<start])
      let gap = characters[start..<place]
      let hasComment = comments.contains { $0.lowerBound >= start && $0.upperBound <= place }
      if gap.contains(where: \.isNewline) {
        let newLine = braces > 0 ? "\n" : " "
        source += token.kind == .symbol(".") || start == first ? "" : newLine
      } else {
        source += hasComment ? " " : String(gap)
      }
      copied = place
      if token.kind == .symbol("{") { braces += 1 }
      if token.kind == .symbol("}") { braces -= 1 }
    }
    return source + String(characters[copied..<end])
  }
}
