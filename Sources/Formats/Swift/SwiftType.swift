/// The static type of what a translated expression emits, as far as the translation needs to know it.
indirect enum SwiftType: Hashable {
  case int, double, string, bool
  /// `Value` of Marbles: any value of the notation.
  case value
  /// The instant of a timer's clock.
  case instant
  /// An error, which only interpolations may use.
  case error
  case array(SwiftType)
  case tuple([SwiftType])
  case optional(SwiftType)

  /// Whether `==` compares two of them.
  var isEquatable: Bool {
    switch self {
    case .int, .double, .string, .bool, .value, .instant: true
    case .array(let element), .optional(let element): element.isEquatable
    case .tuple, .error: false
    }
  }

  /// Whether `<` compares two of them as marbled does.
  var isComparable: Bool { [.int, .double, .string, .instant].contains(self) }

  /// Whether an interpolation of it has the text that marbled gives it.
  var hasSameText: Bool { [.int, .double, .string, .bool, .value, .instant, .error].contains(self) }
}

/// Swift code and the type of its value.
struct SwiftCode {
  var text: String
  var type: SwiftType
  /// Whether it is a whole number that may also be a `Double`, or a number or string that may also be a `Value`.
  var isLiteral = false
  /// Whether it is an input of a test.
  var isInput = false
  /// Whether it is an operation, and needs parentheses as an operand.
  var isOperation = false

  /// The text as an operand.
  var operand: String { isOperation ? "(\(text))" : text }
}

/// The reason why an expression has no counterpart in Swift, as a sentence without a full stop.
struct Untranslatable: Error {
  var reason: String

  init(_ reason: String) { self.reason = reason }
}
