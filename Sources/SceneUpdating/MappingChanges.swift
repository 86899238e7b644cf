internal import SceneFiles
internal import Yams

/// Changes to the keys of a mapping in a file.
struct MappingChanges {
  /// How a value takes the place of another one.
  enum Style {
    /// A string, a name or a number, whose key tells which: in the style of the old scalar.
    case text
    /// A diagram, in the style of the old scalar.
    case diagram
    /// As it is, because the style of the scalar decides what it is.
    case exact
  }

  private(set) var values: [(key: String, node: Node, style: Style)] = []
  private(set) var removed: Set<String> = []
  /// Entries in the place of another one.
  private(set) var replaced: [String: [(String, Node)]] = [:]

  /// Replaces the value of a key, or adds the key.
  mutating func set(_ key: String, _ node: Node, _ style: Style = .text) { values.append((key, node, style)) }

  /// Removes a key, if it is there.
  mutating func remove(_ key: String) { removed.insert(key) }

  /// Puts entries in the place of the one with this key.
  mutating func replace(_ key: String, by pairs: [(String, Node)]) { replaced[key] = pairs }

  /// Adds the differences between the entries that two values are written with.
  mutating func add(from old: [(String, Node)], to new: [(String, Node)], _ writer: YAMLWriter) {
    for (key, node) in new {
      if let before = old.first(where: { $0.0 == key })?.1, writer.flow(before) == writer.flow(node) { continue }
      // `animation: none` is a name without quotes only.
      set(key, node, key == "animation" ? .exact : .text)
    }
    for (key, _) in old where !new.contains(where: { $0.0 == key }) { remove(key) }
  }
}

extension MappingChanges {
  /// The entries of a mapping to write.
  static func entries(_ node: Node) -> [(String, Node)] {
    var entries: [(String, Node)] = []
    for pair in node.mapping ?? [:] {
      if case .scalar(let name) = pair.key { entries.append((name.string, pair.value)) }
    }
    return entries
  }
}

extension YAMLLayout {
  /// Replaces the mapping by one with the changes.
  ///
  /// - Parameter key: the key before which new keys go; without it they go to the end.
  /// - Returns: false when the mapping can't be changed without losing a comment.
  func apply(
    _ changes: MappingChanges, to edits: inout TextEdits, _ writer: YAMLWriter, before key: String? = nil
  ) -> Bool {
    var added: [Piece] = []
    for (name, node, style) in changes.values {
      guard let item = self[name] else {
        added.append(piece(name, node, writer))
        continue
      }
      guard replaceValue(of: item, by: node, style, in: &edits, writer) else { return false }
    }
    var pieces: [Piece] = []
    for (index, item) in items.enumerated() {
      if item.name == key {
        pieces += added
        added = []
      }
      if changes.removed.contains(item.name), changes.replaced[item.name] == nil { continue }
      var following: [Piece] = []
      if let pairs = changes.replaced[item.name], let first = pairs.first {
        guard replaceEntry(item, by: first, in: &edits, writer) else { return false }
        following = pairs.dropFirst().map { piece($0.0, $0.1, writer) }
      }
      pieces.append(.old(index, text: edits.text(in: item.range)))
      pieces += following
    }
    guard let text = text(of: pieces + added, writer) else { return false }
    edits.replace(range, with: text)
    return true
  }

  private func piece(_ name: String, _ node: Node, _ writer: YAMLWriter) -> Piece {
    let margin = String(repeating: " ", count: column)
    return .new(margin + writer.entry(name, node, indentation: isFlow ? nil : column))
  }

  private func replaceEntry(
    _ item: Item, by pair: (String, Node), in edits: inout TextEdits, _ writer: YAMLWriter
  ) -> Bool {
    let range = item.key.lowerBound..<max(item.key.upperBound, item.value.upperBound)
    guard comments.within(range).isEmpty else { return false }
    edits.replace(range, with: writer.entry(pair.0, pair.1, indentation: isFlow ? nil : column))
    return true
  }

  private func replaceValue(
    of item: Item, by node: Node, _ style: MappingChanges.Style, in edits: inout TextEdits, _ writer: YAMLWriter
  ) -> Bool {
    // An alias stands for a value elsewhere.
    guard item.node.markOffset >= item.key.upperBound else { return false }
    if style != .exact, case .scalar(let scalar) = node, item.node.isScalar {
      let text = writer.scalar(
        scalar.string, inPlaceOf: source.bytes[item.value], isInFlow: isFlow, isDiagram: style == .diagram)
      edits.replace(item.value, with: text)
      return true
    }
    return replaceEntry(item, by: (item.name, node), in: &edits, writer)
  }
}
