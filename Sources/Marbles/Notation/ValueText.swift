/// The spelling of values in diagrams; reading and printing must be inverse.
extension Value {
  /// Reads the text between quotes: JSON if the text is exactly one JSON value, else a string.
  init(quoted text: String, dialect: Dialect) {
    guard dialect != .asv, let first = text.utf8.first, let last = text.utf8.last else {
      self = .string(text)
      return
    }
    let canBegin = "-0123456789tfn\"[{".utf8.contains(first)
    let isTrimmed = last > 0x20
    self = canBegin && isTrimmed ? (try? Value(json: text)) ?? .string(text) : .string(text)
  }

  /// Whether the notation spells both values alike: a tuple equals the string that it prints, but 12 differs from
  /// `"12"`.
  ///
  /// With ``Dialect/asv``, whose values are all strings, whether both have the same text.
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

  /// The value as a token of a diagram, quoted if necessary.
  ///
  /// - Parameter followsDigit: whether a digit precedes the token; a bare `m` or `s` is then quoted, because it would
  ///   turn the digit into a time span.
  func token(followsDigit: Bool = false) -> String {
    switch self {
    case .int(let int) where (0...9).contains(int): return String(int)
    case .string(let text): return Value.token(text, followsDigit: followsDigit)
    case .tuple: return Value.token(description, followsDigit: followsDigit)
    default: return DiagramQuoting.quotedJSON(json)
    }
  }

  /// The value as a token of `dialect`; nil when the dialect cannot express it.
  func token(in dialect: Dialect, followsDigit: Bool = false) -> String? {
    guard dialect == .asv else { return token(followsDigit: followsDigit) }
    // In this dialect every value is a string, and characters between quotes have no other meaning.
    let text = description
    let isDigit = text.utf8.count == 1 && text.utf8.allSatisfy { (48...57).contains($0) }
    if isDigit || DiagramQuoting.isBareValue(text), !(followsDigit && DiagramQuoting.beginsUnit(text)) { return text }
    return DiagramQuoting.isSafeInQuotes(text) ? "'\(text)'" : nil
  }

  private static func token(_ text: String, followsDigit: Bool) -> String {
    if DiagramQuoting.isBareValue(text), !(followsDigit && DiagramQuoting.beginsUnit(text)) { return text }
    let isOwnReading = !text.isEmpty && Value(quoted: text, dialect: .marbled) == .string(text)
    return isOwnReading && DiagramQuoting.isSafeInQuotes(text)
      ? "'\(text)'" : DiagramQuoting.quotedJSON(JSONText.quoted(text))
  }
}

/// Characters that stay separate when they are written side by side.
///
/// Diagrams are read by grapheme cluster, and a combining mark, jamo, regional indicator, joiner or prepended sign
/// merges with its neighbours (UAX #29). Only scalars that never merge are written without quotes; all others are
/// quoted or escaped.
enum DiagramQuoting {
  /// Whether the scalar begins and ends a grapheme cluster next to any other such scalar.
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

  /// Whether `text` is one character that can be read without quotes.
  static func isBareValue(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    guard let scalar = scalars.first, scalars.index(after: scalars.startIndex) == scalars.endIndex else { return false }
    let isTaken = (48...57).contains(scalar.value) || scalar == "\"" || scalar == "\\"
    return isPlain(scalar) && !isTaken && Alphabet(Character(scalar)) == nil
  }

  /// Whether `text` begins with a unit of time.
  static func beginsUnit(_ text: String) -> Bool {
    DurationNotation.units.contains { $0.name.unicodeScalars.first == text.unicodeScalars.first }
  }

  /// Whether `text` can be read back from between quotes, and does not affect a terminal.
  static func isSafeInQuotes(_ text: String) -> Bool {
    for scalar in text.unicodeScalars where scalar != " " && !(isPlain(scalar) && scalar != "'") {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: return false
      // Joiners and tags are parts of emoji; other format characters reorder or hide text.
      case .format:
        guard [0x200C...0x200D, 0xE0020...0xE007F].contains(where: { $0.contains(scalar.value) }) else { return false }
      default: if scalar == "'" { return false }
      }
    }
    var isFirst = true
    var last: Character = " "
    for character in "'\(text)'" {
      // A mark on the double quote of a JSON string could be read back, but people could not see what it belongs to.
      if isFirst || character.unicodeScalars.first == "\"" {
        if character.utf8.count > 1 { return false }
      }
      isFirst = false
      last = character
    }
    return last.utf8.count == 1
  }

  /// `json` in quotes; scalars that are not allowed in quotes are escaped (all of them are inside its strings).
  static func quotedJSON(_ json: String) -> String {
    isSafeInQuotes(json) ? "'\(json)'" : "'\(escaped(json))'"
  }

  /// `json` with each quote, and each scalar that is not plain, as a `\u` escape.
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
