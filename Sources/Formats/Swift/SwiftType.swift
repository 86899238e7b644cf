/// The static type of what a translated expression emits, as far as the translation needs to know it.
indirect enum SwiftType: Hashable, Sendable {
  case int, double, string, bool
  /// `Value` of Marbles: any value of the notation.
  case value
  /// `nil` alone, which has no type yet.
  case null
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
    case .tuple, .error, .null: false
    }
  }

  /// Whether `<` compares two of them as marbled does.
  var isComparable: Bool { [.int, .double, .string, .instant].contains(self) }

  /// Whether it is a number.
  var isNumber: Bool { self == .int || self == .double }

  /// Whether an interpolation of it has the text that marbled gives it.
  var hasSameText: Bool { [.int, .double, .string, .bool, .value, .instant, .error].contains(self) }

  /// Whether a value of it may be nil when the program runs, or of any kind.
  var isOpen: Bool {
    switch self {
    case .value, .optional, .null: true
    default: false
    }
  }

  /// The type as it is written; nil when the translation does not know it.
  var text: String? {
    switch self {
    case .int: return "Int"
    case .double: return "Double"
    case .string: return "String"
    case .bool: return "Bool"
    case .value: return "Value"
    case .null, .instant, .error: return nil
    case .array(let element): return element.text.map { "[\($0)]" }
    case .optional(let wrapped): return wrapped.text.map { "\($0)?" }
    case .tuple(let elements):
      let texts = elements.compactMap(\.text)
      return texts.count == elements.count ? "(\(texts.joined(separator: ", ")))" : nil
    }
  }

  /// The kind of value, for reasons.
  var kindName: String {
    switch self {
    case .int: "an Int"
    case .double: "a Double"
    case .string: "a String"
    case .bool: "a Bool"
    case .array: "an array"
    case .tuple: "a tuple"
    case .null: "nil"
    case .instant: "an instant"
    case .error: "an error"
    case .value, .optional: "a value"
    }
  }
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
  /// The number that it always is, if the compiler may find that out, too: it refuses what overflows.
  var constant: Int?
  /// The number of operators that the compiler has to choose from several with one name.
  var weight = 0
  /// The elements of a tuple that is written in place.
  var elements: [SwiftCode]?

  /// The text as an operand.
  var operand: String { isOperation ? "(\(text))" : text }
}

/// The reason why an expression has no counterpart in Swift, as a sentence without a full stop.
struct Untranslatable: Error {
  var reason: String
  /// The place in the expression: a column from 1.
  var column: Int?

  init(_ reason: String, at column: Int? = nil) { (self.reason, self.column) = (reason, column) }

  /// The reason, and its place.
  var sentence: String { reason + (column.map { ", at column \($0)" } ?? "") }

  /// The same reason with this place if it has none.
  func placed(at column: Int) -> Untranslatable { Untranslatable(reason, at: self.column ?? column) }
}
