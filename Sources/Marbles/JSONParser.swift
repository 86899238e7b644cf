/// Why a text is not JSON, and where.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The column in characters (grapheme clusters) from 1; one past the last when the text ends too early.
  public var column: Int
  /// What the text has at the column; `the end` after its last character.
  public var found: String
  /// What JSON allows there.
  public var expected: String

  /// The column and the problem in one line.
  public var description: String { "column \(column): \(problem)" }

  /// The problem in one line.
  package var problem: String {
    isAtEnd ? "the text ends here; expected \(expected)" : "found \(found), expected \(expected)"
  }

  /// Whether the text ends too early.
  package var isAtEnd: Bool { found == Self.end }

  fileprivate static let end = "the end"
}

extension Value {
  /// The maximum nesting depth of arrays and objects in text.
  public static let nestingLimit = 64

  /// Reads one JSON value (RFC 8259, strictly); white space around it is allowed.
  ///
  /// A number without fraction and exponent becomes an `int` if it fits, any other number a `double`. If a key is
  /// repeated, the last value wins.
  ///
  /// - Throws: ``JSONError`` also when the nesting exceeds ``nestingLimit`` or a number is too large for a `double`.
  public init(json text: some StringProtocol) throws(JSONError) { try self.init(json: Array(text.utf8)) }

  /// Reads one JSON value from UTF-8, like ``init(json:)-(StringProtocol)``.
  ///
  /// - Throws: ``JSONError`` also when a string is not UTF-8.
  package init(json bytes: [UInt8]) throws(JSONError) {
    var parser = JSONParser(bytes: bytes)
    self = try parser.parse()
  }
}

extension Value {
  /// Reads an object from a line of JSON whose members are decoded when they are read; nil for other lines, and for an
  /// object that is too large for that.
  ///
  /// - Parameter line: the bytes of the line.
  package init?(line: [UInt8]) {
    guard let object = JSONScanner.object(in: line) else { return nil }
    self = .object(Members(object))
  }
}

