internal import Marbles
internal import Scenes

extension SceneFile {
  /// Whether a YAML text may be meant as a scene, also one with mistakes, rather than as a file of another program.
  ///
  /// It may be if it has one of
  /// - the key `marbles`, anywhere;
  /// - the key `rows` at its top, unless that is a list, as in tables of other programs;
  /// - the key `kind` at its top with a kind of scenes, or with a word like one and without `apiVersion`;
  /// - nothing but keys of scenes at its top, with a word like `rows`, or one that other programs don't use, such as `dialect`.
  package static func mayBeScene(_ text: String) -> Bool { SceneSigns(of: text).areOfScene }
}

/// What the lines of a YAML text say about its program.
private struct SceneSigns {
  private enum Rows { case none, mapping, list }

  private var rows = Rows.none
  private var hasRowKeys = (marbles: false, apply: false)
  private var hasKind = false
  private var hasWordLikeKind = false
  private var isVersioned = false
  private var hasOtherKeys = false
  private var hasDistinctiveKey = false

  /// Top-level keys that hardly any other program has.
  private static let distinctive: Set = [
    "step", "dialect", "speedFactor", "refreshInterval", "animationTime", "reducedMotion", "exercise", "backdrop",
  ]
  private static let keys = Set(KeyTable.scene.keys.map(\.name))
  private static let kinds = Scene.Kind.Name.allCases.map(\.rawValue)
  /// No key of a scene is longer, with its quotes.
  private static let longestKey = 24

  var areOfScene: Bool {
    if hasRowKeys.marbles || hasKind || rows == .mapping || rows == .list && hasRowKeys.apply { return true }
    return hasWordLikeKind && !isVersioned || hasDistinctiveKey && !hasOtherKeys
  }

  init(of text: String) {
    let bytes = Array(text.utf8)
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    // The line after `rows:` says what it is.
    var followsRows = false
    var isFlow: Bool?
    while start < bytes.count, !hasRowKeys.marbles, !hasKind {
      let end = bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
      var line = Self.withoutComment(bytes[start..<end])
      start = end + 1
      if line.starts(with: "---".utf8) {
        line = isFlow == nil ? Self.afterDocumentStart(line) : []
      }
      guard let first = line.first(where: { !Self.isBlank($0) }) else { continue }
      if followsRows {
        rows = first == UInt8(ascii: "-") ? .list : .mapping
        followsRows = false
      }
      // A template may begin with two braces.
      if isFlow == nil { isFlow = first == UInt8(ascii: "{") && !line.starts(with: "{{".utf8) }
      readRowKeys(line)
      if isFlow == true { readFlow(line) } else { followsRows = readTop(line) || followsRows }
    }
    if followsRows { rows = .mapping }
  }

  /// Reads a key at the top of a block mapping.
  ///
  /// - Returns: whether it is `rows` without a value in the same line.
  private mutating func readTop(_ line: ArraySlice<UInt8>) -> Bool {
    guard let first = line.first, !Self.isBlank(first), !"-%}]".utf8.contains(first),
      let colon = line.firstIndex(of: UInt8(ascii: ":")),
      line[line.index(after: colon)...].first.map(Self.isBlank) ?? true
    else { return false }
    guard colon - line.startIndex <= Self.longestKey else {
      hasOtherKeys = true
      return false
    }
    let key = Self.word(line[..<colon])
    let value = Self.word(line[line.index(after: colon)...])
    switch key {
    case "rows":
      if value.isEmpty { return true }
      rows = value.first == "[" ? .list : .mapping
    case "kind": read(kind: value)
    case "apiVersion": isVersioned = true
    case let key where Self.keys.contains(key):
      if Self.distinctive.contains(key) { hasDistinctiveKey = true }
    case let key where (3...5).contains(key.count) && Suggestion.nearest(to: key, among: ["rows"]) != nil:
      hasDistinctiveKey = true
    default: hasOtherKeys = true
    }
    return false
  }

  private mutating func read(kind: String) {
    guard kind.utf8.count <= Self.longestKey else { return }
    if Self.kinds.contains(kind) { hasKind = true }
    if Suggestion.nearest(to: kind, among: Self.kinds) != nil { hasWordLikeKind = true }
  }

  /// Reads a line of a flow mapping, whose keys may be anywhere.
  private mutating func readFlow(_ line: ArraySlice<UInt8>) {
    if let value = Self.value(of: "rows", in: line) {
      rows = value.first(where: { !Self.isBlank($0) }) == UInt8(ascii: "[") ? .list : .mapping
    }
    if let value = Self.value(of: "kind", in: line) { read(kind: Self.word(value.prefix { !",}".utf8.contains($0) })) }
    if Self.value(of: "apiVersion", in: line) != nil { isVersioned = true }
  }

  private mutating func readRowKeys(_ line: ArraySlice<UInt8>) {
    if Self.value(of: "marbles", in: line) != nil { hasRowKeys.marbles = true }
    if !hasRowKeys.apply, Self.value(of: "apply", in: line) != nil { hasRowKeys.apply = true }
  }

  /// What follows the first key of this name in a line, and its colon; nil without one.
  private static func value(of key: StaticString, in line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    key.withUTF8Buffer { key in
      var rest = line
      while let start = rest.firstIndex(of: key[0]) {
        rest = rest[(start + 1)...]
        guard line[start...].starts(with: key) else { continue }
        let before = start == line.startIndex ? nil : line[start - 1]
        guard before.map({ isBlank($0) || "{,\"'".utf8.contains($0) }) ?? true else { continue }
        var after = line[(start + key.count)...]
        let isQuoted = after.first.map("\"'".utf8.contains) ?? false
        if isQuoted { after = after.dropFirst() }
        after = after.drop(while: isBlank)
        guard after.first == UInt8(ascii: ":") else { continue }
        after = after.dropFirst()
        // Without a blank after its colon, it is not a key, but a part of a text.
        if isQuoted || after.first.map(isBlank) ?? true { return after }
      }
      return nil
    }
  }

  /// What follows `---` in a line: a mapping in flow style, as others begin in the next line.
  private static func afterDocumentStart(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let rest = line.dropFirst(3)
    let content = rest.drop(while: isBlank)
    return content.startIndex > rest.startIndex && content.first == UInt8(ascii: "{") ? content : []
  }

  private static func withoutComment(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard
      let mark = line.indices.first(where: {
        line[$0] == UInt8(ascii: "#") && ($0 == line.startIndex || isBlank(line[$0 - 1]))
      })
    else { return line }
    return line[..<mark]
  }

  /// A short text without blanks and quotes around it.
  private static func word(_ bytes: ArraySlice<UInt8>) -> String {
    let text = bytes.drop(while: isBlank).prefix(longestKey + 1).filter { !isBlank($0) && !"\"'".utf8.contains($0) }
    return String(decoding: text, as: UTF8.self)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
