/// Checks that a text is JSON without making values of it, and finds the members of its outermost object.
///
/// It accepts what ``Value/init(json:)`` accepts, and says no more than that: for what is no JSON, that initializer gives the
/// reason.
struct JSONScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position: Int
  private let end: Int
  private var places: [ObjectText.Place] = []
  private var parts = 0
  private var deepest = 0
  private var hasBreaks = false

  private init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    (self.bytes, position, end) = (bytes, range.lowerBound, range.upperBound)
  }

  /// The object that a text consists of, with white space around it; nil for other values, for no JSON, and for an object that is
  /// too large to be searched.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - range: the part of it to read; nil for all.
  static func object(in bytes: [UInt8], _ range: Range<Int>? = nil) -> ObjectText? {
    let range = range ?? bytes.indices
    guard range.count <= ObjectText.mostBytes, bytes.count <= Int(Int32.max) else { return nil }
    let look = look(at: bytes, range)
    if look.isForeign, String(validating: bytes[range], as: UTF8.self) == nil { return nil }
    return bytes.withUnsafeBufferPointer { buffer -> ObjectText? in
      var scanner = JSONScanner(buffer, range)
      scanner.skipSpace()
      let start = scanner.position
      guard scanner.next == UInt8(ascii: "{"), scanner.value(depth: 0) else { return nil }
      let last = scanner.position
      scanner.skipSpace()
      guard scanner.position == scanner.end, scanner.places.count <= ObjectText.mostMembers else { return nil }
      return ObjectText(
        bytes: bytes, range: start..<last, places: scanner.places, parts: scanner.parts, depth: scanner.deepest,
        isPrintable: !scanner.hasBreaks && !look.controls)
    }
  }

  /// Whether a text has bytes that are not ASCII, and whether it has characters that control a terminal.
  private static func look(at bytes: [UInt8], _ range: Range<Int>) -> (isForeign: Bool, controls: Bool) {
    var (all, controls) = (UInt8(0), false)
    bytes.withUnsafeBufferPointer { bytes in
      for index in range {
        all |= bytes[index]
        if bytes[index] == 0x7F { controls = true }
      }
      guard all >= 0x80, !controls else { return }
      for index in range.dropLast() {
        // U+0080 to U+009F, and the separators of lines and paragraphs.
        let isControl = bytes[index] == 0xC2 && bytes[index + 1] < 0xA0
        let isBreak =
          bytes[index] == 0xE2 && bytes[index + 1] == 0x80 && index + 2 < range.upperBound
          && (bytes[index + 2] == 0xA8 || bytes[index + 2] == 0xA9)
        if isControl || isBreak { controls = true }
      }
    }
    return (all >= 0x80, controls)
  }

  private var next: UInt8? { position < end ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      if byte != 0x20 { hasBreaks = true }
      position += 1
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  /// Reads a value; false when there is none.
  private mutating func value(depth: Int) -> Bool {
    parts += 1
    switch next {
    case UInt8(ascii: "{"): return object(depth: depth + 1)
    case UInt8(ascii: "["): return array(depth: depth + 1)
    case UInt8(ascii: "\""): return string() != nil
    case UInt8(ascii: "t"): return literal("true")
    case UInt8(ascii: "f"): return literal("false")
    case UInt8(ascii: "n"): return literal("null")
    default: return number()
    }
  }

  private mutating func literal(_ word: StaticString) -> Bool {
    for offset in 0..<word.utf8CodeUnitCount where !take(word.utf8Start[offset]) { return false }
    return true
  }

  private mutating func array(depth: Int) -> Bool {
    guard depth <= Value.nestingLimit else { return false }
    deepest = max(deepest, depth)
    position += 1
    skipSpace()
    if take(UInt8(ascii: "]")) { return true }
    while true {
      skipSpace()
      guard value(depth: depth) else { return false }
      skipSpace()
      if take(UInt8(ascii: "]")) { return true }
      guard take(UInt8(ascii: ",")) else { return false }
    }
  }

  private mutating func object(depth: Int) -> Bool {
    guard depth <= Value.nestingLimit else { return false }
    deepest = max(deepest, depth)
    position += 1
    skipSpace()
    if take(UInt8(ascii: "}")) { return true }
    if depth == 1 { places.reserveCapacity(8) }
    while true {
      skipSpace()
      let start = position + 1
      guard next == UInt8(ascii: "\""), let isEscaped = string() else { return false }
      let key = Int32(start)..<Int32(position - 1)
      skipSpace()
      guard take(UInt8(ascii: ":")) else { return false }
      skipSpace()
      let first = position
      guard value(depth: depth) else { return false }
      if depth == 1 {
        places.append(ObjectText.Place(key: key, value: Int32(first)..<Int32(position), isEscaped: isEscaped))
        if places.count > ObjectText.mostMembers { return false }
      }
      skipSpace()
      if take(UInt8(ascii: "}")) { return true }
      guard take(UInt8(ascii: ",")) else { return false }
    }
  }

  /// Reads a string: whether it has escapes; nil when there is none.
  private mutating func string() -> Bool? {
    let start = position
    position += 1
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        parts += (position - start - 2) / 64
        return false
      case UInt8(ascii: "\\"): return escapedString(from: start) ? true : nil
      case ..<0x20: return nil
      default: position += 1
      }
    }
    return nil
  }

  /// Reads the rest of a string with escapes, which are rare: the parser knows which are right.
  private mutating func escapedString(from start: Int) -> Bool {
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        parts += (position - start - 2) / 64
        return (try? Value(json: Array(bytes[start..<position]))) != nil
      case UInt8(ascii: "\\"): position += 1
      case ..<0x20: return false
      default: break
      }
    }
    return false
  }

  private mutating func digits() -> Bool {
    let start = position
    while let byte = next, byte >= 48, byte <= 57 { position += 1 }
    return position > start
  }

  private mutating func number() -> Bool {
    let start = position
    var hasExponent = false
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")), !digits() { return false }
    if take(UInt8(ascii: ".")), !digits() { return false }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      hasExponent = true
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      guard digits() else { return false }
    }
    parts += (position - start) / 64
    // It may be greater than any double.
    guard hasExponent || position - start > 300 else { return true }
    return (try? Value(json: Array(bytes[start..<position]))) != nil
  }
}
