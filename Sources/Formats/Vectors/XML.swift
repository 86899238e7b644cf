/// Text in XML.
enum XML {
  /// `text` as the content of an element or of an attribute in double quotes.
  ///
  /// What XML 1.0 cannot say, such as U+FFFE, becomes U+FFFD.
  static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { !isPlain($0) }) else { return text }
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\t", "\n": escaped.unicodeScalars.append(scalar)
      default: escaped.unicodeScalars.append(isAllowed(scalar) ? scalar : "\u{FFFD}")
      }
    }
    return escaped
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "&", "<", ">", "\"": false
    default: isAllowed(scalar)
    }
  }

  /// Whether XML 1.0 allows a scalar; its controls are allowed there, but shown nowhere.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: true
    case 0x00..<0x20, 0x7F..<0xA0, 0xFFFE, 0xFFFF: false
    default: true
    }
  }
}
