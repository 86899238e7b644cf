extension Value {
  /// The kind of value, for messages.
  package var kindName: String {
    switch self {
    case .null: "nil"
    case .bool: "a Bool"
    case .int: "an Int"
    case .double: "a Double"
    case .string: "a String"
    case .array: "an array"
    case .object: "an object"
    case .tuple: "a tuple"
    }
  }

  package var isString: Bool { if case .string = self { true } else { false } }

  /// An int or a double as a double; nil for other values.
  package var number: Double? {
    switch self {
    case .int(let int): Double(int)
    case .double(let double): double.value
    default: nil
    }
  }

  /// Whether the values are equal; an int equals a double of the same number.
  package func isEqual(to other: Value) -> Bool {
    switch (self, other) {
    case (.int, .double), (.double, .int): number == other.number
    default: self == other
    }
  }

  /// Negative, zero or positive for values with an order (numbers, strings, tuples and arrays of these); nil for
  /// others.
  package func compared(with other: Value) -> Int? {
    switch (self, other) {
    case (.int(let left), .int(let right)): return left == right ? 0 : left < right ? -1 : 1
    case (.string(let left), .string(let right)): return left == right ? 0 : left < right ? -1 : 1
    case (.array(let left), .array(let right)), (.tuple(let left), .tuple(let right)):
      for (left, right) in zip(left, right) {
        guard let order = left.compared(with: right) else { return nil }
        if order != 0 { return order }
      }
      return left.count - right.count
    default:
      guard let left = number, let right = other.number else { return nil }
      return left == right ? 0 : left < right ? -1 : 1
    }
  }
}
