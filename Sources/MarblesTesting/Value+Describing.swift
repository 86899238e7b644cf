internal import Marbles

extension Value {
  /// A value of any type, as a diagram shows it.
  ///
  /// Numbers, strings, flags, arrays, sets, dictionaries and tuples are those of the notation, with the elements of sets
  /// in the order of their texts. An optional is its value or null. Any other value is its text, `String(describing:)`.
  init(describing any: Any) {
    switch any {
    case let value as Value: self = value
    case let text as String: self = .string(text)
    case let flag as Bool: self = .bool(flag)
    case let number as Int: self = .int(number)
    case let number as Double where number.isFinite: self = .double(number)
    default: self = Self.reflected(any)
    }
  }

  private static func reflected(_ any: Any) -> Value {
    let mirror = Mirror(reflecting: any)
    var elements: [Value] { mirror.children.map { Value(describing: $0.value) } }
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map { Value(describing: $0.value) } ?? .null
    case .tuple: return .tuple(elements)
    // A type of one's own may be a collection, too, but then it has its own text.
    case .collection where any is any ExpressibleByArrayLiteral: return .array(elements)
    case .set: return .array(elements.sorted { $0.description < $1.description })
    case .dictionary:
      var members: [String: Value] = [:]
      for case .tuple(let pair) in elements where pair.count == 2 { members[pair[0].description] = pair[1] }
      return .object(members)
    default: return .string(String(describing: any))
    }
  }

  /// The value that the notation reads from the same text, so that the string "1" and the number 1 are one marble.
  var reading: Value {
    guard case .string(let text) = self, let read = try? Value(json: text), read.description == text else {
      return self
    }
    return read
  }
}
