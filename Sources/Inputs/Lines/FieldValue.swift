internal import Marbles

/// The value of a field of text.
///
/// A field is a number if JSON writes a number like this, and if the value keeps what the text says:
///
/// - A whole number fits in 64 bits. `-0` stays text.
/// - A number with a fraction or an exponent is not too large for a double, and not so small that it becomes 0. Its
///   value counts, not its spelling: `1.50` is 1.5, and digits that a double has no room for are lost.
///
/// All other fields stay text: `007`, `+1`, `1_000`, `.5`, `1.`, ` 1`, `0x1F`, `NaN`, `true`, `null`. An empty field is
/// empty text.
enum FieldValue {
  /// The number that a field is; nil when it is text.
  static func number(_ field: ArraySlice<UInt8>) -> Value? {
    guard let last = field.last, isDigit(last), let first = field.first, isDigit(first) || first == minus else {
      return nil
    }
    var position = field.startIndex
    func take(_ isTaken: (UInt8) -> Bool) -> Bool {
      guard position < field.endIndex, isTaken(field[position]) else { return false }
      position += 1
      return true
    }
    let isNegative = take { $0 == minus }
    let start = position
    guard take(isDigit) else { return nil }
    if field[start] != zero { while take(isDigit) {} }
    if position == field.endIndex { return whole(field[start...], isNegative: isNegative) }
    if take({ $0 == point }) {
      guard take(isDigit) else { return nil }
      while take(isDigit) {}
    }
    let mantissa = field[start..<position]
    if take({ $0 | 0x20 == UInt8(ascii: "e") }) {
      _ = take { $0 == minus || $0 == UInt8(ascii: "+") }
      while take(isDigit) {}
    }
    // The last byte is a digit, so the exponent has one.
    guard position == field.endIndex, let double = Double(String(decoding: field, as: UTF8.self)), double.isFinite,
      double != 0 || !mantissa.contains(where: { $0 != zero && $0 != point })
    else { return nil }
    return .double(double)
  }

  /// The value of a field; `isInvalid` becomes true when its text has a NUL or bytes that are not UTF-8.
  static func value(_ field: ArraySlice<UInt8>, isInvalid: inout Bool) -> Value {
    number(field) ?? .string(text(field, isInvalid: &isInvalid))
  }

  /// The text of bytes; those that are not UTF-8 become replacement characters.
  static func text(_ bytes: ArraySlice<UInt8>, isInvalid: inout Bool) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      isInvalid = true
      return String(decoding: bytes, as: UTF8.self)
    }
    if bytes.contains(0) { isInvalid = true }
    return text
  }

  private static let zero = UInt8(ascii: "0")
  private static let minus = UInt8(ascii: "-")
  private static let point = UInt8(ascii: ".")

  static func isDigit(_ byte: UInt8) -> Bool { byte &- zero < 10 }

  /// The whole number of digits; nil when it does not fit in 64 bits, and for `-0`.
  private static func whole(_ digits: ArraySlice<UInt8>, isNegative: Bool) -> Value? {
    var number = 0
    for byte in digits {
      let (product, overflow) = number.multipliedReportingOverflow(by: 10)
      let digit = Int(byte &- zero)
      let (sum, overflow2) =
        isNegative ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
      if overflow || overflow2 { return nil }
      number = sum
    }
    return isNegative && number == 0 ? nil : .int(number)
  }
}

extension UInt8 {
  /// Whether it is a space, a tab, or another character that ASCII has for white space and the ends of lines.
  var isWhiteSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
