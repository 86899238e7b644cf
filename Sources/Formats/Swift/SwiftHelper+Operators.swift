/// Comparisons, arithmetic and conditions.
extension SwiftHelper {
  static let comparisons = [
    SwiftHelper(
      name: "asNumber",
      text: """
        /// An Int or a Double as a Double; nil for others.
        fileprivate var asNumber: Double? {
          switch self {
          case .int(let int): Double(int)
          case .double(let double): double.value
          default: nil
          }
        }
        """),
    SwiftHelper(
      name: "order", needs: ["asNumber"],
      text: """
        /// Negative, zero or positive for values with an order; nil for others.
        fileprivate func order(to other: Value) -> Int? {
          switch (self, other) {
          case (.int(let left), .int(let right)): return left == right ? 0 : left < right ? -1 : 1
          case (.string(let left), .string(let right)): return left == right ? 0 : left < right ? -1 : 1
          case (.array(let left), .array(let right)), (.tuple(let left), .tuple(let right)):
            for (left, right) in zip(left, right) {
              guard let order = left.order(to: right) else { return nil }
              if order != 0 { return order }
            }
            return left.count - right.count
          default:
            guard let left = asNumber, let right = other.asNumber else { return nil }
            return left == right ? 0 : left < right ? -1 : 1
          }
        }
        """),
    SwiftHelper(
      name: "equals", needs: ["asNumber"],
      text: """
        /// `==`: an Int equals a Double of the same number.
        fileprivate func equals(_ other: Value) -> Bool {
          switch (self, other) {
          case (.int, .double), (.double, .int): asNumber == other.asNumber
          default: self == other
          }
        }
        """),
    SwiftHelper(
      name: "compares", needs: ["order"],
      text: """
        /// `<`, `<=`, `>` or `>=`; false for nil.
        fileprivate func compares(_ sign: String, _ other: Value) -> Bool {
          if self == .null || other == .null { return false }
          guard let order = order(to: other) else { fatalError("can't compare \\(self) and \\(other)") }
          switch sign {
          case "<": return order < 0
          case "<=": return order <= 0
          case ">": return order > 0
          default: return order >= 0
          }
        }
        """),
    SwiftHelper(
      name: "isTrue",
      text: """
        /// The value as a condition; nil counts as false.
        fileprivate var isTrue: Bool {
          switch self {
          case .null: false
          case .bool(let bool): bool
          default: fatalError("expected true or false, not \\(self)")
          }
        }
        """),
  ]

  static let arithmetic = [
    SwiftHelper(
      name: "applying", needs: ["asNumber"],
      text: """
        /// `+`, `-`, `*`, `/` or `%`; nil of nil.
        fileprivate func applying(_ sign: String, _ other: Value) -> Value {
          switch (self, other) {
          case (.null, _), (_, .null): return .null
          case (.int(let left), .int(let right)):
            switch sign {
            case "+": return .int(left + right)
            case "-": return .int(left - right)
            case "*": return .int(left * right)
            case "/": return .int(left / right)
            default: return .int(left % right)
            }
          case (.string(let left), .string(let right)) where sign == "+": return .string(left + right)
          case (.array(let left), .array(let right)) where sign == "+": return .array(left + right)
          default: break
          }
          guard let left = asNumber, let right = other.asNumber else {
            fatalError("`\\(sign)` can't be applied to \\(self) and \\(other)")
          }
          let result: Double
          switch sign {
          case "+": result = left + right
          case "-": result = left - right
          case "*": result = left * right
          case "/": result = left / right
          default: result = left.truncatingRemainder(dividingBy: right)
          }
          guard result.isFinite else { fatalError("\\(left) \\(sign) \\(right) is not a finite number") }
          return .double(result)
        }
        """),
    SwiftHelper(
      name: "opposite",
      text: """
        /// `-`; nil of nil.
        fileprivate var opposite: Value {
          switch self {
          case .null: .null
          case .int(let int): .int(-int)
          case .double(let double): .double(-double.value)
          default: fatalError("`-` can't be applied to \\(self)")
          }
        }
        """),
    SwiftHelper(
      name: "otherwise",
      text: """
        /// `??`
        fileprivate func otherwise(_ other: @autoclosure () -> Value) -> Value { self == .null ? other() : self }
        """),
    SwiftHelper(
      name: "unwrapped",
      text: """
        /// `!`
        fileprivate var unwrapped: Value {
          guard self != .null else { fatalError("the value before `!` is nil") }
          return self
        }
        """),
    SwiftHelper(
      name: "nonNil",
      text: """
        /// The value as an optional.
        fileprivate var nonNil: Value? { self == .null ? nil : self }
        """),
  ]
}
