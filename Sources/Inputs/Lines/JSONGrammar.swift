internal import Marbles

/// The grammar of JSON, byte by byte: whether a byte may follow those before it, and whether it ends a value.
struct JSONGrammar: Sendable {
  /// What a byte does.
  enum Step {
    /// White space outside of a value.
    case space
    /// It belongs to a value that goes on.
    case more
    /// It is the last byte of a value.
    case ended
    /// The value has ended before it.
    case endedBefore
    /// It can't be there.
    case failed
  }

  /// What comes next in an object or an array, or outside of them.
  private enum Place {
    case outside
    /// A value outside of objects and arrays has ended, if the next byte agrees.
    case afterScalar
    case value
    case valueOrEnd
    case key
    case keyOrEnd
    case colon
    case commaOrEnd
  }

  private enum Token {
    case string
    case escape
    case hex(Int)
    /// The rest of `true`, `false` or `null`.
    case word(ArraySlice<UInt8>)
    case number(Number)
  }

  /// What a number has so far.
  private enum Number {
    case minus, zero, digits, point, fraction, exponent, sign, power

    /// Whether a number may end here.
    var isComplete: Bool {
      switch self {
      case .zero, .digits, .fraction, .power: true
      case .minus, .point, .exponent, .sign: false
      }
    }
  }

  private var place = Place.outside
  /// The string, the number or the word that the next byte belongs to.
  private var token: Token?
  /// The objects (true) and arrays (false) that are open.
  private var open: [Bool] = []

  /// Whether an object or an array is open.
  var isNested: Bool { !open.isEmpty }

  /// Whether what has come is a number or a word that may end here, outside of objects and arrays.
  var isScalar: Bool {
    guard open.isEmpty else { return false }
    if case .number(let number) = token { return number.isComplete }
    return place == .afterScalar
  }

  /// Whether the name of a member has come, and a colon must follow.
  var isAfterName: Bool { token == nil && place == .colon }

  /// Takes the next byte. After ``Step/ended`` and ``Step/endedBefore`` a new grammar begins.
  mutating func step(_ byte: UInt8) -> Step {
    switch token {
    case .string:
      if byte == UInt8(ascii: "\"") { return endString() }
      if byte == UInt8(ascii: "\\") { token = .escape }
      return byte < 0x20 ? .failed : .more
    case .escape:
      switch byte {
      case UInt8(ascii: "u"): token = .hex(4)
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
        UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
        token = .string
      default: return .failed
      }
      return .more
    case .hex(let count):
      guard FieldValue.isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20) else {
        return .failed
      }
      token = count > 1 ? .hex(count - 1) : .string
      return .more
    case .word(let rest):
      guard byte == rest.first else { return .failed }
      if rest.count > 1 { token = .word(rest.dropFirst()) } else { endScalar() }
      return .more
    case .number(let number):
      if let next = Self.number(number, byte) {
        token = .number(next)
        return .more
      }
      guard number.isComplete else { return .failed }
      endScalar()
      return structure(byte)
    case nil: return structure(byte)
    }
  }

  // MARK: Objects and arrays

  /// Takes a byte that is outside of strings, numbers and words.
  private mutating func structure(_ byte: UInt8) -> Step {
    let isSpace = byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    switch place {
    case .afterScalar:
      let canFollow = isSpace || byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "\"")
      return canFollow ? .endedBefore : .failed
    case .outside where isSpace: return .space
    case _ where isSpace: return .more
    case .valueOrEnd where byte == UInt8(ascii: "]"), .keyOrEnd where byte == UInt8(ascii: "}"): return close()
    case .outside, .value, .valueOrEnd: return beginValue(byte)
    case .key, .keyOrEnd:
      guard byte == UInt8(ascii: "\"") else { return .failed }
      (token, place) = (.string, .colon)
      return .more
    case .colon:
      guard byte == UInt8(ascii: ":") else { return .failed }
      place = .value
      return .more
    case .commaOrEnd:
      let isObject = open.last == true
      if byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) { return close() }
      guard byte == UInt8(ascii: ",") else { return .failed }
      place = isObject ? .key : .value
      return .more
    }
  }

  private mutating func beginValue(_ byte: UInt8) -> Step {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard open.count < Value.nestingLimit else { return .failed }
      let isObject = byte == UInt8(ascii: "{")
      open.append(isObject)
      place = isObject ? .keyOrEnd : .valueOrEnd
      return .more
    case UInt8(ascii: "\""): token = .string
    case UInt8(ascii: "t"): token = .word(Self.words[0])
    case UInt8(ascii: "f"): token = .word(Self.words[1])
    case UInt8(ascii: "n"): token = .word(Self.words[2])
    case UInt8(ascii: "-"): token = .number(.minus)
    case UInt8(ascii: "0"): token = .number(.zero)
    case UInt8(ascii: "1")...UInt8(ascii: "9"): token = .number(.digits)
    default: return .failed
    }
    place = open.isEmpty ? .outside : .commaOrEnd
    return .more
  }

  /// What follows the first letter of each word.
  private static let words = ["rue", "alse", "ull"].map { Array($0.utf8)[...] }

  private mutating func close() -> Step {
    open.removeLast()
    place = .commaOrEnd
    return open.isEmpty ? .ended : .more
  }

  private mutating func endString() -> Step {
    token = nil
    // A key has set `colon`, a value what follows it.
    return open.isEmpty ? .ended : .more
  }

  private mutating func endScalar() {
    token = nil
    place = open.isEmpty ? .afterScalar : .commaOrEnd
  }

  // MARK: Numbers

  /// What a number has with one more byte; nil if the byte does not belong to it.
  private static func number(_ number: Number, _ byte: UInt8) -> Number? {
    let isDigit = FieldValue.isDigit(byte)
    let isExponent = byte | 0x20 == UInt8(ascii: "e")
    switch number {
    case .minus: return byte == UInt8(ascii: "0") ? .zero : isDigit ? .digits : nil
    case .digits where isDigit: return .digits
    case .zero, .digits: return byte == UInt8(ascii: ".") ? .point : isExponent ? .exponent : nil
    case .point: return isDigit ? .fraction : nil
    case .fraction: return isDigit ? .fraction : isExponent ? .exponent : nil
    case .exponent where byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-"): return .sign
    case .exponent, .sign, .power: return isDigit ? .power : nil
    }
  }
}
