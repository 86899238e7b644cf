internal import Marbles

/// One line of logfmt: pairs of a key and a value, with white space between them.
///
/// - A key is text without white space, `=` and `"`. A key without `=` is true; `key=` is empty text. If a key is
///   repeated, the last one wins.
/// - A value without quotes ends at white space, so it may contain `=` and quotes. It may be a number; see
///   ``FieldValue``.
/// - A value in quotes is always text. It has the escapes of JSON; another character after `\` stays as it is written,
///   with the `\`. White space or the end of the line must follow.
/// - A line without any `=` after a key is no logfmt: a sentence would become many true members.
struct Logfmt {
  private let line: [UInt8]
  private var position = 0
  /// Whether a text has a NUL or bytes that are not UTF-8.
  private(set) var isInvalid = false

  init(_ line: [UInt8]) { self.line = line }

  private static let equals = UInt8(ascii: "=")
  private static let quote = UInt8(ascii: "\"")
  private static let escape = UInt8(ascii: "\\")

  /// The object of the pairs.
  mutating func value() throws(LineMisfit) -> Value {
    var members: [String: Value] = [:]
    var hasPair = false
    while true {
      skip { $0.isWhiteSpace }
      let start = position
      guard start < line.count else { break }
      skip { !$0.isWhiteSpace && $0 != Self.equals && $0 != Self.quote }
      guard position > start else { throw LineMisfit(offset: start, expected: "a key") }
      let key = FieldValue.text(line[start..<position], isInvalid: &isInvalid)
      if position < line.count, line[position] == Self.quote {
        throw LineMisfit(offset: position, expected: "`=` or a space after the key")
      }
      guard position < line.count, line[position] == Self.equals else {
        members[key] = .bool(true)
        continue
      }
      position += 1
      hasPair = true
      members[key] = try pairValue()
    }
    guard hasPair else { throw LineMisfit(offset: line.count, expected: "a pair such as key=value") }
    return .object(members)
  }

  private mutating func skip(_ isSkipped: (UInt8) -> Bool) {
    while position < line.count, isSkipped(line[position]) { position += 1 }
  }

  private mutating func pairValue() throws(LineMisfit) -> Value {
    let start = position
    guard start < line.count, line[start] == Self.quote else {
      skip { !$0.isWhiteSpace }
      return FieldValue.value(line[start..<position], isInvalid: &isInvalid)
    }
    position += 1
    while position < line.count, line[position] != Self.quote {
      position += line[position] == Self.escape ? 2 : 1
    }
    guard position < line.count else { throw LineMisfit(offset: line.count, expected: "`\"`") }
    position += 1
    guard position == line.count || line[position].isWhiteSpace else {
      throw LineMisfit(offset: position, expected: "a space after the quote")
    }
    let quoted = line[start..<position]
    guard quoted.contains(Self.escape) else {
      return .string(FieldValue.text(quoted.dropFirst().dropLast(), isInvalid: &isInvalid))
    }
    if let value = try? Value(json: Array(quoted)) { return value }
    return .string(FieldValue.text(Self.unescaped(quoted.dropFirst().dropLast()), isInvalid: &isInvalid))
  }

  /// The bytes between quotes that are no JSON string.
  private static func unescaped(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    bytes.unescaped { byte in
      switch byte {
      case quote, escape, UInt8(ascii: "/"): byte
      case UInt8(ascii: "n"): 0x0A
      case UInt8(ascii: "r"): 0x0D
      case UInt8(ascii: "t"): 0x09
      default: nil
      }
    }
  }
}

extension ArraySlice<UInt8> {
  /// The bytes with each `\` and the byte after it replaced by one byte; where that is nil, both stay.
  func unescaped(_ replacement: (UInt8) -> UInt8?) -> ArraySlice<UInt8> {
    guard contains(UInt8(ascii: "\\")) else { return self }
    var result: [UInt8] = []
    result.reserveCapacity(count)
    var index = startIndex
    while index < endIndex {
      let byte = self[index]
      index += 1
      if byte == UInt8(ascii: "\\"), index < endIndex, let replaced = replacement(self[index]) {
        result.append(replaced)
        index += 1
      } else {
        result.append(byte)
      }
    }
    return result[...]
  }
}
