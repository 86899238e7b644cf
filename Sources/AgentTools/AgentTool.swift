internal import Marbles

/// A tool: its words, what it takes, and what it does.
struct AgentTool: Sendable {
  /// A named argument.
  struct Parameter: Sendable {
    enum Kind: Sendable {
      case text
      case flag
      case number(ClosedRange<Int>)
      case texts
      /// Diagrams by the names of rows, or `NAME = DIAGRAM` in their order.
      case rows
      case choice([String])
    }

    var name: String
    var kind: Kind
    var about: String
    var isRequired = false
  }

  var name: String
  var title: String
  var about: String
  var parameters: [Parameter]
  var run: @Sendable (ToolArguments, ToolContext) throws(ToolFailure) -> ToolAnswer

  /// All tools.
  static let all: [AgentTool] = [runScene, explain, check, lint, picture, convert]

  /// What a model should know before it calls a tool.
  static let instructions = """
    marbled runs asynchronous streams (swift-async-algorithms, and operators of RxJS and Combine in Swift) on a virtual clock, \
    and shows what they do. A scene has input rows, which are marble diagrams, and output rows, which are expressions over rows. \
    In a diagram, each character is one step of 1 s: `1-2--3|` has the values 1 at 0 s, 2 at 2 s and 3 at 5 s, and ends at \
    6 s; `^` is an error, and without an end mark the row stays open. Write values of several characters in quotes: \
    `'10'-'20'|`. `explain` with the subject `notation` has the rest. Call `run` with `rows` such as {"a": "1-2-3|"} and \
    `expressions` such as ["out = a.debounce(for: .seconds(1))"], or with `scene`, the YAML of a scene file. `explain` knows the operators by their names \
    in other libraries, too. The tools read no files, start no commands and open no connections.
    """

  /// The tool in the list for clients.
  var value: Value {
    var properties: Members = [:]
    for parameter in parameters { properties[parameter.name] = parameter.schema }
    var schema: Members = ["type": "object", "properties": .object(properties), "additionalProperties": .bool(false)]
    let required = parameters.filter(\.isRequired).map { Value.string($0.name) }
    if !required.isEmpty { schema["required"] = .array(required) }
    return .object([
      "name": .string(name), "title": .string(title), "description": .string(about), "inputSchema": .object(schema),
      "annotations": .object([
        "title": .string(title), "readOnlyHint": .bool(true), "idempotentHint": .bool(true),
        "destructiveHint": .bool(false), "openWorldHint": .bool(false),
      ]),
    ])
  }
}

extension AgentTool.Parameter {
  /// The JSON Schema of its values.
  fileprivate var schema: Value {
    let texts: Members = ["type": "string"]
    var schema: Members
    switch kind {
    case .text: schema = texts
    case .flag: schema = ["type": "boolean"]
    case .number(let range):
      schema = ["type": "integer", "minimum": .int(range.lowerBound), "maximum": .int(range.upperBound)]
    case .texts: schema = ["type": "array", "items": .object(texts)]
    case .rows:
      schema = [
        "anyOf": .array([
          .object(["type": "object", "additionalProperties": .object(texts)]),
          .object(["type": "array", "items": .object(texts)]),
        ])
      ]
    case .choice(let names): schema = ["type": "string", "enum": .array(names.map(Value.string))]
    }
    schema["description"] = .string(about)
    return .object(schema)
  }
}
