extension PatternParser {
  /// A character in brackets, alone or as a bound of a range.
  private struct Written {
    var character: Character
    var place: Int
    /// Whether it and the other bound are ASCII.
    var isASCII: Bool
  }

  /// Takes a class in brackets.
  mutating func bracketClass() throws(PatternError) -> PatternClass {
    let start = position
    position += 1
    let isNamed = next == ":"
    let isInverted = take("^")
    var members: [PatternClass.Member] = []
    // All characters and the bounds of all ranges, with their places.
    var written: [Written] = []
    while let character = next, character != "]" {
      let place = position
      try refuseOperators(character)
      if let member = takeNamedClass() {
        members.append(member)
      } else {
        let isDash = character == "-"
        if isDash, !members.isEmpty, following() != "]" { throw dashError }
        let lower = try bracketCharacter()
        guard !isDash, next == "-", let end = following(), end != "]" else {
          written.append(Written(character: lower, place: place, isASCII: lower.isASCII))
          members += Self.members(lower, ignoresCase: flags.ignoresCase)
          continue
        }
        position += 1
        let endPlace = position
        let upper = try rangeEnd(end)
        let isASCII = lower.isASCII && upper.isASCII
        written.append(Written(character: lower, place: place, isASCII: isASCII))
        written.append(Written(character: upper, place: endPlace, isASCII: isASCII))
        members.append(try range(from: lower, at: place, upTo: upper, at: endPlace))
      }
      if next == "-", following() != "]" { throw dashError }
    }
    guard take("]") else {
      throw error("the brackets that begin at column \(start + 1) have no `]`", "write \\[ for the character")
    }
    guard !members.isEmpty else {
      throw error("the brackets are empty", "write \\] for the character", at: position - 1)
    }
    if isNamed, characters[position - 2] == ":" {
      throw error("POSIX classes are not supported", "write \\d, \\w, \\s or a range", at: start)
    }
    try refuseJoined(written, newline: isInverted ? "\\V for all but newlines" : "\\v for every newline")
    return PatternClass(members, isInverted: isInverted)
  }

  /// Refuses characters that become one with their neighbour, as \r and \n do: Swift takes them as one member.
  ///
  /// Swift also sorts the ASCII members before the others, so both orders count.
  private func refuseJoined(_ written: [Written], newline: String) throws(PatternError) {
    let sorted = written.filter(\.isASCII) + written.filter { !$0.isASCII }
    for order in [written, sorted] {
      for (first, second) in zip(order, order.dropFirst()) {
        guard "\(first.character)\(second.character)".count < 2 else { continue }
        if second.character == "\n" {
          throw error(
            "\\r and \\n become one character in these brackets", "write \(newline)", at: second.place)
        }
        throw error(
          "two characters become one in these brackets", "write them outside, as in (?:…|…)",
          at: max(first.place, second.place))
      }
    }
    for member in written {
      let (character, place) = (member.character, member.place)
      guard character.ascii == nil, let ascii = character.composedScalar, ascii.isASCII else { continue }
      throw error("`\(character)` compares equal to `\(ascii)`", "write it outside the brackets", at: place)
    }
    for member in written where "a\(member.character)".count < 2 {
      throw error(
        "this character joins the one before it", "write it outside the brackets, behind that one", at: member.place)
    }
  }

  private var dashError: PatternError {
    error("it is not clear what this `-` means", "write \\- for the character")
  }

  private func refuseOperators(_ character: Character) throws(PatternError) {
    try refuseLookalike(character)
    if character == "[" {
      if following() == ":" { throw error("POSIX classes are not supported", "write \\d, \\w, \\s or a range") }
      throw error("brackets in brackets are not supported", "write \\[ for the character")
    }
    for sign: Character in ["&", "-", "~"] where character == sign && following() == sign {
      throw error("the set operator `\(sign)\(sign)` is not supported", "write \\\(sign) for the character")
    }
  }

  private mutating func bracketCharacter() throws(PatternError) -> Character {
    if next == "\\" { return try escapedCharacter(inBrackets: true) }
    defer { position += 1 }
    return characters[position]
  }

  /// Takes the end of a range, whose dash has been taken.
  private mutating func rangeEnd(_ end: Character) throws(PatternError) -> Character {
    let dash = position - 1
    if end == "-" { throw error("the set operator `--` is not supported", "write \\- for the character", at: dash) }
    try refuseOperators(end)
    guard takeNamedClass() == nil else {
      throw error("a range ends with a character", "write \\- for the dash", at: dash)
    }
    return try bracketCharacter()
  }

  private func range(
    from lower: Character, at place: Int, upTo upper: Character, at endPlace: Int
  ) throws(PatternError) -> PatternClass.Member {
    func bound(_ character: Character, at place: Int) throws(PatternError) -> Unicode.Scalar {
      guard let scalar = character.singleScalar, character.composedScalar == scalar else {
        throw error("`\(character)` has several scalars, so no range can begin or end with it", at: place)
      }
      return scalar
    }
    let (first, last) = (try bound(lower, at: place), try bound(upper, at: endPlace))
    guard first <= last else { throw error("the range goes backwards", "write \(upper)-\(lower)", at: place) }
    return .range(first...last, ignoresCase: flags.ignoresCase)
  }

  private static func members(_ character: Character, ignoresCase: Bool) -> [PatternClass.Member] {
    guard ignoresCase, character.isCased else {
      return [character.ascii.map { .ascii(Unicode.Scalar($0)) } ?? .character(character)]
    }
    guard let code = character.ascii else { return [.lowercased(character.lowercased())] }
    // In brackets only the two letters are the same: not the Kelvin sign, whose lower case is k.
    return [.ascii(Unicode.Scalar(code)), .ascii(Unicode.Scalar(code ^ 0x20))]
  }
}
