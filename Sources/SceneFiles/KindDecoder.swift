internal import Marbles
internal import Scenes

/// Decodes the kind of a scene and the keys specific to it.
enum KindDecoder {
  /// The kind of a scene with the keys `fields`.
  ///
  /// - Throws: for a key that this kind does not have.
  static func kind(_ fields: MappingFields) throws(SceneFileError) -> Scene.Kind {
    let name = try fields["kind"]?.choice("a kind of scene", Scene.Kind.Name.self) ?? .timelines
    for (key, entry) in fields.entries(notIn: .scene, of: name.rawValue) {
      let kinds = Scene.Kind.Name.allCases.filter { KeyTable.scene.names(in: $0.rawValue).contains(key) }.map {
        "`kind: \($0.rawValue)`"
      }
      throw entry.key.error("`\(key):` is a key of \(kinds.joined(separator: " or ")), but this is \(name.article)")
    }
    switch name {
    case .timelines: return .timelines
    case .list: return .list(try list(fields))
    case .matrix: return .matrix(try matrix(fields))
    }
  }

  // MARK: Lists

  private static func list(_ fields: MappingFields) throws(SceneFileError) -> Scene.List {
    let node = try fields.required("items", of: "a list")
    let style = try style(fields)
    guard node.location == nil else {
      let name = try node.text("a row's name")
      guard RowName.isValid(name) else {
        throw node.error(
          "found \(node.kind), expected a list of items, or the name of a row whose values are the items")
      }
      return Scene.List(items: .row(name), style: style)
    }
    if let rows = fields.key("rows") {
      throw rows.error(
        "`rows:` has no effect with a list of items; remove it",
        help: "to show the values of a row, name it: items: stops"
      )
    }
    return Scene.List(items: .given(try items(node)), style: style)
  }

  /// The list style in `fields`.
  static func style(_ fields: MappingFields, defaults: ListStyle = ListStyle()) throws(SceneFileError) -> ListStyle {
    var style = defaults
    if let connector = fields["connector"] {
      style.connector = try connector.choice("a connector", ListStyle.Connector.self)
    }
    if let padding = fields["padding"] { style.padding = try padding.count(in: ListStyle.paddings) }
    if let alternate = fields["alternateRows"] { style.alternateRows = try alternate.flag() }
    return style
  }

  private static func items(_ node: FileNode) throws(SceneFileError) -> [ListItem] {
    var items: [ListItem] = []
    var hasID: [Bool] = []
    for element in try node.elements(of: "items") {
      guard element.location == nil else {
        items.append(ListItem(text: try element.text("an item's text")))
        hasID.append(false)
        continue
      }
      let fields = try element.fields(.item)
      var item = ListItem(text: try fields.required("text", of: "an item").text("an item's text"))
      if let id = fields["id"] { item.id = try id.text("an id") }
      if let icon = fields["icon"] {
        let text = try icon.text("an icon")
        guard !text.isEmpty, text.count <= ListItem.longestIcon else {
          throw icon.error(
            "found \(icon.kind), expected an icon of 1 to \(ListItem.longestIcon) characters, such as ● or S7")
        }
        item.icon = text
      }
      item.color = try fields["color"]?.choice("a colour", MarbleColor.self)
      items.append(item)
      hasID.append(fields["id"] != nil)
    }
    let defaults = ListItem.defaultIDs(of: items.map(\.text))
    for index in items.indices where !hasID[index] { items[index].id = defaults[index] }
    return items
  }

  // MARK: The matrix

  /// The rain behind a scene: `matrix`, or a mapping of its properties.
  static func backdrop(_ node: FileNode) throws(SceneFileError) -> Scene.Matrix {
    guard node.location == nil else {
      let name = try node.text("a backdrop")
      guard name == Scene.Kind.Name.matrix.rawValue else {
        throw node.error(
          "\(node.kind) is not a backdrop\(Suggestion.clause(for: name, among: ["matrix"]))", help: "expected matrix")
      }
      return Scene.Matrix()
    }
    let fields = try node.fields(.backdrop)
    if let kind = fields["kind"], try kind.choice("a kind of scene", Scene.Kind.Name.self) != .matrix {
      throw kind.error("\(kind.kind) can't be a backdrop; expected `matrix`")
    }
    var matrix = try matrix(fields)
    if let interval = fields["refreshInterval"] { matrix.refreshInterval = Duration(try interval.duration()) }
    return matrix
  }

  private static func matrix(_ fields: MappingFields) throws(SceneFileError) -> Scene.Matrix {
    var matrix = Scene.Matrix()
    if let seed = fields["seed"] { matrix.seed = try seed.seed() }
    if let palette = fields["palette"] { matrix.palette = try palette.choice("a palette", Scene.Matrix.Palette.self) }
    if let glyphs = fields["glyphs"] {
      matrix.glyphs = try glyphs.choice("a set of glyphs", Scene.Matrix.GlyphChoice.self)
    }
    if let density = fields["density"] {
      matrix.density = try density.factor()
      guard matrix.density <= 1 else {
        throw density.error("found \(density.kind), expected a number above 0 and at most 1, such as 0.5")
      }
    }
    if let speed = fields["speed"] { matrix.speed = try speed.speedFactor() }
    return matrix
  }
}

extension Scene.Kind.Name {
  fileprivate var article: String {
    switch self {
    case .timelines: "a scene of timelines"
    case .list: "a list"
    case .matrix: "a matrix"
    }
  }
}
