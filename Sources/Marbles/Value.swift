/// The value of an event: JSON's values, and the tuples that operators such as `zip` make.
///
/// Equality and order ignore lineage, which is stored beside the value.
public enum Value: Hashable, Sendable {
  /// JSON's `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A whole number of 64 bits.
  case int(Int)
  /// A number with a fraction; finite if it was read from text.
  case double(SpelledDouble)
  /// A string.
  case string(String)
  /// A JSON array.
  case array([Value])
  /// A JSON object; printed with sorted keys.
  case object(Members)
  /// A tuple from an operator such as `zip` or `combineLatest`.
  case tuple([Value])
}

extension Value: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByFloatLiteral {
  /// Creates an int.
  public init(integerLiteral value: Int) { self = .int(value) }
  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates a double.
  public init(floatLiteral value: Double) { self = .double(value) }
}

extension Value: CustomStringConvertible {
  /// The value for people: strings without quotes, tuples as `(1, a)`, arrays and objects as compact JSON.
  public var description: String {
    switch self {
    case .string(let text): text
    case .tuple(let elements): "(" + elements.map(\.description).joined(separator: ", ") + ")"
    default: json
    }
  }

  /// Compact JSON with sorted keys; tuples become arrays.
  public var json: String {
    var text = ""
    writeJSON(to: &text)
    return text
  }

  /// Appends the value to `text` as JSON, on one line.
  public func writeJSON(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let bool): text += bool ? "true" : "false"
    case .int(let int): text += String(int)
    case .double(let double): text += double.value.isFinite ? String(describing: double.value) : "null"
    case .string(let string): JSONText.write(string, to: &text)
    case .array(let elements), .tuple(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += "," }
        element.writeJSON(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, (key, value)) in members.sorted(by: { $0.key < $1.key }).enumerated() {
        if index > 0 { text += "," }
        JSONText.write(key, to: &text)
        text += ":"
        value.writeJSON(to: &text)
      }
      text += "}"
    }
  }
}

/// JSON's string syntax, RFC 8259 § 7.
package enum JSONText {
  /// Appends `string` to `text` as a JSON string, with control characters escaped.
  package static func write(_ string: String, to text: inout String) {
    text += "\""
    defer { text += "\"" }
    if string.utf8.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
      text += string
      return
    }
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{0}"..<"\u{20}", "\u{7F}"..<"\u{A0}", "\u{2028}"..."\u{2029}":
        let hex = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: text.unicodeScalars.append(scalar)
      }
    }
  }

  /// `string` as a JSON string, including the quotes.
  package static func quoted(_ string: String) -> String {
    var text = ""
    write(string, to: &text)
    return text
  }
}
