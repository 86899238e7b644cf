internal import Marbles

/// Splits an expression into tokens. It never fails: an unreadable part becomes a token that no rule accepts.
struct Lexer {
  /// Longest first, so that `..<` is not split.
  private static let symbols = [
    "...", "..<", "->", "??", "==", "!=", "<=", ">=", "&&", "||", "+", "-", "*", "/", "%", "<", ">", "!", "?", "=", ".",
    ",", ":", ";", "(", ")", "[", "]", "{", "}", "\\",
  ].map(Array.init)

  /// The highest parameter of a closure: `$99`.
  static let highestParameter = 99
  /// The maximum nesting of string interpolations.
  private static let maximumNesting = 8

  private let characters: [Character]
  private var position: Int
  private let end: Int
  private let nesting: Int
  /// The comments that were skipped: places of characters.
  private(set) var comments: [Range<Int>] = []
  /// Of the line that was searched last.
  private var patternEnds: PatternEnds?

  static func tokens(of text: String) -> [Token] {
    var lexer = Lexer(Array(text))
    return lexer.tokens()
  }

  init(_ characters: [Character]) {
    self.init(characters: characters, position: 0, end: characters.count, nesting: 0)
  }

  private init(characters: [Character], position: Int, end: Int, nesting: Int) {
    self.characters = characters
    self.position = position
    self.end = end
    self.nesting = nesting
  }

  mutating func tokens() -> [Token] {
    var tokens: [Token] = []
    var followsSpace = true
    while position < end {
      let character = characters[position]
      if character.isWhitespace {
        position += 1
        followsSpace = true
        continue
      }
      if skipComment() {
        followsSpace = true
        continue
      }
      let column = position + 1
      let followsDot = tokens.last?.kind == .symbol(".") && !followsSpace
      let kind =
        (character == "/" || character == "#") && Self.expectsValue(after: tokens.last?.kind) ? pattern() : nil
      tokens.append(
        Token(kind: kind ?? next(character, followsDot: followsDot), column: column, followsSpace: followsSpace))
      followsSpace = false
    }
    tokens.append(Token(kind: .end, column: end + 1, followsSpace: followsSpace))
    return tokens
  }

  /// Skips `// …` up to the end of the line, or `/* … */`, which may contain another one; false where there is none.
  private mutating func skipComment() -> Bool {
    guard characters[position] == "/", position + 1 < end else { return false }
    let start = position
    switch characters[position + 1] {
    case "/": while position < end, !characters[position].isNewline { position += 1 }
    case "*":
      var depth = 0
      repeat {
        let pair = characters[position..<min(end, position + 2)]
        let change = pair.elementsEqual("/*") ? 1 : pair.elementsEqual("*/") ? -1 : 0
        depth += change
        position += change == 0 ? 1 : 2
      } while position < end && depth > 0
    default: return false
    }
    comments.append(start..<position)
    return true
  }

  private mutating func next(_ character: Character, followsDot: Bool) -> Token.Kind {
    if character.isLetter || character == "_" { return .name(take { $0.isLetter || $0.isNumber || $0 == "_" }) }
    if Self.isDigit(character) { return number(isIndex: followsDot) }
    if character == "$" {
      position += 1
      let digits = take(Self.isDigit)
      if digits.isEmpty, position < end, characters[position].lowercased() == "o" {
        position += 1
        return .malformed("`$\(characters[position - 1])`")
      }
      if let index = Int(digits), index <= Self.highestParameter { return .parameter(index) }
      let excess = digits.isEmpty ? "" : ", above the highest parameter `$\(Self.highestParameter)`"
      return .malformed("`$\(digits)`\(excess)")
    }
    if character == "\"" { return string() }
    if let symbol = Self.symbols.first(where: matches) {
      position += symbol.count
      return .symbol(String(symbol))
    }
    position += 1
    return .malformed("`\(character)`")
  }

  /// Whether a value follows, so that a slash begins a pattern rather than divides.
  private static func expectsValue(after kind: Token.Kind?) -> Bool {
    switch kind {
    case .symbol(let symbol)?: ![")", "]", "}", "!"].contains(symbol)
    case .name(let name)?: ["return", "in", "else"].contains(name)
    case nil: true
    default: false
    }
  }

  /// Scans `/[0-9]+/` or `#/a/b/#`; nil, without consuming anything, where there is no second slash.
  private mutating func pattern() -> Token.Kind? {
    let isExtended = characters[position] == "#"
    let start = position + (isExtended ? 2 : 1)
    guard start < end, !isExtended || characters[position + 1] == "/" else { return nil }
    guard start <= lastEnd(isExtended: isExtended) else { return nil }
    if !isExtended, characters[start].isWhitespace {
      position += 1
      return .malformed("`/ `; a pattern that begins with a space is written `#/ …/#`")
    }
    var source = ""
    var index = start
    while index < end, !characters[index].isNewline {
      let character = characters[index]
      if character == "/", !isExtended || index + 1 < end && characters[index + 1] == "#" {
        guard !source.isEmpty else { return nil }
        position = index + (isExtended ? 2 : 1)
        do throws(PatternError) { return .pattern(try Pattern(parsing: source)) } catch {
          return .malformed("the pattern `\(DisplayText.shortened(source, to: 40))`: \(error)")
        }
      }
      source.append(character)
      index += 1
      guard character == "\\", index < end, !characters[index].isNewline else { continue }
      // `\/` is a slash.
      if characters[index] == "/" { source.removeLast() }
      source.append(characters[index])
      index += 1
    }
    return nil
  }

