extension WordBoundaries {
  /// The class of a scalar in the rules.
  static func kind(_ scalar: Unicode.Scalar) -> Kind {
    if scalar.value < 0x80 { return ascii[Int(scalar.value)] }
    if let special = specials[scalar.value] { return special }
    let properties = scalar.properties
    let category = properties.generalCategory
    if properties.isGraphemeExtend || category == .spacingMark || properties.isEmojiModifier { return .extend }
    switch category {
    case .format: return .format
    case .decimalNumber: return .number
    case .connectorPunctuation: return .connector
    default: break
    }
    if (0x1F1E6...0x1F1FF).contains(scalar.value) { return .flag }
    if contains(hebrew, scalar.value), category == .otherLetter { return .hebrewLetter }
    if contains(katakana, scalar.value) { return .katakana }
    guard properties.isAlphabetic, !properties.isIdeographic, !contains(unspaced, scalar.value) else { return .other }
    return .letter
  }

  /// Whether a scalar is a picture, which a joiner joins to another one: the rules of characters know.
  static func isPicture(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0xA9 else { return false }
    var attached = "a"
    attached.unicodeScalars.append(scalar)
    guard attached.count == 2 else { return false }
    var text = "\u{1F600}\u{200D}"
    text.unicodeScalars.append(scalar)
    return text.count == 1
  }

  private static func contains(_ ranges: [ClosedRange<UInt32>], _ value: UInt32) -> Bool {
    ranges.contains { $0.contains(value) }
  }

  private static let ascii: [Kind] = (UInt8(0)..<128).map { code in
    switch Character(Unicode.Scalar(code)) {
    case "a"..."z", "A"..."Z": .letter
    case "0"..."9": .number
    case "_": .connector
    case ":": .middleOfLetters
    case ",", ";": .middleOfNumbers
    case ".": .middleOfBoth
    case "'": .singleQuote
    case "\"": .doubleQuote
    case "\r": .carriageReturn
    case "\n": .lineFeed
    case "\u{B}", "\u{C}": .newline
    case " ": .space
    default: .other
    }
  }

  private static let hebrew: [ClosedRange<UInt32>] = [0x5D0...0x5F2, 0xFB1D...0xFB4F]
  private static let katakana: [ClosedRange<UInt32>] = [
    0x3031...0x3035, 0x309B...0x309C, 0x30A0...0x30FA, 0x30FC...0x30FF, 0x31F0...0x31FF, 0x32D0...0x32FE,
    0x3300...0x3357, 0xFF66...0xFF9D, 0x1AFF0...0x1AFF3, 0x1AFF5...0x1AFFB, 0x1AFFD...0x1AFFE, 0x1B000...0x1B000,
    0x1B120...0x1B122, 0x1B155...0x1B155, 0x1B164...0x1B167,
  ]
  /// Letters that the rules don't join: those of scripts without spaces between words. The last two are not in the rules,
  /// but Swift 6.3 has these syllables of Hangul and signs among them.
  private static let unspaced: [ClosedRange<UInt32>] = [
    0xE01...0xE3A, 0xE40...0xE4E, 0xE81...0xEDF, 0x1000...0x109F, 0x1780...0x17D3, 0x17D7...0x17D7,
    0x17DC...0x17DD, 0x1950...0x19DF, 0x1A20...0x1AAD, 0x3041...0x3096, 0x309D...0x309F, 0xA9E0...0xA9EF,
    0xA9FA...0xA9FE, 0xAA60...0xAAC2, 0xAADB...0xAADF, 0x11700...0x11746, 0x1B001...0x1B11F, 0x1B132...0x1B132,
    0x1B150...0x1B152, 0x1F200...0x1F200,
    0xAFA4...0xD7A3, 0x13BFB...0x143FA,
  ]
  private static let specials: [UInt32: Kind] = {
    let groups: [(Kind, [UInt32])] = [
      (.newline, [0x85, 0x2028, 0x2029]),
      (
        .letter,
        [
          0xB8, 0x2ED, 0x55A, 0x55B, 0x55C, 0x55E, 0x58A, 0x5F3, 0x70F, 0xA720, 0xA721, 0xA789, 0xA78A, 0xAB5B,
        ] + Array(0x2C2...0x2C5) + Array(0x2D2...0x2D7) + Array(0x2DE...0x2DF) + Array(0x2E5...0x2EB)
          + Array(0x2EF...0x2FF) + Array(0xA708...0xA716)
      ),
      (.joiner, [0x200D]),
      (.other, [0x200B]),
      (.middleOfLetters, [0xB7, 0x387, 0x55F, 0x5F4, 0x2027, 0xFE13, 0xFE55, 0xFF1A]),
      (
        .middleOfNumbers,
        [0x37E, 0x589, 0x60C, 0x60D, 0x66C, 0x7F8, 0x2044, 0xFE50, 0xFE54, 0xFF0C, 0xFF1B]
      ),
      (.middleOfBoth, [0x2018, 0x2019, 0x2024, 0xFE52, 0xFF07, 0xFF0E]),
      (.connector, [0x202F]),
      (.number, [0x66B, 0x6DD, 0x890, 0x891, 0x8E2, 0x19DA, 0x110BD, 0x110CD] + Array(0x600...0x605)),
      (
        .space,
        [0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2008, 0x2009, 0x200A, 0x205F, 0x3000]
      ),
    ]
    return Dictionary(uniqueKeysWithValues: groups.flatMap { kind, values in values.map { ($0, kind) } })
  }()
}
