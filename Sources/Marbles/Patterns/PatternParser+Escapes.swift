extension PatternParser {
  /// Takes what begins with a backslash, outside brackets.
  mutating func escape() throws(PatternError) -> Atom {
    let anchors: [Character: PatternAnchor] = [
      "A": .textStart, "z": .textEnd, "Z": .lastLineEnd, "b": .wordBoundary, "B": .insideWord,
    ]
    if let anchor = following().flatMap({ anchors[$0] }) {
      position += 2
      return .anchor(anchor)
    }
    if following() == "X" || following() == "R" {
      let member: PatternClass.Member = following() == "X" ? .any : .named(.newline, isInverted: false)
      position += 2
      return .node(.one(PatternClass([member])))
    }
    if let member = takeNamedClass() { return .node(.one(PatternClass([member]))) }
    return .text(try escapedCharacter(inBrackets: false))
  }

  /// Takes `\d` and its like; nil when there is none.
  mutating func takeNamedClass() -> PatternClass.Member? {
    let sets: [Character: PatternSet] = [
      "d": .digit, "w": .word, "s": .space, "h": .horizontalSpace, "v": .newline,
    ]
    guard next == "\\", let code = following()?.ascii else { return nil }
    let isInverted = (0x41...0x5A).contains(code)
    guard let set = sets[Character(Unicode.Scalar(isInverted ? code + 32 : code))] else { return nil }
    position += 2
    return .named(set, isInverted: isInverted)
  }

  /// Takes an escape that stands for one character.
  mutating func escapedCharacter(inBrackets: Bool) throws(PatternError) -> Character {
    let start = position
    guard let name = following() else {
      throw error("the pattern ends after `\\`", "write \\\\ for the character")
    }
    position += 1
    try refuseLookalike(name)
    position += 1
    switch name {
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "f": return "\u{C}"
    case "a": return "\u{7}"
    case "e": return "\u{1B}"
    case "b" where inBrackets: return "\u{8}"
    case "u", "x", "U": return Character(try scalar(after: name, from: start))
    default: break
    }
    guard let code = name.ascii, name == " " || isPunctuation(code) else {
      throw refusal(ofEscape: name, inBrackets: inBrackets, at: start)
    }
    return name
  }

  private func isPunctuation(_ code: UInt8) -> Bool {
    (0x21...0x2F).contains(code) || (0x3A...0x40).contains(code) || (0x5B...0x60).contains(code)
      || (0x7B...0x7E).contains(code)
  }

  private func refusal(ofEscape name: Character, inBrackets: Bool, at start: Int) -> PatternError {
    switch name {
    case "0", "o", "c": error("`\\\(name)` is not supported", "write the character as in \\u{0}", at: start)
    case "1"..."9", "k", "g":
      error("references to groups are not supported", "match the text again, and compare the groups", at: start)
    case "p", "P": error("properties are not supported", "write \\w, \\d or a range, as in [α-ω]", at: start)
    case "Q": error("quotes are not supported", "write a backslash before each special character", at: start)
    case "N": error("`\\N` is not supported", "write [^\\n] or the character itself", at: start)
    case "O": error("`\\O` is not supported", "write (?s:.)", at: start)
    case "G": error("`\\G` is not supported", "write \\A for the start of the text", at: start)
    case "K": error("`\\K` is not supported", "write a group around what you need", at: start)
    case "A", "z", "Z", "B", "X", "R": error("`\\\(name)` can't be in brackets", at: start)
    default: error("there is no `\\\(name)`", name.isLetter ? nil : "write \(name) without the backslash", at: start)
    }
  }

  /// Takes the digits of `\u{…}`, `\x{…}`, `\x41`, `\u0041` and `\U00000041`.
  private mutating func scalar(after name: Character, from start: Int) throws(PatternError) -> Unicode.Scalar {
    let isBraced = name != "U" && take("{")
    let wanted = name == "x" ? 2 : name == "u" ? 4 : 8
    let first = position
    while let digit = next, digit.isHexDigit, digit.isASCII, isBraced || position - first < wanted { position += 1 }
    let digits = String(characters[first..<position])
    if isBraced, next?.isWhitespace == true {
      throw error("only one character can be in the braces", "write \\u{65}\\u{301}")
    }
    guard isBraced ? !digits.isEmpty && take("}") : digits.count == wanted else {
      let example = name == "x" ? "\\x41" : name == "u" ? "\\u{41}" : "\\U00000041"
      throw error("found no hexadecimal number here", "write it as in \(example)", at: first)
    }
    guard digits.count <= 8, let value = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(value) else {
      throw error("there is no character with the number \(digits.prefix(16))", at: start)
    }
    return scalar
  }
}
