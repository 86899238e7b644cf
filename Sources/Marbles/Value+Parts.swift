/// The parts of a JSON value; nil, or none, for a value of another type.
extension Value {
  /// A member of an object.
  package subscript(name: String) -> Value? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  /// The text of a string.
  package var text: String? { if case .string(let text) = self { text } else { nil } }

  /// A whole number.
  package var integer: Int? { if case .int(let number) = self { number } else { nil } }

  /// The elements of an array.
  package var elements: [Value] { if case .array(let elements) = self { elements } else { [] } }
}
