internal import Inputs
internal import Marbles
internal import Yams

/// Parses YAML into nodes with places, within limits that keep hostile files cheap.
package enum YAMLReader {
  /// The maximum size of a file, in bytes.
  static let maximumSize = SceneFolder.fileBytes
  /// The maximum nesting of collections.
  static let maximumDepth = 64
  /// The maximum number of values in a file of up to 1 MiB, with aliases expanded; a larger file may have more.
  static let maximumNodes = 100_000
  /// The maximum number of aliases in a file: so few can't multiply to much.
  static let maximumAliases = 20

  /// The root of the only document in `text`.
  package static func read(_ text: String, path: String) throws(SceneFileError) -> FileNode {
    guard let root = try readSettings(text, path: path) else {
      throw SourceText(text, path: path).error(at: 0, "the file is empty; expected a scene, beginning with `rows:`")
    }
    return root
  }

  /// The root of the only document in `text`; nil for an empty file.
  ///
  /// ```swift
  /// let fields = try YAMLReader.readSettings(text, path: path)?.fields(of: "the settings", keys: ["theme", "loop"])
  /// if let loop = fields?["loop"] { loops = try loop.flag() }
  /// ```
  package static func readSettings(_ text: String, path: String) throws(SceneFileError) -> FileNode? {
    guard text.utf8.count <= maximumSize else {
      throw SceneFileError(
        path: path, line: 1, column: 1,
        message: "the file has \(text.utf8.count) bytes; expected at most \(maximumSize >> 20) MiB",
        source: String(text.prefix(80)))
    }
    let source = SourceText(text, path: path)
    try YAMLNesting.check(source)
    try checkAliases(source)
    let root: Node?
    do {
      // Without type rules, which YAML 1.1 would apply: `on` and 1:30 stay text.
      root = try Yams.compose(yaml: text, .basic, .default, .utf8)
    } catch {
      throw YAMLErrorMapper.fileError(error, source)
    }
    guard let root else { return nil }
    let file = FileNode(node: root, source: source)
    var count = 0
    try check(file, isKey: false, depth: 0, count: &count)
    return file
  }

  /// Checked before composing, as comparing keys that are nested aliases would take forever.
  private static func checkAliases(_ source: SourceText) throws(SceneFileError) {
    let anchors = anchors(in: source.bytes)
    if anchors.isEmpty { return }
    var count = 0
    var previous = UInt8(ascii: "\n")
    for (offset, byte) in source.bytes.enumerated() {
      defer { previous = byte }
      guard byte == UInt8(ascii: "*"), " \t\n\r[{,:-?".utf8.contains(previous), offset + 1 < source.bytes.count
      else { continue }
      guard let name = name(in: source.bytes, at: offset + 1), anchors.contains(name) else { continue }
      count += 1
      if count > maximumAliases {
        throw source.error(
          at: offset, "the file has more than \(maximumAliases) aliases", help: "replace aliases by their values")
      }
    }
  }

  /// The names behind each `&`, also of those that are no anchors, as in a text.
  private static func anchors(in bytes: [UInt8]) -> Set<ArraySlice<UInt8>> {
    var names: Set<ArraySlice<UInt8>> = []
    var offset = 0
    while let found = bytes[offset...].firstIndex(of: UInt8(ascii: "&")) {
      offset = found + 1
      if let name = name(in: bytes, at: offset) { names.insert(name) }
    }
    return names
  }

  /// The name that begins at an offset; nil where none does.
  private static func name(in bytes: [UInt8], at offset: Int) -> ArraySlice<UInt8>? {
    let name = bytes[offset...].prefix(while: isNameByte)
    return name.isEmpty ? nil : name
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122, UInt8(ascii: "_"), UInt8(ascii: "-"): true
    default: false
    }
  }

  private static func check(
    _ file: FileNode, isKey: Bool, depth: Int, count: inout Int
  ) throws(SceneFileError) {
    count += 1
    if depth > maximumDepth { throw file.error("nested too deeply; expected at most \(maximumDepth) levels") }
    let most = max(maximumNodes, file.source.bytes.count / 8)
    if count > most { throw file.error("the file has more than \(most) values") }
    if isKey, !file.isScalar { throw file.error("found \(file.kind) as a key, expected a name") }
    if file.hasTag(isKey: isKey) {
      throw file.error("YAML tags are not supported; write `12` for a number and `\"12\"` for text")
    }
    for child in file.children { try check(child.node, isKey: child.isKey, depth: depth + 1, count: &count) }
  }
}
