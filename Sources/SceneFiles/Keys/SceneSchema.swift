public import Marbles
internal import Scenes

/// A JSON Schema of scene files, for editors and other programs.
///
/// It is made from the keys of the decoder. It accepts each scene that the decoder accepts, and rejects unknown keys, values of
/// the wrong shape and keys that can't be used together. Only the decoder reads diagrams and expressions.
///
/// The dialect is draft-07, the newest that the language servers of YAML understand in full. YAML knows more types than the
/// decoder, which reads the text of each scalar: so a text may also be a number or a Boolean, and a number a text in quotes.
public enum SceneSchema {
  /// The schema as a JSON value.
  public static var value: Value {
    var scene = schema(of: .scene)
    scene["$schema"] = "http://json-schema.org/draft-07/schema#"
    scene["title"] = "A scene of marbled"
    scene["description"] = "Timelines, the operators that read them, and how marbled plays and draws them."
    scene["allOf"] = .array(SceneSchemaRules.scene.map { .object($0) })
    return .object(scene)
  }

  /// The schema as a file: indented JSON with sorted keys, and a line break at the end.
  public static let text = value.indentedJSON + "\n"

  /// A mapping with the keys of a table.
  private static func schema(of table: KeyTable) -> Members {
    var properties: Members = [:]
    for name in table.names {
      let keys = table.keys.filter { $0.name == name }
      // Where the shape differs among the variants, the rules say which belongs to which.
      var property = keys.count == 1 ? schema(of: keys[0].shape) : schema(of: KeyShape.any(keys.map(\.shape)))
      property["description"] = .string(keys.map(\.about).joined(separator: " Or: "))
      properties[name] = .object(property)
    }
    var schema: Members = ["type": "object", "additionalProperties": .bool(false), "properties": .object(properties)]
    let required = table.keys.filter(\.isRequired).map { Value.string($0.name) }
    if !required.isEmpty { schema["required"] = .array(required) }
    if table == .row { schema["allOf"] = .array(SceneSchemaRules.row.map { .object($0) }) }
    return schema
  }

  private static func schema(of shape: KeyShape) -> Members {
    switch shape {
    case .text: return ["type": types("string", "number", "boolean", "null")]
    case .sentences(let limit, mayBeBlank: true):
      return ["type": types("string", "number", "boolean", "null"), "maxLength": .int(limit)]
    case .sentences(let limit, mayBeBlank: false):
      return ["type": types("string", "number", "boolean"), "maxLength": .int(limit), "pattern": #"\S"#]
    case .pattern(let pattern, let examples, let mayBeNumber):
      var schema: Members = [
        "type": mayBeNumber ? types("string", "number") : "string", "pattern": .string(pattern),
      ]
      if !examples.isEmpty { schema["examples"] = .array(examples.map { .string($0) }) }
      return schema
    case .diagram, .valueExpression: return ["type": types("string", "number", "boolean")]
    case .expression: return ["type": "string"]
    case .choice(let names): return ["enum": .array(names.flatMap(spellings))]
    case .flag: return either(["type": "boolean"], ["type": "string", "pattern": "^(true|false)$"])
    case .yes: return ["enum": .array([.bool(true), "true"])]
    case .count(let range):
      return either(
        ["type": "integer", "minimum": .int(range.lowerBound), "maximum": .int(range.upperBound)],
        ["type": "string", "pattern": "^[+-]?[0-9]+$"])
    case .seed: return either(["type": "integer", "minimum": 0], ["type": "string", "pattern": "^(\\+?[0-9]+|-0+)$"])
    case .number(let range, let isAbove):
      return either(
        [
          "type": "number", isAbove ? "exclusiveMinimum" : "minimum": .double(SpelledDouble(range.lowerBound)),
          "maximum": .double(SpelledDouble(range.upperBound)),
        ],
        ["type": "string", "pattern": .string(numberPattern)])
    case .duration(let mayBeZero):
      return either(
        ["type": "number", mayBeZero ? "minimum" : "exclusiveMinimum": 0],
        ["type": "string", "pattern": .string((mayBeZero ? "^" : "^(?=.*[1-9])") + durationPattern)])
    case .value: return [:]
    case .list(let element, let counts):
      var schema: Members = ["type": "array", "items": .object(self.schema(of: element))]
      if counts.lowerBound > 0 { schema["minItems"] = .int(counts.lowerBound) }
      if counts.upperBound < Int.max { schema["maxItems"] = .int(counts.upperBound) }
      return schema
    case .mapping(let table): return schema(of: table)
    case .names(let pattern, let value):
      var schema: Members = ["type": "object", "additionalProperties": .object(self.schema(of: value))]
      if let pattern {
        schema["propertyNames"] = .object(["pattern": .string(pattern)])
        (schema["minProperties"], schema["maxProperties"]) = (1, .int(SceneLimits.rows))
      }
      return schema
    case .any(let shapes): return ["anyOf": .array(shapes.map { .object(schema(of: $0)) })]
    }
  }

  private static func types(_ names: String...) -> Value { .array(names.map { .string($0) }) }

  private static func either(_ schemas: Members...) -> Members { ["anyOf": .array(schemas.map { .object($0) })] }

  /// A text of a choice, and what YAML reads it as if it is no text: 1 for `1`.
  private static func spellings(of name: String) -> [Value] {
    guard let value = try? Value(json: name) else { return [.string(name)] }
    return [value, .string(name)]
  }

  /// The numbers that `Double` reads, except negative ones.
  private static let numberPattern =
    #"^\+?(0[xX][0-9a-fA-F.]+([pP][+-]?[0-9]+)?|([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?)$"#

  /// The durations of `DurationNotation`, without the beginning of the text.
  private static let durationPattern =
    #"[0-9]+(\.[0-9]+)?("# + DurationNotation.units.map(\.name).joined(separator: "|") + ")?$"
}

extension Value {
  /// JSON with sorted keys, each member and each element on its line.
  fileprivate var indentedJSON: String {
    var text = ""
    write(to: &text, indentation: "\n")
    return text
  }

  private func write(to text: inout String, indentation: String) {
    let inner = indentation + "  "
    switch self {
    case .array(let elements) where elements.contains(where: \.isCollection):
      for (index, element) in elements.enumerated() {
        text += (index == 0 ? "[" : ",") + inner
        element.write(to: &text, indentation: inner)
      }
      text += indentation + "]"
    case .object(let members) where !members.isEmpty:
      for (index, (key, value)) in members.sorted(by: { $0.key < $1.key }).enumerated() {
        text += (index == 0 ? "{" : ",") + inner + JSONText.quoted(key) + ": "
        value.write(to: &text, indentation: inner)
      }
      text += indentation + "}"
    default: writeJSON(to: &text)
    }
  }

  private var isCollection: Bool {
    switch self {
    case .array, .object: true
    default: false
    }
  }
}
