/// Text as literals of Swift source, which it can't leave.
package enum SwiftLiteral {
  /// A string literal; a raw one if that avoids escapes.
  package static func string(_ text: String) -> String {
    let isPrintable = text.unicodeScalars.allSatisfy(isPrintable)
    guard isPrintable, text.contains(where: { $0 == "\"" || $0 == "\\" }) else { return "\"\(escaped(text))\"" }
    var pounds = "#"
    while text.contains("\"\(pounds)") || text.contains("\\\(pounds)") { pounds += "#" }
    return "\(pounds)\"\(text)\"\(pounds)"
  }

  /// A string literal of several lines, or of one if there are no more.
  ///
  /// - Parameters:
  ///   - lines: the text; no line has a line feed.
  ///   - indent: the white space before each line, without the first one.
  package static func string(lines: [String], indent: String) -> String {
    guard lines.count > 1 else { return string(lines.first ?? "") }
    let text = lines.joined(separator: "\n")
    let isPrintable = lines.allSatisfy { $0.unicodeScalars.allSatisfy(Self.isPrintable) }
    var pounds = ""
    if isPrintable, text.contains("\\") || text.contains("\"\"\"") {
      pounds = "#"
      while text.contains("\"\(pounds)") || text.contains("\\\(pounds)") { pounds += "#" }
    }
    let shown = isPrintable ? lines : lines.map(escaped)
    return "\(pounds)\"\"\"\n" + shown.map { "\(indent)\($0)\n" }.joined() + "\(indent)\"\"\"\(pounds)"
  }

  /// The inside of a string literal.
  package static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      default:
        if isPrintable(scalar) {
          result.unicodeScalars.append(scalar)
        } else {
          result += "\\u{\(String(scalar.value, radix: 16))}"
        }
      }
    }
    return result
  }

  /// Whether a scalar is seen as itself in source.
  package static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse: false
    default: true
    }
  }
}
