internal import Marbles

/// The arguments of a call, each of the type that its parameter says.
struct ToolArguments: Sendable {
  private let members: Members

  /// - Throws: ``ToolFailure`` for an argument that is missing, unknown, or of another type.
  init(_ members: Members, of tool: AgentTool, _ limits: AgentLimits) throws(ToolFailure) {
    let names = tool.parameters.map(\.name)
    for key in members.keys.sorted() where !names.contains(key) {
      let hint = Suggestion.clause(for: key, among: names)
      throw ToolFailure(
        "\(tool.name): unknown argument `\(DisplayText.shortened(key, to: 40))`"
          + (hint.isEmpty ? "; expected one of \(names.joined(separator: ", "))" : hint))
    }
    for parameter in tool.parameters {
      guard let value = members[parameter.name], value != .null else {
        if parameter.isRequired {
          throw ToolFailure("\(tool.name): `\(parameter.name)` is missing: \(parameter.about)")
        }
        continue
      }
      guard let expected = parameter.expectation(of: value) else { continue }
      throw ToolFailure(
        "\(tool.name): expected `\(parameter.name)` to be \(expected), found \(value.summary(maxLength: 40))")
    }
    self.members = members
  }

  /// The value of an argument; nil when it is not given.
  subscript(_ name: String) -> Value? {
    members[name].flatMap { $0 == .null ? nil : $0 }
  }

  func text(_ name: String) -> String? { self[name]?.text }

  func flag(_ name: String) -> Bool { self[name] == .bool(true) }

  func number(_ name: String) -> Int? { self[name]?.integer }

  func texts(_ name: String) -> [String] { self[name]?.elements.compactMap { $0.text } ?? [] }
}

extension AgentTool.Parameter {
  /// What was expected instead of a value; nil when it is of the right type.
  fileprivate func expectation(of value: Value) -> String? {
    switch (kind, value) {
    case (.text, .string), (.flag, .bool): return nil
    case (.number(let range), .int(let number)) where range.contains(number): return nil
    case (.texts, .array(let elements)) where elements.allSatisfy { $0.text != nil }: return nil
    case (.rows, .array(let elements)) where elements.allSatisfy { $0.text != nil }: return nil
    case (.rows, .object(let members)) where members.values.allSatisfy { $0.text != nil }: return nil
    case (.choice(let names), .string(let name)) where names.contains(name): return nil
    case (.text, _): return "a text"
    case (.flag, _): return "true or false"
    case (.number(let range), _): return "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case (.texts, _): return "an array of texts"
    case (.rows, _): return "an object of diagrams by the names of rows, or an array of `NAME = DIAGRAM`"
    case (.choice(let names), _): return "one of \(names.joined(separator: ", "))"
    }
  }
}
