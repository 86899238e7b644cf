internal import Marbles
internal import Scenes

/// The rules between the keys of a mapping, as schemas for `allOf`.
///
/// A key that can't be used is a property with the schema `false`, which language servers report at the key: "Property cold is
/// not allowed".
enum SceneSchemaRules {
  /// Which keys each kind of scene has, and which it needs.
  static var scene: [Members] {
    let kinds = Scene.Kind.Name.allCases.map { kind in
      when(
        // Without `kind:`, the scene is of timelines.
        ["properties": .object(["kind": .object(["const": .string(kind.rawValue)])])],
        isPresent: kind == .timelines ? [] : ["kind"],
        properties(refusing(KeyTable.scene.names.filter { !KeyTable.scene.names(in: kind.rawValue).contains($0) })))
    }
    let isList: Members = ["properties": .object(["kind": .object(["const": .string(Scene.Kind.Name.list.rawValue)])])]
    let isOfRow: Members = ["properties": .object(["items": .object(["type": "string"])])]
    return kinds + [
      when(
        ["properties": .object(["kind": .object(["const": .string(Scene.Kind.Name.timelines.rawValue)])])],
        isPresent: [], requiring(["rows"])),
      when(isList, isPresent: ["kind"], requiring(["items"])),
      when(isOfRow, isPresent: ["items"], requiring(["rows"])),
      when(
        ["properties": .object(["items": .object(["type": "array"])])], isPresent: ["items"],
        properties(refusing(["rows"]))),
    ]
  }

  /// Which keys each source of a row has, and which keys need or exclude others.
  static var row: [Members] {
    let sources = RowSource.allCases.map { source in
      var then = refusing(KeyTable.row.names.filter { !KeyTable.row.names(in: source.rawValue).contains($0) })
      if source == .marbles { then["error"] = .object(["not": .object(["type": "object"])]) }
      if source == .events { then["error"] = .object(["type": "object"]) }
      return when([:], isPresent: [source.rawValue], properties(then))
    }
    let isGiven = RowSource.allCases.map { Value.object(["required": .array([.string($0.rawValue)])]) }
    return [["anyOf": .array(isGiven)]] + sources + [
      // Values are those of a diagram.
      when([:], isPresent: ["apply", "values"], requiring(["expect"])),
      when([:], isPresent: ["should"], requiring(["expect"])),
      when([:], isPresent: ["cold"], properties(refusing(["hot", "source"]))),
      when([:], isPresent: ["source"], properties(refusing(["hot", "unbuffered"]))),
      when([:], isPresent: ["finish"], properties(refusing(["error"]))),
      // The message is that of an error, which a diagram has as `^` or `#`.
      when(
        ["properties": .object(["error": .object(["type": "string"])])], isPresent: ["marbles", "error"],
        properties(["marbles": .object(["pattern": "[\\^#]"])])),
      when(
        ["properties": .object(["restart": .object(["enum": .array([.bool(true), "true"])])])], isPresent: ["restart"],
        properties([
          "live": .object([
            "anyOf": .array([
              .object(restartable),
              .object([
                "type": "object", "required": .array(["source"]),
                "properties": .object(["source": .object(restartable)]),
              ]),
            ])
          ])
        ])),
      when([:], isPresent: ["buffer"], needing("source", [.string(SendingSource.stream.rawValue)])),
    ]
      + KeyTable.listStyle().map { key in
        when([:], isPresent: [key.name], needing("show", [.string(Scene.Row.Form.list.rawValue)]))
      }
  }

  /// A source that can be started again, or waited for.
  private static let restartable: Members = ["type": "string", "pattern": "^(exec|tap):"]

  // MARK: Parts

  private static func when(_ condition: Members, isPresent names: [String], _ then: Members) -> Members {
    var condition = condition
    if !names.isEmpty { condition["required"] = .array(names.map { .string($0) }) }
    return ["if": .object(condition), "then": .object(then)]
  }

  private static func properties(_ schemas: Members) -> Members { ["properties": .object(schemas)] }

  private static func requiring(_ names: [String]) -> Members { ["required": .array(names.map { .string($0) })] }

  /// The properties that refuse keys.
  private static func refusing(_ names: [String]) -> Members {
    Members(Dictionary(uniqueKeysWithValues: names.map { ($0, .bool(false)) }))
  }

  /// A key must be there with one of these values.
  private static func needing(_ name: String, _ values: [Value]) -> Members {
    ["required": .array([.string(name)]), "properties": .object([name: .object(["enum": .array(values)])])]
  }
}
