extension PatternParser {
  /// What a `(` begins.
  enum GroupKind {
    /// A group whose text is remembered, with the place of its name.
    case remembered(name: String?, place: Int)
    /// A group without a number, whose flags are set.
    case plain
    /// Flags up to the end of the outer group: `(?i)`, with its parenthesis.
    case flags
  }

  /// Takes a parenthesis and what says the kind of the group.
  mutating func takeGroupKind() throws(PatternError) -> GroupKind {
    let start = position
    position += 1
    if next == "*" { throw error("`(*` is not supported", "write (?:…), or \\* for the character", at: start) }
    guard next == "?" else { return .remembered(name: nil, place: start) }
    position += 1
    guard let kind = next else { throw error("the pattern ends in a group", "write \\( for the character", at: start) }
    switch kind {
    case ":":
      position += 1
      return .plain
    case "<" where following() != "=" && following() != "!":
      position += 1
      return try takeName()
    case "i", "m", "s", "-", ")": return try takeFlags()
    default: throw refusal(ofGroup: kind, at: start)
    }
  }

  private mutating func takeName() throws(PatternError) -> GroupKind {
    let start = position
    while let character = next, character.isLetter || character.isNumber || character == "_" { position += 1 }
    let name = String(characters[start..<position])
    guard let first = name.first else { throw error("the group has no name", "write it as in (?<id>…)") }
    guard !first.isNumber else { throw error("the name of a group can't begin with a digit", at: start) }
    guard take(">") else {
      throw error("the name of a group has letters, digits and `_`, and then `>`", "write it as in (?<id>…)")
    }
    return .remembered(name: name, place: start)
  }

  private mutating func takeFlags() throws(PatternError) -> GroupKind {
    var value = true
    while let flag = next {
      position += 1
      switch flag {
      case "i": flags.ignoresCase = value
      case "s": flags.dotTakesNewlines = value
      case "m": flags.anchorsTakeLines = value
      case "-" where value: value = false
      case ":": return .plain
      case ")": return .flags
      default: throw error("there is no flag `\(flag)`", "write i, m or s", at: position - 1)
      }
    }
    throw error("the flags have no `)`", "write it as in (?i)")
  }

  private func refusal(ofGroup kind: Character, at start: Int) -> PatternError {
    switch (kind, following()) {
    case ("=", _), ("!", _):
      error("lookahead is not supported", "match what follows too, and write a group around what you need", at: start)
    case ("<", _):
      error("lookbehind is not supported", "match what precedes too, and write a group around what you need", at: start)
    case (">", _): error("atomic groups are not supported", "write (?:…)", at: start)
    case ("|", _): error("groups that share their numbers are not supported", "write (?:…)", at: start)
    case ("(", _): error("conditions are not supported", "write both cases, as in (?:…|…)", at: start)
    case ("#", _): error("comments are not supported", "leave it out", at: start)
    case ("P", "<"), ("'", _): error("this form of a named group is not supported", "write (?<name>…)", at: start)
    case ("P", _):
      error("references to groups are not supported", "match the text again, and compare the groups", at: start)
    case ("R", _), ("&", _), ("0"..."9", _), ("+", _):
      error("recursion is not supported", "repeat the part of the pattern", at: start)
    case ("x", _), ("n", _), ("U", _), ("D", _), ("S", _), ("W", _), ("X", _), ("u", _), ("^", _):
      error("there is no flag `\(kind)`", "write i, m or s", at: position)
    default: error("there is no group `(?\(kind)`", "write (?:…) or (?<name>…)", at: start)
    }
  }
}
