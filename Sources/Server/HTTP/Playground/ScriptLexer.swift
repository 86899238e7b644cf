/// Takes scripts of the page apart: the part of JavaScript that they use.
struct ScriptLexer {
  private let bytes: [UInt8]
  private var index = 0
  private var beginsLine = false
  private var tokens: [ScriptToken] = []
  private var levels: [Level] = []
  /// Whether the next brace begins the body of a class.
  private var awaitsClass = false
  /// Whether the newest colon ends the label of a case.
  private var isAfterLabel = false

  private struct Level {
    var place: ScriptToken.Place
    /// Whether the value of a field, or the label of a case, is read.
    var isFieldValue = false
    var isLabel = false
  }

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The tokens of a script.
  static func tokens(of bytes: [UInt8]) -> [ScriptToken] {
    var lexer = Self(bytes)
    while lexer.readToken() {}
    lexer.tokens.findRoles()
    return lexer.tokens
  }

  /// Reads one token; false at the end.
  private mutating func readToken() -> Bool {
    beginsLine = false
    skipSpace()
    guard index < bytes.count else { return false }
    let start = index
    switch bytes[index] {
    case let byte where Self.isLetter(byte) || byte == UInt8(ascii: "#"):
      index += 1
      while index < bytes.count, Self.isLetter(bytes[index]) || Self.isDigit(bytes[index]) { index += 1 }
      add(byte == UInt8(ascii: "#") ? .privateName : .word, from: start)
      noteWord()
    case let byte where Self.isDigit(byte) || byte == UInt8(ascii: ".") && Self.isDigit(peek(1)):
      skipNumber()
      add(.number, from: start)
    case let quote where quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\""):
      index += 1
      while index < bytes.count, bytes[index] != quote { index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1 }
      index = min(index + 1, bytes.count)
      add(.string, from: start)
    case UInt8(ascii: "`"):
      index += 1
      readTemplate(from: start)
    case UInt8(ascii: "}") where levels.last?.place == .value:
      levels.removeLast()
      index += 1
      readTemplate(from: start)
    case UInt8(ascii: "/") where allowsRegex:
      skipRegex()
      add(.regex, from: start)
    default: readSign()
    }
    return true
  }

  private func peek(_ distance: Int) -> UInt8 { index + distance < bytes.count ? bytes[index + distance] : 0 }

  private mutating func add(_ kind: ScriptToken.Kind, from start: Int, place: ScriptToken.Place? = nil) {
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    let level = levels.last
    tokens.append(
      ScriptToken(
        kind: kind, text: text, beginsLine: beginsLine, place: place ?? level?.place, depth: levels.count,
        isFieldValue: level?.isFieldValue == true))
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    let small = byte | 0x20
    return small >= UInt8(ascii: "a") && small <= UInt8(ascii: "z") || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "$") || byte >= 0x80
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  /// Passes over white space and comments.
  private mutating func skipSpace() {
    while index < bytes.count {
      switch (bytes[index], peek(1)) {
      case (UInt8(ascii: "\n"), _):
        beginsLine = true
        index += 1
      case (UInt8(ascii: " "), _), (UInt8(ascii: "\t"), _), (UInt8(ascii: "\r"), _): index += 1
      case (UInt8(ascii: "/"), UInt8(ascii: "/")):
        while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { index += 1 }
      case (UInt8(ascii: "/"), UInt8(ascii: "*")):
        index += 2
        while index < bytes.count, bytes[index] != UInt8(ascii: "*") || peek(1) != UInt8(ascii: "/") {
          if bytes[index] == UInt8(ascii: "\n") { beginsLine = true }
          index += 1
        }
        index = min(index + 2, bytes.count)
      default: return
      }
    }
  }

  private mutating func skipNumber() {
    let isHexadecimal = bytes[index] == UInt8(ascii: "0") && peek(1) | 0x20 == UInt8(ascii: "x")
    while index < bytes.count {
      let byte = bytes[index]
      let isSign = byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
      let isExponent = isSign && !isHexadecimal && bytes[index - 1] | 0x20 == UInt8(ascii: "e")
      guard Self.isDigit(byte) || Self.isLetter(byte) || byte == UInt8(ascii: ".") || isExponent else { return }
      index += 1
    }
  }

  private mutating func skipRegex() {
    var isClass = false
    index += 1
    while index < bytes.count, isClass || bytes[index] != UInt8(ascii: "/") {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "["): isClass = true
      case UInt8(ascii: "]"): isClass = false
      default: break
      }
      index += 1
    }
    index = min(index + 1, bytes.count)
    while index < bytes.count, Self.isLetter(bytes[index]) { index += 1 }
  }

  /// Reads a part of a template.
  private mutating func readTemplate(from start: Int) {
    while index < bytes.count, bytes[index] != UInt8(ascii: "`") {
      if bytes[index] == UInt8(ascii: "$"), peek(1) == UInt8(ascii: "{") {
        index += 2
        add(.template, from: start)
        levels.append(Level(place: .value))
        return
      }
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    index = min(index + 1, bytes.count)
    add(.template, from: start)
  }
}

