/// A set of characters: `[a-z]`, `\d`, `.`, or one character.
struct PatternClass: Hashable, Sendable {
  /// A part of a class.
  enum Member: Hashable, Sendable {
    /// A character in any of its forms: é is one scalar or two.
    case character(Character)
    /// A single scalar with exactly this value, which is ASCII. The Kelvin sign is not the letter K.
    case ascii(Unicode.Scalar)
    /// A character that is the same in lower case.
    case lowercased(String)
    /// A single scalar that is the same in lower case.
    case lowercasedScalar(String)
    /// A character that is a single scalar in its composed form, in a range.
    case range(ClosedRange<Unicode.Scalar>, ignoresCase: Bool)
    /// A named set, or all characters outside it.
    case named(PatternSet, isInverted: Bool)
  }

  let members: [Member]
  private let isInverted: Bool
  /// Bits for the ASCII characters, which are looked up first.
  private let bits: Bits

  /// Creates the class of the characters of all members, or of all others.
  init(_ members: [Member], isInverted: Bool = false) {
    self.members = members
    self.isInverted = isInverted
    var bits = Bits()
    for member in members { member.insert(into: &bits) }
    self.bits = isInverted ? bits.inverted : bits
  }

  /// Creates the class of one character, as it is written outside brackets.
  init(_ character: Character, ignoresCase: Bool) {
    guard ignoresCase, character.isCased else {
      let ascii = character.ascii.map { Member.ascii(Unicode.Scalar($0)) }
      self.init([ascii ?? .character(character)])
      return
    }
    guard let code = character.ascii else {
      self.init([.lowercased(character.lowercased())])
      return
    }
    self.init([.lowercasedScalar(Unicode.Scalar(code).properties.lowercaseMapping)])
  }

  /// Whether an ASCII character is in the class.
  func contains(ascii code: UInt8) -> Bool { bits.contains(code) }

  /// Whether a character is in the class.
  ///
  /// `isCutNewline` says that the character is a CR LF of which Swift looks at the CR only; see ``PatternText``.
  func contains(_ character: Character, isCutNewline: Bool) -> Bool {
    if isCutNewline, isInverted, members.allSatisfy(\.isASCII) { return bits.contains(0x0D) }
    return members.contains { $0.contains(character) } != isInverted
  }
}

extension PatternClass {
  /// A set of ASCII characters.
  struct Bits: Hashable, Sendable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    var inverted: Bits {
      var result = self
      (result.low, result.high) = (~low, ~high)
      return result
    }

    mutating func insert(_ code: UInt8) {
      if code < 64 { low |= 1 << UInt64(code) } else { high |= 1 << UInt64(code & 63) }
    }

    mutating func formUnion(_ other: Bits) {
      low |= other.low
      high |= other.high
    }

    func contains(_ code: UInt8) -> Bool {
      (code < 64 ? low : high) & (1 << UInt64(code & 63)) != 0
    }
  }

  /// The ASCII characters of the class.
  var ascii: Bits { bits }
}

extension PatternClass.Member {
  /// Whether only ASCII characters can be in it, by how it is written.
  var isASCII: Bool {
    switch self {
    case .ascii: true
    case .range(let range, _): range.upperBound.isASCII
    default: false
    }
  }

  /// Inserts the ASCII characters of the member.
  func insert(into bits: inout PatternClass.Bits) {
    switch self {
    case .ascii(let scalar): bits.insert(UInt8(scalar.value))
    case .character(let character):
      if let scalar = character.composedScalar, scalar.isASCII { bits.insert(UInt8(scalar.value)) }
    case .lowercased(let text), .lowercasedScalar(let text):
      guard let code = text.utf8.first, text.utf8.count == 1 else { return }
      bits.insert(code)
      if Self.isLetter(code) { bits.insert(code ^ 0x20) }
    case .range(let range, let ignoresCase):
      for code in UInt8(0)..<128 where range.contains(Unicode.Scalar(code)) {
        bits.insert(code)
        if ignoresCase, Self.isLetter(code) { bits.insert(code ^ 0x20) }
      }
    case .named:
      for code in UInt8(0)..<128 where contains(Character(Unicode.Scalar(code))) { bits.insert(code) }
    }
  }

