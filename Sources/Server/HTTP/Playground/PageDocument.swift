/// Documents of the page as they are sent.
enum PageDocument {
  /// A document without indentation, and without lines of scripts that are only a comment. No text of it depends on spaces
  /// at the beginning of a line.
  static func trimmed(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { $0.drop { $0 == " " } }
      .filter { !$0.isEmpty && !$0.hasPrefix("//") }.joined(separator: "\n")
  }
}
