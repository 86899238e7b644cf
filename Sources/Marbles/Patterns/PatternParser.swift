/// Parses the syntax of Swift's regex literals into ``PatternNode``s. Recursion is bounded by the nesting limit.
struct PatternParser {
  /// What inline flags such as `(?i)` change, up to the end of their group.
  struct Flags {
    var ignoresCase = false
    var dotTakesNewlines = false
    var anchorsTakeLines = false
  }

  let characters: [Character]
  var position = 0
  var flags = Flags()
  /// The name of each group, in the order of their opening parentheses.
  private(set) var names: [String?] = []
  private var depth = 0

  init(_ text: String) { characters = Array(text) }

  /// Parses the whole pattern.
  mutating func parse() throws(PatternError) -> PatternNode {
    guard characters.count <= Pattern.lengthLimit else {
      throw PatternError(
        Pattern.lengthLimit + 1, "the pattern has more than \(Pattern.lengthLimit) characters", "write a shorter one")
    }
    let node = try choice()
    guard position == characters.count else {
      throw error("this `)` closes no group", "write \\) for the character")
    }
    return node
  }

  var next: Character? { position < characters.count ? characters[position] : nil }

  /// The character after the next one, or one further away.
  func following(_ distance: Int = 1) -> Character? {
    position + distance < characters.count ? characters[position + distance] : nil
  }

  mutating func take(_ character: Character) -> Bool {
    guard next == character else { return false }
    position += 1
    return true
  }

  func error(_ problem: String, _ suggestion: String? = nil, at place: Int? = nil) -> PatternError {
    PatternError((place ?? position) + 1, problem, suggestion)
  }

  // MARK: Parts

  private mutating func choice() throws(PatternError) -> PatternNode {
    var parts = [try sequence()]
    while take("|") { parts.append(try sequence()) }
    return parts.count == 1 ? parts[0] : .choice(parts)
  }

  private mutating func sequence() throws(PatternError) -> PatternNode {
    var parts: [PatternNode] = []
    // Neighbouring characters are one text: an e and an accent are é, and \r\n is one newline.
    var text = ""
    var textIgnoresCase = false
    func flush() {
      for character in text { parts.append(.one(PatternClass(character, ignoresCase: textIgnoresCase))) }
      text = ""
    }
    while let character = next, character != "|", character != ")" {
      let groups = names.count
      let atom = try self.atom()
      let count = try count(after: atom, hasGroups: names.count > groups)
      if case .text(let more) = atom, count == nil {
        textIgnoresCase = flags.ignoresCase
        text.append(more)
        continue
      }
      flush()
      let part: PatternNode
      switch atom {
      case .text(let text): part = .one(PatternClass(text, ignoresCase: flags.ignoresCase))
      case .node(let node): part = node
      case .anchor(let anchor): part = .anchor(anchor)
      case .flags: continue
      }
      parts.append(count.map { $0.repeating(part) } ?? part)
    }
    flush()
    return parts.count == 1 ? parts[0] : parts.isEmpty ? .empty : .sequence(parts)
  }

  /// The smallest unit that a quantifier can follow.
  enum Atom {
    case text(Character)
    case node(PatternNode)
    case anchor(PatternAnchor)
    case flags
  }

  private mutating func atom() throws(PatternError) -> Atom {
    let start = position
    let character = characters[position]
    try refuseLookalike(character)
    switch character {
    case "(": return try group()
    case "[": return .node(.one(try bracketClass()))
    case "\\": return try escape()
    default: break
    }
    if try takeCount() != nil {
      throw error(
        "`\(String(characters[start..<position]))` has nothing before it to repeat",
        "write \\\(character) for the character", at: start)
    }
    if character == "<", following() == "{" { throw error("`<{` is not supported", "write <\\{ for the characters") }
    position += 1
    switch character {
    case ".": return .node(.one(PatternClass([flags.dotTakesNewlines ? .any : .notNewline])))
    case "^": return .anchor(flags.anchorsTakeLines ? .lineStart : .textStart)
    case "$": return .anchor(flags.anchorsTakeLines ? .lineEnd : .textEnd)
    default: return .text(character)
    }
  }

  /// Refuses a character such as `(` with an accent, which looks like syntax but isn't.
  func refuseLookalike(_ character: Character) throws(PatternError) {
    guard character.singleScalar == nil, let first = character.unicodeScalars.first, first.isASCII,
      first.properties.numericType == nil, !first.properties.isAlphabetic, character != "\r\n"
    else { return }
    throw error("`\(character)` looks like `\(first)` but is another character", "write it as \\u{…}")
  }

  // MARK: Groups

  private mutating func group() throws(PatternError) -> Atom {
    let start = position
    let outer = flags
    let kind = try takeGroupKind()
    var number: Int?
    switch kind {
    case .flags: return .flags
    case .plain: break
    case .remembered(let name, let place):
      if let name, names.contains(name) { throw error("there are two groups `\(name)`", at: place) }
      guard names.count < Pattern.groupLimit else {
        throw error("there are more than \(Pattern.groupLimit) groups", "write (?:…) where you need no text", at: start)
      }
      names.append(name)
      number = names.count
    }
    depth += 1
    guard depth <= Pattern.nestingLimit else {
      throw error("groups are nested more than \(Pattern.nestingLimit) deep", at: start)
    }
    let content = try choice()
    depth -= 1
    guard take(")") else {
      throw error("the group that begins at column \(start + 1) has no `)`", "write \\( for the character")
    }
    flags = outer
    return .node(number.map { .group(content, number: $0) } ?? content)
  }
}

extension PatternClass.Member {
  static var any: Self { .named(.any, isInverted: false) }
  static var notNewline: Self { .named(.newline, isInverted: true) }
}