/// A recursive-descent parser over bytes: linear time, and recursion bounded by the nesting limit.
private struct JSONParser {
  let bytes: [UInt8]
  var position = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func parse() throws(JSONError) -> Value {
    skipSpace()
    let value = try value(depth: 0)
    skipSpace()
    guard position == bytes.count else { throw error("nothing more") }
    return value
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func error(_ expected: String, at offset: Int? = nil) -> JSONError {
    let offset = offset ?? position
    // The offset may be inside a grapheme, so count with one more scalar.
    var end = min(offset + 1, bytes.count)
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    let read = String(decoding: bytes[..<end], as: UTF8.self)
    guard offset < bytes.count, let last = read.last else {
      return JSONError(column: read.count + 1, found: JSONError.end, expected: expected)
    }
    return JSONError(column: read.count, found: "`\(DisplayText.shown(last))`", expected: expected)
  }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  private mutating func value(depth: Int) throws(JSONError) -> Value {
    switch next {
    case UInt8(ascii: "{"): return try object(depth: depth + 1)
    case UInt8(ascii: "["): return try array(depth: depth + 1)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    case UInt8(ascii: "-"): return try number()
    case let byte? where (48...57).contains(byte): return try number()
    default: throw error("a JSON value")
    }
  }

  private mutating func literal(_ word: StaticString, _ value: Value) throws(JSONError) -> Value {
    for offset in 0..<word.utf8CodeUnitCount {
      guard take(word.utf8Start[offset]) else { throw error("`\(word)`") }
    }
    return value
  }

  private mutating func array(depth: Int) throws(JSONError) -> Value {
    guard depth <= Value.nestingLimit else { throw error("at most \(Value.nestingLimit) levels of nesting") }
    position += 1
    var elements: [Value] = []
    skipSpace()
    if take(UInt8(ascii: "]")) { return .array([]) }
    while true {
      skipSpace()
      elements.append(try value(depth: depth))
      skipSpace()
      if take(UInt8(ascii: "]")) { return .array(elements) }
      guard take(UInt8(ascii: ",")) else { throw error("`,` or `]`") }
    }
  }

  private mutating func object(depth: Int) throws(JSONError) -> Value {
    guard depth <= Value.nestingLimit else { throw error("at most \(Value.nestingLimit) levels of nesting") }
    position += 1
    // Collected first, so that the dictionary is allocated once, in its size.
    var members: [(String, Value)] = []
    skipSpace()
    if take(UInt8(ascii: "}")) { return .object([:]) }
    while true {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw error("a key in double quotes") }
      let key = try string()
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw error("`:`") }
      skipSpace()
      members.append((key, try value(depth: depth)))
      skipSpace()
      if take(UInt8(ascii: "}")) { return .object(Dictionary(members) { _, last in last }) }
      guard take(UInt8(ascii: ",")) else { throw error("`,` or `}`") }
    }
  }

  private mutating func digits() throws(JSONError) {
    let start = position
    while let byte = next, (48...57).contains(byte) { position += 1 }
    guard position > start else { throw error("a digit") }
  }

  private mutating func number() throws(JSONError) -> Value {
    let start = position
    var isWhole = true
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try digits() }
    if take(UInt8(ascii: ".")) {
      isWhole = false
      try digits()
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      isWhole = false
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try digits()
    }
    if isWhole, let int = int(in: start..<position) { return .int(int) }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let double = Double(text), double.isFinite else { throw error("a number up to 1.8e308", at: start) }
    return .double(SpelledDouble(double, spelledAs: text))
  }

  /// The whole number in a range of digits, with an optional sign; nil when it exceeds 64 bits.
  private func int(in range: Range<Int>) -> Int? {
    let isNegative = bytes[range.lowerBound] == UInt8(ascii: "-")
    var number = 0
    for byte in bytes[(isNegative ? range.dropFirst() : range)] {
      let digit = Int(byte - UInt8(ascii: "0"))
      let (product, overflow) = number.multipliedReportingOverflow(by: 10)
      let (sum, overflow2) = product.subtractingReportingOverflow(digit)
      if overflow || overflow2 { return nil }
      number = sum
    }
    // Negative, because the smallest number has no positive counterpart.
    if isNegative { return number }
    return number == .min ? nil : -number
  }

  private mutating func string() throws(JSONError) -> String {
    position += 1
    let start = position
    while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { position += 1 }
    guard next == UInt8(ascii: "\"") else { return try string(after: Array(bytes[start..<position])) }
    position += 1
    return try text(of: bytes[start..<position - 1])
  }

  private func text(of content: ArraySlice<UInt8>) throws(JSONError) -> String {
    guard let text = String(validating: content, as: UTF8.self) else { throw error("UTF-8") }
    return text
  }

  /// Reads the rest of a string with escapes.
  private mutating func string(after start: [UInt8]) throws(JSONError) -> String {
    var content = start
    while true {
      guard let byte = next else { throw error("`\"`") }
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return try text(of: content[...])
      case UInt8(ascii: "\\"): content.append(contentsOf: Array(String(try escape()).utf8))
      case ..<0x20: throw error("control characters as \\u escapes")
      default:
        content.append(byte)
        position += 1
      }
    }
  }

  private mutating func escape() throws(JSONError) -> Unicode.Scalar {
    position += 1
    defer { position += 1 }
    switch next {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try unicodeEscape()
    default: throw error("one of `\"\\/bfnrtu` after `\\`")
    }
  }

  /// Reads one scalar from the `u` to the last hex digit; a scalar beyond U+FFFF takes two escapes.
  private mutating func unicodeEscape() throws(JSONError) -> Unicode.Scalar {
    let start = position
    let high = try hex()
    if let scalar = Unicode.Scalar(high) { return scalar }
    guard high < 0xDC00, position + 2 < bytes.count, bytes[position + 1] == UInt8(ascii: "\\"),
      bytes[position + 2] == UInt8(ascii: "u")
    else { throw error("a pair of surrogates", at: start) }
    position += 2
    let low = try hex()
    guard (0xDC00...0xDFFF).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    else { throw error("a pair of surrogates", at: start) }
    return scalar
  }

  /// Reads the four hex digits after the `u` at `position`, and stops at the last of them.
  private mutating func hex() throws(JSONError) -> UInt32 {
    var number: UInt32 = 0
    for _ in 0..<4 {
      position += 1
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw error("four hex digits after `\\u`")
      }
      number = number << 4 + UInt32(digit)
    }
    return number
  }
}
