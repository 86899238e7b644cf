/// Writes any value as JSON, of limited size.
///
/// Numbers, strings, flags, optionals, arrays, sets and dictionaries are what they are in JSON. A type that describes
/// itself is its description. Other structures, tuples and enumerations are written by their parts, and objects of classes
/// as their `String(describing:)`. What exceeds a limit is cut, with `…` in its place.
@usableFromInline
struct JSONWriter {
  /// The maximum length of a value, in bytes, but for a few closing brackets.
  static let limit = 8192
  /// The maximum length of a string in a value, in bytes of UTF-8 before escapes.
  static let stringLimit = 4096
  /// The maximum depth of arrays and objects.
  static let depth = 8

  private var bytes: [UInt8] = []

  /// The JSON of any value, on one line.
  @usableFromInline
  static func text<Value>(of value: Value) -> String {
    var writer = JSONWriter()
    writer.write(value, depth: 0)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private var isFull: Bool { bytes.count >= Self.limit }

  private mutating func write(_ value: Any, depth: Int) {
    guard !isFull else { return write(text: "…") }
    switch value {
    case let text as String: write(text: text)
    case let flag as Bool: bytes += (flag ? "true" : "false").utf8
    case let number as any BinaryInteger: bytes += "\(number)".utf8
    case let number as any BinaryFloatingPoint: write(number: Double(number), "\(number)")
    case let text as any StringProtocol: write(text: String(text))
    default: reflect(value, depth: depth)
    }
  }

  private mutating func write(number: Double, _ text: String) {
    if number.isFinite { bytes += text.utf8 } else { write(text: text) }
  }

  private mutating func write(text: String) { Self.write(text, limit: Self.stringLimit, to: &bytes) }

  private mutating func reflect(_ value: Any, depth: Int) {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional:
      guard let some = mirror.children.first else { return bytes += "null".utf8 }
      return write(some.value, depth: depth)
    case .collection where value is any ExpressibleByArrayLiteral, .set: return write(elements: mirror, depth: depth)
    case .dictionary: return write(pairs: mirror, depth: depth)
    default: break
    }
    switch mirror.displayStyle {
    case .tuple: write(tuple: mirror, depth: depth)
    case _ where value is any CustomStringConvertible: write(text: String(describing: value))
    case .struct where !mirror.children.isEmpty: write(members: mirror, depth: depth)
    case .enum: write(case: value, mirror, depth: depth)
    default: write(text: String(describing: value))
    }
  }

  private mutating func write(elements mirror: Mirror, depth: Int) {
    guard depth < Self.depth else { return write(text: "…") }
    list("[", "]", mirror.children) { $0.write($1.value, depth: depth + 1) }
  }

  /// A tuple without labels is an array, and an empty one is its text.
  private mutating func write(tuple mirror: Mirror, depth: Int) {
    guard !mirror.children.isEmpty else { return write(text: "()") }
    let isLabelled = mirror.children.contains { $0.label?.hasPrefix(".") == false }
    if isLabelled { write(members: mirror, depth: depth) } else { write(elements: mirror, depth: depth) }
  }

  private mutating func write(members mirror: Mirror, depth: Int) {
    guard depth < Self.depth else { return write(text: "…") }
    list("{", "}", mirror.children) { writer, child in
      // A `lazy` property and a property wrapper have a name that no source has.
      writer.write(text: child.label.map { String($0.trimmingPrefix("_")) } ?? "")
      writer.bytes.append(UInt8(ascii: ":"))
      writer.write(child.value, depth: depth + 1)
    } cut: {
      $0.bytes += "\"…\":true".utf8
    }
  }

  private mutating func write(pairs mirror: Mirror, depth: Int) {
    guard depth < Self.depth else { return write(text: "…") }
    list("{", "}", mirror.children) { writer, child in
      let pair = Array(Mirror(reflecting: child.value).children)
      writer.write(text: pair.first.map { String(describing: $0.value) } ?? "")
      writer.bytes.append(UInt8(ascii: ":"))
      writer.write(pair.count == 2 ? pair[1].value : child.value, depth: depth + 1)
    } cut: {
      $0.bytes += "\"…\":true".utf8
    }
  }

  /// A case with values is an object with one member; one without is its name.
  private mutating func write(case value: Any, _ mirror: Mirror, depth: Int) {
    guard let child = mirror.children.first, let name = child.label else {
      return write(text: String(describing: value))
    }
    guard depth < Self.depth else { return write(text: "…") }
    bytes.append(UInt8(ascii: "{"))
    write(text: name)
    bytes.append(UInt8(ascii: ":"))
    write(child.value, depth: depth + 1)
    bytes.append(UInt8(ascii: "}"))
  }

  private mutating func list(
    _ start: String, _ end: String, _ children: Mirror.Children,
    _ write: (inout JSONWriter, Mirror.Child) -> Void, cut: (inout JSONWriter) -> Void = { $0.write(text: "…") }
  ) {
    bytes += start.utf8
    for (index, child) in children.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      guard !isFull else {
        cut(&self)
        break
      }
      write(&self, child)
    }
    bytes += end.utf8
  }

  /// Writes a string with quotation marks and escapes; cut, with `…`, after `limit` bytes.
  static func write(_ text: String, limit: Int, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    var written = 0
    for byte in text.utf8 {
      // A cut is possible only in front of a scalar.
      if written >= limit, byte & 0xC0 != 0x80 {
        bytes += "…".utf8
        break
      }
      written += 1
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "\n"): bytes += "\\n".utf8
      case UInt8(ascii: "\t"): bytes += "\\t".utf8
      case 0..<0x20:
        let digits = Array("0123456789abcdef".utf8)
        bytes += "\\u00".utf8
        bytes += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
