/// Where words begin and end, by the default rules of Unicode (UAX #29), as `\b` of `Regex` has them.
///
/// By these rules `don't` and `3.14` are one word each, and each sign is a word. The start and the end of a text are always
/// boundaries.
enum WordBoundaries {
  /// The classes of scalars in the rules.
  enum Kind: UInt8 {
    case other, letter, hebrewLetter, katakana, number, connector, middleOfLetters, middleOfNumbers, middleOfBoth
    case singleQuote, doubleQuote, carriageReturn, lineFeed, newline, space, extend, format, joiner, flag

    /// Whether the rules look through the scalar to those around it.
    var isIgnored: Bool { self == .extend || self == .format || self == .joiner }
    var isNewline: Bool { self == .carriageReturn || self == .lineFeed || self == .newline }
    var isLetter: Bool { self == .letter || self == .hebrewLetter }
    var canBeInLetters: Bool { self == .middleOfLetters || self == .middleOfBoth || self == .singleQuote }
    var canBeInNumbers: Bool { self == .middleOfNumbers || self == .middleOfBoth || self == .singleQuote }
  }

  /// For each place of a text, in characters from the start to the end, whether it is a boundary.
  ///
  /// `characters` are those of the text, or none when each of its bytes is one.
  static func inText(_ text: String, characters: [Character]) -> [Bool] {
    guard !characters.isEmpty else { return beforeScalars(Array(text.unicodeScalars)) }
    let scalars = beforeScalars(Array(text.unicodeScalars))
    var result: [Bool] = []
    result.reserveCapacity(characters.count + 1)
    var offset = 0
    for character in characters {
      result.append(scalars[offset])
      offset += character.unicodeScalars.count
    }
    return result + [true]
  }

  /// Whether a boundary is before each scalar, and at the end.
  static func beforeScalars(_ scalars: [Unicode.Scalar]) -> [Bool] {
    let kinds = scalars.map(kind)
    var result = Array(repeating: true, count: scalars.count + 1)
    // The last two kinds that aren't ignored, and how many flags end the text so far.
    var (beforeLast, last): (Kind, Kind) = (.newline, .newline)
    var flags = 0
    let following = followingKinds(kinds)
    for index in kinds.indices {
      let kind = kinds[index]
      if index > 0 {
        result[index] = isBoundary(
          previous: kinds[index - 1], beforeLast, last, kind, following[index], isOddFlag: flags % 2 == 1,
          isPicture: { isPicture(scalars[index]) })
      }
      if kind.isIgnored, index > 0, !kinds[index - 1].isNewline { continue }
      flags = kind == .flag ? flags + 1 : 0
      (beforeLast, last) = (last, kind)
    }
    return result
  }

  /// For each scalar, the next kind that isn't ignored.
  private static func followingKinds(_ kinds: [Kind]) -> [Kind] {
    var result = kinds
    var following = Kind.newline
    for index in kinds.indices.reversed() {
      result[index] = following
      if !kinds[index].isIgnored { following = kinds[index] }
    }
    return result
  }

  private static func isBoundary(
    previous: Kind, _ beforeLast: Kind, _ last: Kind, _ kind: Kind, _ following: Kind, isOddFlag: Bool,
    isPicture: () -> Bool
  ) -> Bool {
    if previous == .carriageReturn, kind == .lineFeed { return false }
    if previous.isNewline || kind.isNewline { return true }
    if previous == .joiner, isPicture() { return false }
    if previous == .space, kind == .space { return false }
    if kind.isIgnored { return false }
    switch (last, kind) {
    case (.letter, .letter), (.letter, .hebrewLetter), (.hebrewLetter, .letter), (.hebrewLetter, .hebrewLetter),
      (.letter, .number), (.hebrewLetter, .number), (.number, .letter), (.number, .hebrewLetter), (.number, .number),
      (.katakana, .katakana), (.hebrewLetter, .singleQuote),
      (.letter, .connector), (.hebrewLetter, .connector), (.number, .connector), (.katakana, .connector),
      (.connector, .connector), (.connector, .letter), (.connector, .hebrewLetter), (.connector, .number),
      (.connector, .katakana):
      return false
    case (.flag, .flag): return !isOddFlag
    case (.hebrewLetter, .doubleQuote): return following != .hebrewLetter
    case (.doubleQuote, .hebrewLetter): return beforeLast != .hebrewLetter
    default: break
    }
    // Swift 6.3 ends a Hebrew word behind a quote, whatever follows.
    if beforeLast == .hebrewLetter, last == .singleQuote { return true }
    if last.isLetter, kind.canBeInLetters, following.isLetter { return false }
    if last.canBeInLetters, kind.isLetter, beforeLast.isLetter { return false }
    if last == .number, kind.canBeInNumbers, following == .number { return false }
    if last.canBeInNumbers, kind == .number, beforeLast == .number { return false }
    return true
  }
}
