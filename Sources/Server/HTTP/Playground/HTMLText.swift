internal import Marbles
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
  ///
  /// - Parameter root: the relative address of the front page.
  static func link(to entry: LibraryEntry, root: String) -> String {
    let style = entry.kind == .operators ? " class=\"code\"" : ""
    return "<a href=\"\(address(of: entry, root: root))\"\(style)>\(escaped(entry.title))</a>"
  }

  static func address(of entry: LibraryEntry, root: String) -> String {
    "\(root)\(entry.kind.rawValue)/\(percentEncoded(entry.name))"
  }

  /// A name as a part of an address.
  private static func percentEncoded(_ name: String) -> String {
    name.utf8.map { byte in
      let scalar = Unicode.Scalar(byte)
      let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      guard !isPlain, !"-_.~".unicodeScalars.contains(scalar) else { return String(scalar) }
      return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }

  /// The relative address of the front page, as seen from the path of a request: a proxy may have put the server below a
  /// path. A path with very many slashes gets a short one that is not relative.
  static func root(from path: String) -> String {
    let depth = path.utf8.count { $0 == UInt8(ascii: "/") } - 1
    return depth > deepest ? "/" : String(repeating: "../", count: max(0, depth))
  }

  private static let deepest = 8

  /// The relative address of a path, also of an empty one.
  static func front(of path: String, root: String) -> String { root.isEmpty && path.isEmpty ? "./" : root + path }
}
