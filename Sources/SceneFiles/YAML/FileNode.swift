package import Marbles
internal import Scenes
package import Yams

/// A value in a file, with its place.
package struct FileNode {
  package let node: Node
  package let source: SourceText

  /// An error at the first character of the value.
  package func error(_ message: String, help: String? = nil) -> SceneFileError {
    source.error(at: offset, message, help: help)
  }

  /// A value outside of files: the text of a flag.
  package init(text: String, path: String) {
    self.init(node: Node(text, Tag(.str, .basic), .doubleQuoted), source: SourceText(text, path: path))
  }

  package init(node: Node, source: SourceText) {
    self.node = node
    self.source = source
  }

  /// Whether the value is a mapping.
  package var isMapping: Bool { node.mapping != nil }

  /// Whether the value is a scalar: text, a number, or similar.
  package var isScalar: Bool { if case .scalar = node { true } else { false } }

  /// The offset of its first byte.
  var offset: Int {
    if case .scalar(let scalar) = node { return ScalarLocation(scalar, in: source).range.lowerBound }
    guard let mark = node.mark else { return 0 }
    return source.offset(line: mark.line, scalarColumn: mark.column)
  }

  /// Whether it has an explicit tag; the implicit tags of keys and quoted strings don't count.
  func hasTag(isKey: Bool) -> Bool {
    switch node {
    case .scalar(let scalar):
      let tag = scalar.tag.description
      return tag != Self.implicitTag && !(tag == Self.textTag && (isKey || scalar.style != .plain))
    case .mapping(let mapping): return mapping.tag.description != Self.implicitTag
    case .sequence(let sequence): return sequence.tag.description != Self.implicitTag
    case .alias: return false
    }
  }

  // The value of `Tag.implicit`, whose use would load regular expressions.
  private static let implicitTag = Tag.Name.implicit.rawValue
  // Yams tags quoted strings, and keys when it compares them.
  private static let textTag = "tag:yaml.org,2002:str"

  /// The children, and whether each is a key.
  package var children: [(node: FileNode, isKey: Bool)] {
    switch node {
    case .scalar, .alias: []
    case .mapping(let mapping): mapping.flatMap { [(with($0.key), true), (with($0.value), false)] }
    case .sequence(let sequence): sequence.map { (with($0), false) }
    }
  }

  private func with(_ node: Node) -> FileNode { FileNode(node: node, source: source) }

  /// The kind of value, for messages.
  package var kind: String {
    switch node {
    case .scalar(let scalar):
      scalar.string.isEmpty && scalar.style == .plain ? "nothing" : "`\(DisplayText.shortened(scalar.string, to: 24))`"
    case .mapping: "a mapping"
    case .sequence: "a list"
    case .alias: "an alias"
    }
  }

  /// The entries of a mapping with the keys of a table.
  ///
  /// - Parameter what: the mapping, for messages; nil for the title of the table.
  package func fields(_ table: KeyTable, of what: String? = nil) throws(SceneFileError) -> MappingFields {
    try fields(of: what ?? table.title, keys: table.names)
  }

  /// The entries of a mapping that may have only the given keys.
  package func fields(of what: String, keys: [String]) throws(SceneFileError) -> MappingFields {
    let entries = try entries(of: what)
    for entry in entries where !keys.contains(entry.name) {
      let hint = Suggestion.clause(for: entry.name, among: keys)
      throw entry.key.error(
        "\(what) has no key `\(DisplayText.shortened(entry.name, to: 40))`\(hint)",
        help: hint.isEmpty ? helpForKey(entry.name) ?? "the keys are \(keys.joined(separator: ", "))" : nil)
    }
    return MappingFields(
      node: self, keys: keys, entries: Dictionary(uniqueKeysWithValues: entries.map { ($0.name, $0) }))
  }

  /// The rest of a text without quotes, as in `{ apply: zip(a, b) }`, is read as a key.
  private func helpForKey(_ name: String) -> String? {
    guard name.contains(where: { "(){}[]\"".contains($0) }) else { return nil }
    return YAMLErrorMapper.helpWithText(in: source.line(source.position(at: offset).line))
  }

  /// The entries of a mapping, in order.
  package func entries(of what: String) throws(SceneFileError) -> [MappingFields.Entry] {
    guard case .mapping(let mapping) = node else {
      throw error("found \(kind), expected a mapping of keys to values for \(what)", help: helpForMapping)
    }
    var entries: [MappingFields.Entry] = []
    for (key, value) in mapping {
      guard case .scalar(let name) = key else { preconditionFailure("checked when it was read") }
      entries.append(MappingFields.Entry(name: name.string, key: with(key), value: with(value)))
    }
    return entries
  }

  private var helpForMapping: String? {
    switch node {
    case .sequence: "remove the `- `"
    case .scalar(let scalar) where scalar.string.isEmpty: "indent the lines that belong to it"
    default: nil
    }
  }

  /// The elements of a sequence.
  package func elements(of what: String) throws(SceneFileError) -> [FileNode] {
    guard case .sequence(let sequence) = node else {
      throw error("found \(kind), expected a list of \(what)", help: "write one per line, each after `- `")
    }
    return sequence.map(with)
  }

  /// The text of a scalar, in any style.
  package func text(_ what: String) throws(SceneFileError) -> String {
    guard case .scalar(let scalar) = node else {
      throw error("found \(kind), expected \(what)", help: "to use it as text, put it in quotes")
    }
    return scalar.string
  }

  /// The location of the scalar and its characters; nil for collections.
  package var location: ScalarLocation? {
    guard case .scalar(let scalar) = node else { return nil }
    return ScalarLocation(scalar, in: source)
  }

  /// An error at a character of its text, counted from 0.
  package func error(atCharacter index: Int, _ message: String, help: String? = nil) -> SceneFileError {
    source.error(at: location?.offset(ofCharacter: index) ?? offset, message, help: help)
  }

  /// A value: a string if quoted, else JSON if valid, else a string.
  package func value() throws(SceneFileError) -> Value {
    switch node {
    case .scalar(let scalar):
      guard scalar.style == .plain else { return .string(scalar.string) }
      if scalar.string.isEmpty { return .null }
      return (try? Value(json: scalar.string)) ?? .string(scalar.string)
    case .sequence(let sequence):
      var elements: [Value] = []
      for element in sequence { elements.append(try with(element).value()) }
      return .array(elements)
    case .mapping:
      var members: [String: Value] = [:]
      for entry in try entries(of: "an object") { members[entry.name] = try entry.value.value() }
      return .object(members)
    case .alias: throw error("found an alias, expected a value")
    }
  }

  /// A duration of at least 0.
  package func time() throws(SceneFileError) -> SceneTime {
    let text = try text("a duration")
    if text.hasPrefix("-"), (try? DurationNotation.parse(text.dropFirst())) != nil {
      throw error("\(kind) is negative; expected 0 or more")
    }
    do throws(DurationNotation.Problem) { return try DurationNotation.parse(text) } catch {
      throw self.error("\(kind) \(error)")
    }
  }

  /// A duration greater than 0.
  package func duration() throws(SceneFileError) -> SceneTime {
    let time = try time()
    guard time > .zero else { throw error("\(kind) is not a positive duration; expected more than 0") }
    return time
  }

  /// `true` or `false`, but none of YAML 1.1's other booleans.
  package func flag() throws(SceneFileError) -> Bool {
    switch try text("true or false") {
    case "true": return true
    case "false": return false
    default: throw error("found \(kind), expected true or false")
    }
  }

  /// A speed factor.
  package func speedFactor() throws(SceneFileError) -> SpeedFactor {
    guard let factor = SpeedFactor(parsing: try text("a number")) else {
      throw error("found \(kind), expected \(SpeedFactor.expectation)")
    }
    return factor
  }

  /// The order of what is due at one instant.
  package func order() throws(SceneFileError) -> InstantOrder {
    let text = try text("an order")
    guard let order = InstantOrder(text) else {
      throw error(
        "\(kind) is not an order of one instant\(Suggestion.clause(for: text, among: InstantOrder.names))",
        help: "expected \(InstantOrder.expectation)")
    }
    return order
  }

  /// What a scene or a row teaches.
  func notes() throws(SceneFileError) -> String {
    let text = try text("a few sentences")
    guard text.utf8.count <= SceneLimits.notes else {
      throw error("the notes take \(text.utf8.count) bytes; expected at most \(SceneLimits.notes)")
    }
    return text
  }

  /// A finite number greater than 0.
  func factor() throws(SceneFileError) -> Double {
    guard let factor = Double(try text("a number")), factor > 0, factor.isFinite else {
      throw error("found \(kind), expected a finite number above 0, such as 2 or 0.5")
    }
    return factor
  }

  /// A seed for random numbers.
  func seed() throws(SceneFileError) -> UInt64 {
    guard let seed = UInt64(try text("a seed")) else {
      throw error("found \(kind), expected a whole number, 0 or greater")
    }
    return seed
  }

  /// An integer within bounds.
  package func count(in range: ClosedRange<Int>) throws(SceneFileError) -> Int {
    guard let count = Int(try text("a whole number")), range.contains(count) else {
      throw error("found \(kind), expected a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return count
  }

  /// A case of `Choice`, by name.
  package func choice<Choice: RawRepresentable<String> & CaseIterable>(_ what: String, _: Choice.Type)
    throws(SceneFileError)
    -> Choice
  {
    let text = try text(what)
    if let choice = Choice(rawValue: text) { return choice }
    let names = Choice.allCases.map(\.rawValue)
    throw error(
      "\(kind) is not \(what)\(Suggestion.clause(for: text, among: names))",
      help: "expected one of \(names.joined(separator: ", "))")
  }
}

/// A mapping with a fixed set of keys.
package struct MappingFields {
  /// A key and its value.
  package struct Entry {
    package let name: String
    package let key: FileNode
    package let value: FileNode
  }

  let node: FileNode
  /// The keys that the mapping may have.
  let keys: [String]
  let entries: [String: Entry]

  /// The value of a key; nil when it is missing.
  ///
  /// - Precondition: the mapping may have the key.
  package subscript(key: String) -> FileNode? {
    assert(keys.contains(key), "`\(key):` is read, but it is no key of this mapping")
    return entries[key]?.value
  }

  /// The node of the key itself; nil when it is missing.
  package func key(_ key: String) -> FileNode? { entries[key]?.key }

  /// The entries that a variant of a table does not have, in the order of the file.
  func entries(notIn table: KeyTable, of variant: String) -> [(String, Entry)] {
    let names = table.names(in: variant)
    return entries.filter { !names.contains($0.key) }.sorted { $0.value.key.offset < $1.value.key.offset }
  }

  /// The value of `key`.
  ///
  /// - Throws: an error at the mapping when the key is missing.
  package func required(_ key: String, of what: String) throws(SceneFileError) -> FileNode {
    guard let value = self[key] else { throw node.error("\(what) needs `\(key):`") }
    return value
  }
}