  private static func isLetter(_ code: UInt8) -> Bool { (0x61...0x7A).contains(code | 0x20) }

  func contains(_ character: Character) -> Bool {
    switch self {
    case .character(let own): return character == own
    case .ascii(let scalar): return character.singleScalar == scalar
    case .lowercased(let text): return character.lowercased() == text
    case .lowercasedScalar(let text): return character.singleScalar?.properties.lowercaseMapping == text
    case .named(let set, let isInverted): return set.contains(character) != isInverted
    case .range(let range, let ignoresCase):
      // A range of ASCII characters has no others: not the Kelvin sign, which compares equal to K.
      guard range.upperBound.isASCII ? character.ascii != nil : true, let scalar = character.composedScalar else {
        return false
      }
      if range.contains(scalar) { return true }
      guard ignoresCase else { return false }
      let properties = scalar.properties
      return [properties.lowercaseMapping, properties.uppercaseMapping].contains { text in
        guard text.count == 1, let mapped = text.first?.composedScalar else { return false }
        return range.contains(mapped)
      }
    }
  }
}

/// A set of characters that has a name in the language.
enum PatternSet: Hashable, Sendable {
  /// `.` after `(?s)`.
  case any
  /// `\d`.
  case digit
  /// `\w`.
  case word
  /// `\s`.
  case space
  /// `\h`.
  case horizontalSpace
  /// `\v` and `\R`.
  case newline

  func contains(_ character: Character) -> Bool {
    switch self {
    case .any: return true
    case .digit: return character.isNumber
    case .word: return character.isLetter || character.isNumber || character == "_"
    case .space: return character.isWhitespace
    case .newline: return character.isNewline
    case .horizontalSpace:
      let scalar = character.unicodeScalars[character.unicodeScalars.startIndex]
      return scalar == "\t" || scalar.properties.generalCategory == .spaceSeparator
    }
  }
}

extension Character {
  /// The only scalar; nil when the character has several.
  var singleScalar: Unicode.Scalar? {
    let scalars = unicodeScalars
    return scalars.index(after: scalars.startIndex) == scalars.endIndex ? scalars.first : nil
  }

  /// The code, when the character is one ASCII scalar; nil for CR LF, which is two.
  var ascii: UInt8? { singleScalar.flatMap { $0.isASCII ? UInt8($0.value) : nil } }

  /// The only scalar of the composed form (NFC): é for e and an accent; nil when that form has several.
  ///
  /// Swift compares texts in this form, but gives no access to it. So this looks for the scalar that compares equal.
  var composedScalar: Unicode.Scalar? {
    let first = unicodeScalars[unicodeScalars.startIndex]
    if singleScalar != nil, !first.properties.isFullCompositionExclusion { return first }
    // The order of texts is that of their composed scalars. So the greatest scalar that isn't above the character is the
    // first one of its composed form.
    var (low, high) = (UInt32(0), UInt32(0x10_FFFF))
    while low < high {
      let middle = Self.stable(notAbove: low + (high - low + 1) / 2)
      if middle.value <= low {
        // There is no stable scalar between; look above them.
        let above = Self.stable(notBelow: low + 1)
        guard above.value <= high, Character(above) <= self else { break }
        low = above.value
      } else if Character(middle) <= self {
        low = middle.value
      } else {
        high = middle.value - 1
      }
    }
    let found = Self.stable(notAbove: low)
    return Character(found) == self ? found : nil
  }

  /// The nearest scalar at or below a code that is its own composed form.
  private static func stable(notAbove code: UInt32) -> Unicode.Scalar {
    var code = code
    while true {
      if let scalar = Unicode.Scalar(code), !scalar.properties.isFullCompositionExclusion { return scalar }
      code -= 1
    }
  }

  /// The nearest scalar at or above a code that is its own composed form.
  private static func stable(notBelow code: UInt32) -> Unicode.Scalar {
    var code = code
    while true {
      if let scalar = Unicode.Scalar(code), !scalar.properties.isFullCompositionExclusion { return scalar }
      code += 1
    }
  }
}
