internal import Marbles

/// The words of a command.
package struct CommandWords {
  private(set) var rest: Substring

  init(_ line: String) { rest = line.drop(while: \.isWhitespace) }

  /// The next word: a JSON string, or everything up to white space; nil at the end.
  mutating func next() -> String? {
    guard let first = rest.first else { return nil }
    if first == "\"", let end = Self.end(ofString: rest),
      case .string(let text)? = try? Value(json: String(rest[..<end]))
    {
      rest = rest[end...].drop(while: \.isWhitespace)
      return text
    }
    let word = rest.prefix { !$0.isWhitespace }
    rest = rest[word.endIndex...].drop(while: \.isWhitespace)
    return String(word)
  }

  /// The rest as one text: behind `=` as it is, else without the quotes around it.
  mutating func text() -> String {
    defer { rest = "" }
    let text = rest.trimmed
    if text.first == "=" { return String(text.dropFirst().drop(while: \.isWhitespace)) }
    guard let first = text.first, first == "'" || first == "\"", text.count > 1, text.last == first else {
      return String(text)
    }
    let inner = text.dropFirst().dropLast()
    return String(inner.contains(first) ? text : inner)
  }

  /// The rest as it is, without the blanks around it.
  mutating func remainder() -> String {
    defer { rest = "" }
    return String(rest.trimmed)
  }

  /// A word as ``next()`` reads it.
  package static func written(_ word: String) -> String {
    word.isEmpty || word.first == "\"" || word.contains(where: \.isWhitespace) ? JSONText.quoted(word) : word
  }

  private static func end(ofString text: Substring) -> Substring.Index? {
    var index = text.index(after: text.startIndex)
    while index < text.endIndex {
      if text[index] == "\"" { return text.index(after: index) }
      index = text.index(after: index)
      if text[text.index(before: index)] == "\\", index < text.endIndex { index = text.index(after: index) }
    }
    return nil
  }
}