// MARK: Signs and words

extension ScriptLexer {
  /// Signs of several characters, the longest first.
  private static let signs = [
    ">>>=", "...", "===", "!==", "**=", "<<=", ">>=", ">>>", "&&=", "||=", "??=", "=>", "==", "!=", "<=", ">=", "&&",
    "||", "??", "?.", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<", ">>", "**",
  ].map { Array($0.utf8) }
  private static let single = Set("(){}[];,:~".utf8)

  private mutating func readSign() {
    let start = index
    let length = Self.single.contains(bytes[index]) ? 1 : Self.signs.first { bytes[index...].starts(with: $0) }?.count
    // `a ?.5 : b` has no chain.
    index += length == 2 && bytes[index] == UInt8(ascii: "?") && Self.isDigit(peek(2)) ? 1 : length ?? 1
    switch bytes[start] {
    case UInt8(ascii: "("), UInt8(ascii: "["):
      let isHead = bytes[start] == UInt8(ascii: "(") && isKeyword(Self.heads)
      add(.sign, from: start)
      levels.append(Level(place: isHead ? .head : .group))
    case UInt8(ascii: "{"):
      let place = placeOfBrace
      awaitsClass = false
      add(.sign, from: start)
      levels.append(Level(place: place))
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
      let closed = levels.popLast()
      add(.sign, from: start, place: closed?.place)
    default:
      add(.sign, from: start)
      guard let last = levels.indices.last else { return }
      switch tokens[tokens.count - 1].text {
      case "=": levels[last].isFieldValue = levels[last].place == .classBody
      case ";": levels[last].isFieldValue = false
      case ":":
        isAfterLabel = levels[last].isLabel
        levels[last].isLabel = false
      default: break
      }
    }
  }

  /// Notes what a word means for what follows it.
  private mutating func noteWord() {
    let before = tokens.count > 1 ? tokens[tokens.count - 2].text : ""
    // The key of an object is none of these.
    if levels.last?.place == .object, before == "{" || before == "," { return }
    if isKeyword(["class"]) { awaitsClass = true }
    if let last = levels.indices.last, isKeyword(["case", "default"]) { levels[last].isLabel = true }
  }

  /// Whether the newest token is one of some key words, and no property of that name.
  private func isKeyword(_ words: Set<String>) -> Bool {
    guard let last = tokens.last, last.kind == .word, words.contains(last.text) else { return false }
    return tokens.count < 2 || ![".", "?."].contains(tokens[tokens.count - 2].text)
  }

  /// Words whose round brackets are followed by a statement.
  private static let heads: Set = ["if", "for", "while", "with"]
  /// Words after which a value begins.
  private static let openWords: Set = [
    "return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "instanceof", "await", "yield", "else",
    "do",
  ]

  /// Whether a regular expression may begin here, and not the sign of a division.
  private var allowsRegex: Bool {
    guard let last = tokens.last else { return true }
    switch last.kind {
    case .word: return isKeyword(Self.openWords)
    case .template: return last.text.hasSuffix("${")
    case .sign:
      switch last.text {
      case ")": return last.place == .head
      case "}": return last.place == .block || last.place == .classBody
      case "]", "++", "--": return false
      default: return true
      }
    default: return false
    }
  }

  /// What a brace begins that stands here.
  private var placeOfBrace: ScriptToken.Place {
    if awaitsClass { return .classBody }
    guard let last = tokens.last else { return .block }
    switch last.kind {
    case .word: return isKeyword(Self.objectWords) ? .object : .block
    case .sign:
      switch last.text {
      case ";", "{", "}", ")", "=>": return .block
      case ":": return isAfterLabel ? .block : .object
      default: return .object
      }
    default: return last.kind == .template ? .object : .block
    }
  }

  /// Words that are followed by an object or by a pattern.
  private static let objectWords = openWords.subtracting(["else", "do"]).union([
    "const", "let", "var", "import", "export",
  ])
}
