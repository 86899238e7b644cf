/// A piece of Swift source, as far as declarations need it.
struct SwiftToken: Equatable {
  enum Kind {
    /// A name, a keyword or a number; a name in backquotes keeps them, because it is not a keyword.
    case word
    /// A string, whatever is interpolated.
    case string
    /// One character of punctuation, or `->`.
    case symbol
    /// `#if`, `#elseif`, `#else` or `#endif`, without its condition.
    case directive
  }

  var kind: Kind
  var text: String
  /// Whether it is the first of its line.
  var startsLine: Bool
}

/// What can't be read in a source, and where.
struct SwiftSourceError: Error, CustomStringConvertible {
  var line: Int
  var message: String
  var description: String { "line \(line): \(message)" }
}

/// Cuts Swift source into tokens, without comments.
///
/// Regex literals are not known: one that holds a brace or a quote shows as an error, never as a wrong answer.
struct SwiftLexer {
  private let characters: [Character]
  private var position = 0
  private var line = 1
  private var startsLine = true

  static func tokens(of source: String) throws(SwiftSourceError) -> [SwiftToken] {
    var lexer = SwiftLexer(characters: Array(source))
    return try lexer.tokens()
  }

  private init(characters: [Character]) { self.characters = characters }

  private mutating func tokens() throws(SwiftSourceError) -> [SwiftToken] {
    var tokens: [SwiftToken] = []
    while let character = peek() {
      if character.isWhitespace {
        advance()
      } else if starts("//") {
        skipLine()
      } else if starts("/*") {
        try skipBlockComment()
      } else {
        let isFirst = startsLine
        startsLine = false
        let (kind, text) = try next(character)
        tokens.append(SwiftToken(kind: kind, text: text, startsLine: isFirst))
      }
    }
    return tokens
  }

  private mutating func next(_ character: Character) throws(SwiftSourceError) -> (SwiftToken.Kind, String) {
    let hashes = hashCount
    if peek(hashes) == "\"" {
      try skipString(hashes: hashes)
      return (.string, "")
    }
    if character == "#" {
      advance()
      let word = "#" + takeWord()
      guard ["#if", "#elseif", "#else", "#endif"].contains(word) else { return (.word, word) }
      skipLine()
      return (.directive, word)
    }
    if character == "`" {
      advance()
      let word = takeWord()
      if peek() == "`" { advance() }
      return (.word, "`\(word)`")
    }
    if Self.isPartOfWord(character) { return (.word, takeWord()) }
    let symbol = starts("->") ? "->" : String(character)
    for _ in symbol { advance() }
    return (.symbol, symbol)
  }

  private static func isPartOfWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "$"
  }

  private mutating func takeWord() -> String {
    let start = position
    while let character = peek(), Self.isPartOfWord(character) { advance() }
    return String(characters[start..<position])
  }

  private func peek(_ offset: Int = 0) -> Character? {
    position + offset < characters.count ? characters[position + offset] : nil
  }

  private func starts(_ text: String) -> Bool { characters[position...].starts(with: text) }

  private mutating func advance() {
    if characters[position].isNewline {
      line += 1
      startsLine = true
    }
    position += 1
  }

  private mutating func skipLine() {
    while let character = peek(), !character.isNewline { advance() }
  }

  /// Block comments nest.
  private mutating func skipBlockComment() throws(SwiftSourceError) {
    let start = line
    var depth = 0
    repeat {
      guard peek() != nil else { throw SwiftSourceError(line: start, message: "a comment that never ends") }
      let mark = starts("/*") ? 1 : starts("*/") ? -1 : 0
      depth += mark
      for _ in 0..<(mark == 0 ? 1 : 2) { advance() }
    } while depth > 0
  }

  // MARK: Strings

  /// How many `#` stand here.
  private var hashCount: Int { characters[position...].prefix { $0 == "#" }.count }

  /// Skips a string: of one line or several, raw or not, with strings in its interpolations.
  private mutating func skipString(hashes: Int) throws(SwiftSourceError) {
    let start = line
    let fence = String(repeating: "#", count: hashes)
    for _ in 0..<hashes { advance() }
    let quote = starts("\"\"\"") ? "\"\"\"" : "\""
    for _ in quote { advance() }
    while let character = peek() {
      if starts(quote + fence) {
        for _ in quote + fence { advance() }
        return
      }
      if starts("\\" + fence + "(") {
        for _ in 0..<hashes + 2 { advance() }
        try skipInterpolation(from: start)
      } else if starts("\\" + fence) {
        for _ in 0..<min(hashes + 2, characters.count - position) { advance() }
      } else if character.isNewline, quote.count == 1 {
        break
      } else {
        advance()
      }
    }
    throw SwiftSourceError(line: start, message: "a string that never ends")
  }

  private mutating func skipInterpolation(from start: Int) throws(SwiftSourceError) {
    var depth = 1
    while depth > 0 {
      guard let character = peek() else { throw SwiftSourceError(line: start, message: "a string that never ends") }
      let hashes = hashCount
      if peek(hashes) == "\"" {
        try skipString(hashes: hashes)
        continue
      }
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      advance()
    }
  }
}
