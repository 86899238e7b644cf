/// A text as a ``PatternMachine`` reads it: characters by number.
struct PatternText {
  private let text: String
  /// For each character its ASCII code, or a code above 127 for a character that isn't one ASCII scalar.
  let codes: [UInt8]
  /// The characters; empty when all are ASCII.
  private let characters: [Character]
  /// The places of the characters and of the end; empty when all are ASCII.
  private let indices: [String.Index]
  /// For each place from the start to the end, whether a word begins or ends there; empty for a pattern without `\b`.
  private let wordBoundaries: [Bool]

  private static let other: UInt8 = 0xFF
  /// The code of a CR LF of which Swift looks at the CR only when it matches a class such as [^\\r]: before the end and
  /// before scalars below U+0300, whose bytes it knows not to join the character.
  private static let cutNewline: UInt8 = 0xFE

  var count: Int { codes.count }

  init(_ text: String, findsWordBoundaries: Bool) {
    self.text = text
    let bytes = Array(text.utf8)
    if Self.isPlain(bytes) {
      (codes, characters, indices) = (bytes, [], [])
    } else {
      let all = Array(text)
      characters = all
      codes = all.indices.map { Self.code(of: all[$0], before: $0 + 1 < all.count ? all[$0 + 1] : nil) }
      indices = Array(text.indices) + [text.endIndex]
    }
    wordBoundaries = findsWordBoundaries ? WordBoundaries.inText(text, characters: characters) : []
  }

  /// Whether each byte is a character: the text is ASCII without CR LF.
  private static func isPlain(_ bytes: [UInt8]) -> Bool {
    var last: UInt8 = 0
    for byte in bytes {
      if byte >= 0x80 || (byte == 0x0A && last == 0x0D) { return false }
      last = byte
    }
    return true
  }

  private static func code(of character: Character, before next: Character?) -> UInt8 {
    if let code = character.ascii { return code }
    guard character == "\r\n", next?.unicodeScalars.first.map({ $0.value < 0x300 }) ?? true else { return other }
    return cutNewline
  }

  /// The part of the text between two places.
  func part(_ start: Int, _ end: Int) -> Substring { text[index(start)..<index(end)] }

  private func index(_ position: Int) -> String.Index {
    indices.isEmpty ? text.utf8.index(text.utf8.startIndex, offsetBy: position) : indices[position]
  }

  /// Whether a class contains the character at a place, whose code is above 127.
  func isOther(at position: Int, in set: PatternClass) -> Bool {
    set.contains(characters[position], isCutNewline: codes[position] == Self.cutNewline)
  }

  /// Whether an anchor holds at a place.
  func holds(_ anchor: PatternAnchor, at position: Int) -> Bool {
    switch anchor {
    case .textStart: position == 0
    case .textEnd: position == count
    case .lastLineEnd: position == count || position == count - 1 && isNewline(at: position)
    case .lineStart: position == 0 || isNewline(at: position - 1)
    case .lineEnd: position == count || isNewline(at: position)
    case .wordBoundary: wordBoundaries[position]
    case .insideWord: !wordBoundaries[position]
    }
  }

  private func isNewline(at position: Int) -> Bool {
    let code = codes[position]
    return code < 0x80 ? (0x0A...0x0D).contains(code) : characters[position].isNewline
  }
}
