internal import Marbles
package import Scenes
package import Yams

extension Scene.Kind {
  /// Adds the keys of the kind, without defaults.
  package func add(to fields: inout YAMLMappingWriter) {
    switch self {
    case .timelines: break
    case .list(let list):
      fields.add("kind", .plain(name.rawValue))
      list.style.add(to: &fields)
      fields.add("items", list.items.node)
    case .matrix(let matrix):
      fields.add("kind", .plain(name.rawValue))
      matrix.add(to: &fields)
    }
  }
}

extension ListStyle {
  /// Adds the keys that differ from `defaults`.
  func add(to fields: inout YAMLMappingWriter, defaults: ListStyle = ListStyle()) {
    if connector != defaults.connector { fields.add("connector", .plain(connector.rawValue)) }
    if padding != defaults.padding { fields.add("padding", .plain(String(padding))) }
    if alternateRows != defaults.alternateRows { fields.add("alternateRows", .plain(String(alternateRows))) }
  }
}

extension Scene.List.Items {
  fileprivate var node: Node {
    switch self {
    case .row(let name): return .plain(name)
    case .given(let items):
      let defaults = ListItem.defaultIDs(of: items.map(\.text))
      return Node(zip(items, defaults).map { $0.node(defaultID: $1) }, .implicit, items.isEmpty ? .flow : .block)
    }
  }
}

extension ListItem {
  fileprivate func node(defaultID: String) -> Node {
    var fields = YAMLMappingWriter(style: .flow)
    if id != defaultID { fields.add("id", .text(id)) }
    if let icon { fields.add("icon", .text(icon)) }
    if let color { fields.add("color", .plain(color.rawValue)) }
    guard !fields.pairs.isEmpty else { return .text(text) }
    fields.add("text", .text(text))
    return fields.node
  }
}

extension Scene.Matrix {
  /// The value of `backdrop:`.
  package var backdropNode: Node {
    var fields = YAMLMappingWriter(style: .flow)
    add(to: &fields)
    if let refreshInterval { fields.add("refreshInterval", .plain(refreshInterval.text)) }
    return fields.pairs.isEmpty ? .plain(Scene.Kind.Name.matrix.rawValue) : fields.node
  }

  fileprivate func add(to fields: inout YAMLMappingWriter) {
    let defaults = Self()
    if seed != defaults.seed { fields.add("seed", .plain(String(seed))) }
    if palette != defaults.palette { fields.add("palette", .plain(palette.rawValue)) }
    if glyphs != defaults.glyphs { fields.add("glyphs", .plain(glyphs.rawValue)) }
    if density != defaults.density { fields.add("density", .plain(String(density))) }
    if speed != defaults.speed { fields.add("speed", .plain(String(speed.value))) }
  }
}
