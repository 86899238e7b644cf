package import Marbles

/// The members of a JSON object, read by key and kind: nil for what is missing or of another kind.
package struct JSONMembers: Sendable {
  private let members: [String: Value]

  /// Reads the members of an object; nil when it is none.
  package init?(_ value: Value) {
    guard case .object(let members) = value else { return nil }
    self.members = members
  }

  /// Reads a text that is one JSON object; nil when it is none.
  package init?(json: some StringProtocol) {
    guard let value = try? Value(json: json) else { return nil }
    self.init(value)
  }

  package subscript(_ key: String) -> Value? { members[key] }
  package var keys: [String] { members.keys.sorted() }

  package func text(_ key: String) -> String? { members[key]?.text }
  package func flag(_ key: String) -> Bool? { if case .bool(let flag)? = members[key] { flag } else { nil } }
  package func integer(_ key: String) -> Int? { if case .int(let number)? = members[key] { number } else { nil } }
  package func number(_ key: String) -> Double? { members[key]?.number }
  /// Seconds as scene time.
  package func time(_ key: String) -> SceneTime? { members[key]?.number.map { .seconds($0) } }
  package func speedFactor(_ key: String) -> SpeedFactor? { members[key]?.number.flatMap { SpeedFactor($0) } }
  package func object(_ key: String) -> JSONMembers? { members[key].flatMap { JSONMembers($0) } }

  /// A number of things: 0 when it is missing or below 0.
  package func count(_ key: String) -> Int { max(0, integer(key) ?? 0) }
  /// The texts of a list, without what is none.
  package func texts(_ key: String) -> [String] { elements(key).compactMap(\.text) }
  /// The objects of a list, without what is none.
  package func objects(_ key: String) -> [JSONMembers] { elements(key).compactMap { JSONMembers($0) } }

  private func elements(_ key: String) -> [Value] {
    if case .array(let elements)? = members[key] { elements } else { [] }
  }
}

extension Value {
  /// A number of either kind.
  package var number: Double? {
    switch self {
    case .int(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }

  /// A string's text.
  package var text: String? { if case .string(let text) = self { text } else { nil } }
}
