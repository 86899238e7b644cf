/// How values are spelled in diagrams; both directions, as each must undo the other.
extension Value {
  /// Reads the text between quotes: JSON when it is a JSON value and nothing else, else a string.
  init(quoted text: String, dialect: Dialect) {
    guard dialect != .asv, let first = text.utf8.first, let last = text.utf8.last else {
      self = .string(text)
      return
    }
    let canBegin = "-0123456789tfn\"[{".utf8.contains(first)
    let isTrimmed = last > 0x20
    self = canBegin && isTrimmed ? (try? Value(json: text)) ?? .string(text) : .string(text)
  }

  /// Whether the notation spells both alike: a tuple as the string that it prints as, while 12 is not `"12"`.
  ///
  /// With ``Dialect/asv``, whose values are all strings, whether they have the same text.
  public func prints(as other: Value, dialect: Dialect = .marbled) -> Bool {
    if self == other { return true }
    if dialect == .asv { return description == other.description }
    switch (self, other) {
    case (.int, .int), (.string, .string), (.int, .string), (.string, .int): return false
    default: return token() == other.token()
    }
  }

  /// Reads one unquoted character of the grid form: a digit is an int.
  init(bare character: Character, dialect: Dialect) {
    if dialect != .asv, character.isASCII, let digit = character.wholeNumberValue {
      self = .int(digit)
    } else {
      self = .string(String(character))
    }
  }

  /// The value as a token of a diagram, quoted where it has to be.
  ///
  /// - Parameter followsDigit: a bare `m` or `s` would make a time span of the digit before it, so it is quoted.
  func token(followsDigit: Bool = false) -> String {
    switch self {
    case .int(let int) where (0...9).contains(int): return String(int)
    case .string(let text): return Value.token(text, followsDigit: followsDigit)
    case .tuple: return Value.token(description, followsDigit: followsDigit)
    default: return PlainText.quotedJSON(json)
    }
  }

  /// The value as a token that reads back in `dialect`; nil when it has no such text.
  func token(in dialect: Dialect, followsDigit: Bool = false) -> String? {
    guard dialect == .asv else { return token(followsDigit: followsDigit) }
    // There every value is a string, and between quotes nothing has another meaning.
    let text = description
    let isDigit = text.utf8.count == 1 && text.utf8.allSatisfy { (48...57).contains($0) }
    if isDigit || PlainText.isBareValue(text), !(followsDigit && PlainText.beginsUnit(text)) { return text }
    return PlainText.isSafeInQuotes(text) ? "'\(text)'" : nil
  }

  private static func token(_ text: String, followsDigit: Bool) -> String {
    if PlainText.isBareValue(text), !(followsDigit && PlainText.beginsUnit(text)) { return text }
    let isOwnReading = !text.isEmpty && Value(quoted: text, dialect: .marbled) == .string(text)
    return isOwnReading && PlainText.isSafeInQuotes(text) ? "'\(text)'" : PlainText.quotedJSON(JSONText.quoted(text))
  }
}

/// Which characters survive being written side by side with others.
///
/// Diagrams are read by grapheme cluster, and a combining mark, jamo, regional indicator, joiner or prepended sign
/// merges with its neighbours (UAX #29). So only scalars that never do stand bare; all others are quoted or escaped.
enum PlainText {
  /// True for a scalar that begins and ends a grapheme cluster whatever other such scalars stand beside it.
  static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return (0x21...0x7E).contains(scalar.value) }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .mathSymbol, .currencySymbol: return true
    case .otherSymbol: return !(0x1F1E6...0x1F1FF).contains(scalar.value)
    case .otherLetter:
      return [0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFF, 0xAC00...0xD7A3].contains { $0.contains(scalar.value) }
    default: return false
    }
  }

  /// True when `text` is one character that reads as itself without quotes.
  static func isBareValue(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    guard let scalar = scalars.first, scalars.index(after: scalars.startIndex) == scalars.endIndex else { return false }
    let isTaken = (48...57).contains(scalar.value) || scalar == "\"" || scalar == "\\"
    return isPlain(scalar) && !isTaken && Alphabet(Character(scalar)) == nil
  }

  /// True when `text` begins as a unit of time does.
  static func beginsUnit(_ text: String) -> Bool {
    DurationText.units.contains { $0.name.unicodeScalars.first == text.unicodeScalars.first }
  }

  /// True when `text` comes back unchanged from between quotes, and does nothing to a terminal.
  static func isSafeInQuotes(_ text: String) -> Bool {
    for scalar in text.unicodeScalars where scalar != " " && !(isPlain(scalar) && scalar != "'") {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: return false
      // Joiners and tags are parts of emoji; the other format characters reorder or hide text.
      case .format:
        guard [0x200C...0x200D, 0xE0020...0xE007F].contains(where: { $0.contains(scalar.value) }) else { return false }
      default: if scalar == "'" { return false }
      }
    }
    var isFirst = true
    var last: Character = " "
    for character in "'\(text)'" {
      // A mark on the double quote of a JSON string would read back, but a person could not tell what it is on.
      if isFirst || character.unicodeScalars.first == "\"" {
        if character.utf8.count > 1 { return false }
      }
      isFirst = false
      last = character
    }
    return last.utf8.count == 1
  }

  /// `json` between quotes, with every scalar that could not stand there escaped (all of them are inside its strings).
  static func quotedJSON(_ json: String) -> String {
    isSafeInQuotes(json) ? "'\(json)'" : "'\(escaped(json))'"
  }

  /// `json` with every scalar that is not plain (or is a quote) as a `\u` escape.
  static func escaped(_ json: String) -> String {
    var text = ""
    for scalar in json.unicodeScalars {
      if scalar == " " || (isPlain(scalar) && scalar != "'") {
        text.unicodeScalars.append(scalar)
      } else {
        for unit in UTF16.encode(scalar).map(Array.init) ?? [] {
          let hex = String(unit, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
        }
      }
    }
    return text
  }
}
