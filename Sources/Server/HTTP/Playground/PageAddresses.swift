internal import Marbles
internal import Playground

/// The addresses of pages, as seen from one of them. They are relative: a proxy may have put the server, and a user a site,
/// below any path.
struct PageAddresses: Hashable, Sendable {
  /// The address of the folder that has everything: empty, or such as `../`.
  var root: String
  /// The path of the front page in that folder; empty where it is the folder itself.
  var frontPath = ""
  /// What follows the name of a page: `.html` in files.
  var ending = ""

  /// The addresses as seen from the path of a request.
  ///
  /// - Parameter front: the path of the front page, without the first slash.
  init(from path: String, front: String) { (root, frontPath) = (Self.root(from: path), front) }

  /// The addresses in files, as seen from one in the first folder, or from one in a folder of it.
  init(inFolder isInFolder: Bool) { (root, frontPath, ending) = (isInFolder ? "../" : "", "index.html", ".html") }

  /// The front page.
  var front: String { root.isEmpty && frontPath.isEmpty ? "./" : root + frontPath }

  /// The folder of scripts and styles.
  var files: String { root + PageFolder.path }

  /// The page of an operator or a scene.
  func page(of entry: LibraryEntry) -> String { page(of: entry.kind, named: entry.name) }

  /// The page of the operator or the scene of a name.
  func page(of kind: LibraryEntry.Kind, named name: String) -> String {
    "\(root)\(kind.rawValue)/\(Self.percentEncoded(name))\(ending)"
  }

  /// The list of all operators or scenes.
  func list(of kind: LibraryEntry.Kind) -> String { root + kind.rawValue + ending }

  /// A name as a part of an address.
  static func percentEncoded(_ name: String) -> String {
    name.utf8.map { byte in
      let scalar = Unicode.Scalar(byte)
      let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      guard !isPlain, !"-_.~".unicodeScalars.contains(scalar) else { return String(scalar) }
      return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }

  /// The relative address of the first folder, as seen from a path. A path with very many slashes gets a short one that is not
  /// relative.
  private static func root(from path: String) -> String {
    let depth = path.utf8.count { $0 == UInt8(ascii: "/") } - 1
    return depth > deepest ? "/" : String(repeating: "../", count: max(0, depth))
  }

  private static let deepest = 8
}
