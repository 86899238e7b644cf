/// Scripts and styles of the page as they are sent: without indentation, blank lines, and lines that are only a comment.
enum PageSource {
  /// A file of the page.
  ///
  /// - Parameters:
  ///   - name: its name, whose extension says whether it is a script or a style sheet.
  ///   - bytes: its text. No literal of it goes over several lines.
  static func file(_ name: String, _ bytes: [UInt8]) -> StaticFile {
    StaticFile(
      "page/\(name)", type: name.hasSuffix(".css") ? "text/css" : "text/javascript", bytes: Array(trimmed(bytes)))
  }

  /// The lines that a browser needs.
  static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
    var trimmed: [UInt8] = []
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let text = line.drop { $0 == UInt8(ascii: " ") }
      let isComment =
        text.starts(with: "//".utf8) || (text.starts(with: "/*".utf8) && text.suffix(2).elementsEqual("*/".utf8))
      guard !text.isEmpty, !isComment else { continue }
      trimmed += text
      trimmed.append(UInt8(ascii: "\n"))
    }
    return trimmed
  }
}