  /// Where patterns may end on a line: its last `/` and its last `/#` that no backslash escapes; -1 for none.
  private struct PatternEnds {
    var line: Range<Int>
    var plain = -1
    var extended = -1
  }

  /// The last place on this line where a pattern may end. The rest of a line is searched once: if each slash without an end
  /// searched it, the time would grow with the square of the length.
  private mutating func lastEnd(isExtended: Bool) -> Int {
    if patternEnds?.line.contains(position) != true {
      var ends = PatternEnds(line: position..<position)
      var index = position
      while index < end, !characters[index].isNewline {
        if characters[index] == "/" {
          ends.plain = index
          if index + 1 < end, characters[index + 1] == "#" { ends.extended = index }
        }
        let isEscape = characters[index] == "\\" && index + 1 < end && !characters[index + 1].isNewline
        index += isEscape ? 2 : 1
      }
      ends.line = position..<index
      patternEnds = ends
    }
    return (isExtended ? patternEnds?.extended : patternEnds?.plain) ?? -1
  }

  private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }

  private func matches(_ symbol: [Character]) -> Bool {
    position + symbol.count <= end && characters[position..<position + symbol.count].elementsEqual(symbol)
  }

  private mutating func take(atMost count: Int = .max, _ isPart: (Character) -> Bool) -> String {
    let start = position
    while position < end, position - start < count, isPart(characters[position]) { position += 1 }
    return String(characters[start..<position])
  }

  /// Scans `12`, `1.5`, `1e-3` or `1_000`; after a dot only the index of a tuple element, as in `$0.1.first`.
  private mutating func number(isIndex: Bool) -> Token.Kind {
    var text = take { Self.isDigit($0) || (!isIndex && $0 == "_") }.filter { $0 != "_" }
    guard !isIndex else { return Int(text).map { .literal(.int($0)) } ?? .malformed("`\(text)`") }
    var isDouble = false
    if position + 1 < end, characters[position] == ".", Self.isDigit(characters[position + 1]) {
      position += 1
      text += "." + take(Self.isDigit)
      isDouble = true
    }
    if position < end, characters[position] == "e" || characters[position] == "E" {
      let hasSign = position + 1 < end && (characters[position + 1] == "-" || characters[position + 1] == "+")
      let first = position + (hasSign ? 2 : 1)
      if first < end, Self.isDigit(characters[first]) {
        text += String(characters[position..<first])
        position = first
        text += take(Self.isDigit)
        isDouble = true
      }
    }
    if let unit = takeUnit() { return .malformed("`\(text)\(unit.text)`, which is `.\(unit.name)(\(text))`") }
    if !isDouble { return Int(text).map { .literal(.int($0)) } ?? .malformed("`\(text)`, which doesn't fit in an Int") }
    guard let double = Double(text), double.isFinite else {
      return .malformed("`\(text)`, which doesn't fit in a Double")
    }
    return .literal(.double(double))
  }

  /// The unit right behind a number, as in `300ms`, and its name in Swift; nil where there is none.
  private mutating func takeUnit() -> (text: String, name: String)? {
    let start = position
    // No further than the longest unit: what follows a number may be long, and is read again.
    let text = take(atMost: Self.longestUnit + 1) { $0.isLetter || $0.isNumber || $0 == "_" }
    if let name = Self.units[text] { return (text, name) }
    position = start
    return nil
  }

  private static let longestUnit = units.keys.reduce(0) { max($0, $1.count) }

  private static let units = [
    "s": "seconds", "ms": "milliseconds", "us": "microseconds", "µs": "microseconds", "ns": "nanoseconds",
  ]

  private mutating func string() -> Token.Kind {
    var segments: [Token.Segment] = []
    var text = ""
    position += 1
    while position < end {
      let character = characters[position]
      position += 1
      switch character {
      case "\"":
        if segments.isEmpty { return .literal(.string(text)) }
        if !text.isEmpty { segments.append(.text(text)) }
        return .interpolation(segments)
      case "\\":
        guard position < end else { break }
        let escaped = characters[position]
        position += 1
        switch escaped {
        case "n": text += "\n"
        case "t": text += "\t"
        case "r": text += "\r"
        case "0": text += "\0"
        case "\"", "\\", "'": text.append(escaped)
        case "(":
          guard let code = interpolated() else { return .malformed("an interpolation without a closing `)`") }
          if !text.isEmpty { segments.append(.text(text)) }
          text = ""
          segments.append(.code(code))
        default: return .malformed("`\\\(escaped)`, which is not an escape sequence")
        }
      default: text.append(character)
      }
    }
    return .malformed("a string without a closing quote")
  }

  /// The tokens up to the `)` that closes a `\(`, with columns in the whole text.
  private mutating func interpolated() -> [Token]? {
    guard nesting < Self.maximumNesting else { return nil }
    let start = position
    var depth = 1
    var isQuoted = false
    while position < end {
      let character = characters[position]
      position += 1
      switch character {
      case "\\" where isQuoted: position += 1
      case "\"": isQuoted.toggle()
      case "(" where !isQuoted: depth += 1
      case ")" where !isQuoted:
        depth -= 1
        if depth == 0 {
          var inner = Lexer(characters: characters, position: start, end: position - 1, nesting: nesting + 1)
          return inner.tokens()
        }
      default: break
      }
    }
    return nil
  }
}
