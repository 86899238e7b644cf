package import Marbles

/// The members of a JSON object, read by key and type: nil for a missing member or one of another type.
package struct JSONMembers: Sendable {
  private var members: [String: Value]

  /// Reads the members of an object; nil for any other value.
  package init?(_ value: Value) {
    guard case .object(let members) = value else { return nil }
    self.members = members.dictionary
  }

  /// Parses one JSON object; nil for any other text.
  package init?(json: some StringProtocol) {
    guard let value = try? Value(json: json) else { return nil }
    self.init(value)
  }

  /// Replaces a member, or adds it.
  package mutating func set(_ key: String, _ value: Value) { members[key] = value }

  package subscript(_ key: String) -> Value? { members[key] }
  package var keys: [String] { members.keys.sorted() }

  package func text(_ key: String) -> String? { members[key]?.text }
  package func flag(_ key: String) -> Bool? { if case .bool(let flag)? = members[key] { flag } else { nil } }
  package func integer(_ key: String) -> Int? { members[key]?.integer }
  package func number(_ key: String) -> Double? { members[key]?.number }
  /// A number of seconds as scene time.
  package func time(_ key: String) -> SceneTime? { members[key]?.number.map { .seconds($0) } }
  package func speedFactor(_ key: String) -> SpeedFactor? { members[key]?.number.flatMap { SpeedFactor($0) } }
  package func object(_ key: String) -> JSONMembers? { members[key].flatMap { JSONMembers($0) } }

  /// A count: 0 when it is missing or negative.
  package func count(_ key: String) -> Int { max(0, integer(key) ?? 0) }
  /// The strings of an array; other elements are skipped.
  package func texts(_ key: String) -> [String] { elements(key).compactMap(\.text) }
  /// The objects of an array; other elements are skipped.
  package func objects(_ key: String) -> [JSONMembers] { elements(key).compactMap { JSONMembers($0) } }

  private func elements(_ key: String) -> [Value] { members[key]?.elements ?? [] }
}
