/// Cuts Swift source into tokens; comments are left out.
struct SwiftScanner {
  private let characters: [Character]
  private var position: Int
  private let end: Int

  static func tokens(of source: String) -> [SwiftToken] {
    let characters = Array(source)
    var scanner = SwiftScanner(characters: characters, position: 0, end: characters.count)
    return scanner.tokens()
  }

  private init(characters: [Character], position: Int, end: Int) {
    self.characters = characters
    self.position = position
    self.end = end
  }

  private mutating func tokens() -> [SwiftToken] {
    var tokens: [SwiftToken] = []
    var (followsSpace, followsLine) = (true, true)
    while position < end {
      if skipBlank(&followsSpace, &followsLine) { continue }
      let start = position
      let kind = next()
      tokens.append(
        SwiftToken(
          kind: kind, text: String(characters[start..<position]), followsSpace: followsSpace, followsLine: followsLine))
      (followsSpace, followsLine) = (false, false)
    }
    return tokens
  }

  /// Whether there was white space or a comment.
  private mutating func skipBlank(_ followsSpace: inout Bool, _ followsLine: inout Bool) -> Bool {
    let start = position
    if characters[position].isWhitespace {
      followsLine = followsLine || characters[position].isNewline
      position += 1
    } else if stands("//") {
      while position < end, !characters[position].isNewline { position += 1 }
    } else if stands("/*") {
      skipComment()
    }
    if position > start { followsSpace = true }
    return position > start
  }

  /// Comments nest.
  private mutating func skipComment() {
    var depth = 0
    repeat {
      if stands("/*") {
        depth += 1
        position += 2
      } else if stands("*/") {
        depth -= 1
        position += 2
      } else {
        position += 1
      }
    } while depth > 0 && position < end
  }

  private func stands(_ text: String) -> Bool {
    position + text.count <= end && characters[position..<position + text.count].elementsEqual(text)
  }

  private mutating func next() -> SwiftToken.Kind {
    let character = characters[position]
    if character.isLetter || character == "_" || character == "$" {
      while position < end, isPartOfName(characters[position]) { position += 1 }
      return .name
    }
    if character.isNumber {
      while position < end, isPartOfName(characters[position]) { position += 1 }
      return .number
    }
    if let kind = string() { return kind }
    position += 1
    return .symbol
  }

  private func isPartOfName(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "$"
  }

  /// `"…"`, `"""…"""`, and either between `#`s; nil when none begins here.
  private mutating func string() -> SwiftToken.Kind? {
    let start = position
    while position < end, characters[position] == "#" { position += 1 }
    let hashes = String(repeating: "#", count: position - start)
    let quotes = stands(#"""""#) ? #"""""# : "\""
    guard stands(quotes) else {
      position = start
      return nil
    }
    position += quotes.count
    var parts: [StringPart] = []
    var text = ""
    while position < end, !stands(quotes + hashes) {
      if stands("\\" + hashes + "(") {
        position += hashes.count + 2
        if !text.isEmpty { parts.append(.text(text)) }
        text = ""
        parts.append(.code(interpolation()))
      } else if stands("\\" + hashes) {
        position += hashes.count + 1
        if position < end { text.append(Self.escapes[characters[position]] ?? characters[position]) }
        position += 1
      } else {
        text.append(characters[position])
        position += 1
      }
    }
    position = min(end, position + quotes.count + hashes.count)
    if !text.isEmpty { parts.append(.text(text)) }
    return .string(parts)
  }

  private static let escapes: [Character: Character] = ["n": "\n", "t": "\t", "r": "\r", "0": "\0"]

  /// The tokens up to the `)` that belongs to the `\(` before.
  private mutating func interpolation() -> [SwiftToken] {
    let start = position
    var depth = 1
    while position < end {
      if string() != nil { continue }
      if characters[position] == "(" { depth += 1 }
      if characters[position] == ")" { depth -= 1 }
      position += 1
      if depth == 0 { break }
    }
    var inner = SwiftScanner(characters: characters, position: start, end: max(start, position - 1))
    return inner.tokens()
  }
}
