/// A piece of Swift source: as much as is needed to find calls and to rewrite them.
struct SwiftToken: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    case name
    case number
    /// A string literal: its parts, and the code between them.
    case string([StringPart])
    /// One character of punctuation.
    case symbol
  }

  var kind: Kind
  /// As it is written.
  var text: String
  var followsSpace = false
  var followsLine = false

  /// What a string literal without interpolation says.
  var literal: String? {
    guard case .string(let parts) = kind else { return nil }
    if parts.isEmpty { return "" }
    guard parts.count == 1, case .text(let text) = parts[0] else { return nil }
    return text
  }

  func `is`(_ text: String) -> Bool {
    if case .string = kind { false } else { self.text == text }
  }
}

enum StringPart: Equatable, Sendable {
  case text(String)
  case code([SwiftToken])
}

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

// MARK: Brackets

extension [SwiftToken] {
  private static let closing = ["(": ")", "[": "]", "{": "}"]

  /// The position of the bracket that closes the one at `open`.
  func close(of open: Int) -> Int? {
    var waiting: [String] = []
    for position in open..<count where self[position].kind == .symbol {
      let text = self[position].text
      if let closing = Self.closing[text] {
        waiting.append(closing)
      } else if text == waiting.last {
        waiting.removeLast()
        if waiting.isEmpty { return position }
      }
    }
    return nil
  }

  /// Single tokens, and brackets with all that is in them.
  private var groups: [ArraySlice<SwiftToken>] {
    var groups: [ArraySlice<SwiftToken>] = []
    var position = 0
    while position < count {
      let isOpen = self[position].kind == .symbol && Self.closing[self[position].text] != nil
      let end = isOpen ? close(of: position) ?? position : position
      groups.append(self[position...end])
      position = end + 1
    }
    return groups
  }

  /// The parts between separators that stand in no bracket.
  func split(by separator: String) -> [[SwiftToken]] {
    groups.split(omittingEmptySubsequences: false) { $0.count == 1 && $0.first!.is(separator) }.map {
      Array($0.joined())
    }
  }

  /// The parts that begin on a line of their own, outside of brackets.
  var lines: [[SwiftToken]] {
    var lines: [[SwiftToken]] = []
    for group in groups {
      if lines.isEmpty || group.first!.followsLine { lines.append([]) }
      lines[lines.count - 1] += group
    }
    return lines
  }

  /// Their source, on one line.
  var source: String {
    var text = ""
    for (position, token) in enumerated() {
      if position > 0, token.followsSpace { text += " " }
      text += token.source
    }
    return text
  }
}

extension SwiftToken {
  fileprivate var source: String {
    guard case .string(let parts) = kind, parts.contains(where: { if case .code = $0 { true } else { false } }) else {
      return text
    }
    return "\""
      + parts.map { part in
        switch part {
        case .text(let text): text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        case .code(let tokens): "\\(\(tokens.source))"
        }
      }.joined() + "\""
  }
}
