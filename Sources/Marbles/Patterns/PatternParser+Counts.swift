extension PatternParser {
  /// How often a part matches.
  struct Count {
    var least: Int
    var most: Int?
    var isLazy = false

    func repeating(_ part: PatternNode) -> PatternNode {
      most == 0 ? .empty : .repetition(part, least: least, most: most, isLazy: isLazy)
    }
  }

  /// Takes the quantifier after an atom, if there is one.
  mutating func count(after atom: Atom, hasGroups: Bool) throws(PatternError) -> Count? {
    let place = position
    guard var count = try takeCount() else { return nil }
    switch atom {
    case .flags: throw error("flags can't be repeated", at: place)
    case .anchor: throw error("an anchor can't be repeated", "write (?:…) around it", at: place)
    default: break
    }
    if count.most == 0, hasGroups {
      // Swift gives the groups behind it other numbers.
      throw error("a group can't be repeated zero times", "leave it out", at: place)
    }
    if next == "+" { throw error("possessive quantifiers are not supported", "leave out this `+`") }
    count.isLazy = take("?")
    return count
  }

  /// Takes `*`, `+`, `?` or a count in braces; nil when there is none, as in `{a`.
  mutating func takeCount() throws(PatternError) -> Count? {
    if take("*") { return Count(least: 0, most: nil) }
    if take("+") { return Count(least: 1, most: nil) }
    if take("?") { return Count(least: 0, most: 1) }
    guard next == "{" else { return nil }
    let start = position
    position += 1
    let least = try takeNumber()
    let hasComma = take(",")
    let most = hasComma ? try takeNumber() : least
    if take("}"), least != nil || most != nil {
      if let least, let most, least > most {
        throw error("the count goes from \(least) to \(most)", "write {\(most),\(least)}", at: start)
      }
      return Count(least: least ?? 0, most: most)
    }
    if next?.isWhitespace == true || next?.isNumber == true {
      throw error("there is no count like this", "write it without spaces, as in {2,5}, or \\{ for the character")
    }
    position = start
    return nil
  }

  private mutating func takeNumber() throws(PatternError) -> Int? {
    let start = position
    while let digit = next?.ascii, (0x30...0x39).contains(digit) { position += 1 }
    guard position > start else { return nil }
    guard let number = Int(String(characters[start..<position])), number <= Pattern.sizeLimit else {
      throw error("a count is at most \(Pattern.sizeLimit)", at: start)
    }
    return number
  }
}
