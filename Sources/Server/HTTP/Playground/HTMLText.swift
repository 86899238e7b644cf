internal import Playground

/// Parts of documents.
enum HTMLText {
  static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }

  /// A sentence whose parts between backticks are code.
  ///
  /// - Parameter link: the address of a part; nil for none.
  static func sentence(_ text: String, link: (String) -> String? = { _ in nil }) -> String {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { index, part in
      let shown = escaped(String(part))
      guard index % 2 == 1 else { return shown }
      return link(String(part)).map { "<a href=\"\($0)\" class=\"code\">\(shown)</a>" } ?? "<code>\(shown)</code>"
    }.joined()
  }

  /// A link to an operator or a scene.
  static func link(to entry: LibraryEntry, _ addresses: PageAddresses) -> String {
    let style = entry.kind == .operators ? " class=\"code\"" : ""
    return "<a href=\"\(addresses.page(of: entry))\"\(style)>\(escaped(entry.title))</a>"
  }
}
