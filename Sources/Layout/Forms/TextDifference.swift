package import Marbles

/// A line of text, and the words that differ from the line before it.
package struct TextDifference: Hashable, Sendable {
  /// A part of the line.
  package struct Part: Hashable, Sendable {
    /// The text, with the space before it.
    package var text: String
    /// Whether the line before has another text there.
    package var differs: Bool
  }

  /// The parts, from left to right; together they are the line.
  package let parts: [Part]

  /// The maximum number of words that are compared; the rest is one part.
  private static let words = 200

  /// Compares the words of a line with those at the same places of the line before.
  ///
  /// Words at the same distance from the end are the same place, too, where lines have different numbers of words. A line
  /// that has nothing in common with the line before differs as a whole.
  package init(_ text: String, after before: String?) {
    let words = Self.words(of: text)
    let old = before.map(Self.words(of:)) ?? []
    let shift = old.count - words.count
    var parts: [Part] = []
    for (index, word) in words.enumerated() {
      let isSame =
        old.indices.contains(index) && old[index] == word
        || old.indices.contains(index + shift) && old[index + shift] == word
      let isSpace = word.allSatisfy { $0 == " " }
      if var last = parts.last, isSpace || last.differs == !isSame {
        last.text += word
        parts[parts.count - 1] = last
      } else {
        parts.append(Part(text: String(word), differs: !isSame && !isSpace))
      }
    }
    self.parts = parts
  }

  /// The parts that differ, without what they share with the line before: `16.6 ms` of a ping.
  package var label: String {
    parts.filter(\.differs).map { part in
      String(part.text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }.joined(separator: " ")
  }

  /// The words of a text, the spaces between them, and what is on both sides of `=`.
  private static func words(of text: String) -> [Substring] {
    var words: [Substring] = []
    var start = text.startIndex
    var index = text.startIndex
    while index < text.endIndex, words.count < Self.words {
      let character = text[index]
      let next = text.index(after: index)
      if character == " " {
        if start < index { words.append(text[start..<index]) }
        words.append(text[index..<next])
        start = next
      } else if character == "=" || character == "," {
        words.append(text[start..<next])
        start = next
      }
      index = next
    }
    if start < text.endIndex { words.append(text[start...]) }
    return words
  }
}

extension Value {
  /// The value as a line of a log: a text as it is, an object as `status=500 path=/help`: the severity first, and times
  /// and long texts last.
  package var line: String {
    switch self {
    case .string(let text): return text
    case .object(let members):
      let first = SeveritySource.memberNames.filter { members[$0] != nil }
      let rest = members.filter { !first.contains($0.key) }.map { (key: $0.key, isLast: $0.value.isLast(as: $0.key)) }
        .sorted { ($0.isLast ? 1 : 0, $0.key) < ($1.isLast ? 1 : 0, $1.key) }.map(\.key)
      return (first + rest).prefix(50).map { "\($0)=\(members[$0].map(\.memberText) ?? "")" }.joined(separator: " ")
    default: return description
    }
  }

  private func isLast(as name: String) -> Bool {
    if ["ts", "time", "timestamp", "@timestamp", "date"].contains(name) { return true }
    return if case .string(let text) = self { text.utf8.count > 30 } else { false }
  }

  private var memberText: String {
    switch self {
    case .string(let text): text.contains(" ") || text.isEmpty ? "\"\(text)\"" : text
    default: description
    }
  }
}
