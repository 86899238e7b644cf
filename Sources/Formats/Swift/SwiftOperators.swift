internal import Expressions
internal import Marbles

/// Operators, conditions, and conversions between static types and `Value`.
extension SwiftClosures {
  // MARK: Types

  /// The code as a `Value`.
  static func lifted(
    _ code: SwiftCode, in scope: SwiftScope, at column: Int
  ) throws(Untranslatable) -> SwiftCode {
    if code.type == .value { return code }
    try scope.use("Value", at: column)
    if let elements = code.elements {
      var texts: [String] = []
      for element in elements { texts.append(try lifted(element, in: scope, at: column).text) }
      return SwiftCode(text: "Value.tuple([\(texts.joined(separator: ", "))])", type: .value, weight: code.weight)
    }
    guard let text = lifted(code.text, code.operand, code.type) else {
      throw Untranslatable("\(code.type.kindName) is no value of marbled's notation", at: column)
    }
    return SwiftCode(text: text.text, type: .value, isOperation: text.isOperation, weight: code.weight)
  }

  private static func lifted(
    _ text: String, _ operand: String, _ type: SwiftType
  ) -> (text: String, isOperation: Bool)? {
    switch type {
    case .value: return (text, false)
    case .null: return ("Value.null", false)
    case .int: return ("Value.int(\(text))", false)
    case .double: return ("Value.double(\(text))", false)
    case .string: return ("Value.string(\(text))", false)
    case .bool: return ("Value.bool(\(text))", false)
    case .array(.value): return ("Value.array(\(text))", false)
    case .array(let element):
      return lifted("$0", "$0", element).map { ("Value.array(\(operand).map { \($0.text) })", false) }
    case .optional(let wrapped):
      return lifted("$0", "$0", wrapped).map { ("\(operand).map { \($0.text) } ?? Value.null", true) }
    case .tuple(let elements):
      let isPlace = text.allSatisfy { $0.isLetter || $0.isNumber || "$_.".contains($0) }
      let base = isPlace ? text : "$0"
      let texts = elements.enumerated().compactMap { lifted("\(base).\($0)", "\(base).\($0)", $1)?.text }
      guard texts.count == elements.count, let written = type.text else { return nil }
      let tuple = "Value.tuple([\(texts.joined(separator: ", "))])"
      return (isPlace ? tuple : "({ \(tuple) } as (\(written)) -> Value)(\(text))", false)
    case .instant, .error: return nil
    }
  }

  /// The code as an argument of type `Value`: numbers and strings can be literals.
  static func argument(
    _ code: SwiftCode, in scope: SwiftScope, at column: Int
  ) throws(Untranslatable) -> String {
    if code.isLiteral, !code.isOperation { return code.text }
    return try lifted(code, in: scope, at: column).text
  }

  /// The type that branches of these types have together.
  static func shared(_ types: [SwiftType]) -> SwiftType {
    let some = Set(types.filter { $0 != .null })
    guard let first = some.first else { return .null }
    if some.count == 1, some.count == Set(types).count { return first }
    let wrapped = Set(some.map { if case .optional(let wrapped) = $0 { wrapped } else { $0 } })
    guard wrapped.count == 1, let only = wrapped.first, only != .value else { return .value }
    return .optional(only)
  }

  /// The code with another type that holds its values.
  static func converted(
    _ code: SwiftCode, to type: SwiftType, in scope: SwiftScope, at column: Int
  ) throws(Untranslatable) -> SwiftCode {
    if code.type == type { return code }
    if type == .value { return try lifted(code, in: scope, at: column) }
    var code = code
    code.type = type
    return code
  }

  /// The code as what a closure has to return.
  static func converted(
    _ code: SwiftCode, _ wanted: Wanted, in scope: SwiftScope, at column: Int
  ) throws(Untranslatable) -> SwiftCode {
    switch wanted {
    case .anything: return code.type == .null ? try lifted(code, in: scope, at: column) : code
    case .condition: return try condition(code, in: scope, at: column)
    case .truth:
      if code.type == .bool { return code }
      guard code.type.isOpen else { throw Untranslatable("the closure is no test", at: column) }
      let value = try lifted(code, in: scope, at: column)
      return SwiftCode(text: "\(value.operand) == Value.bool(true)", type: .bool, isOperation: true)
    case .value: return try lifted(code, in: scope, at: column)
    }
  }

  /// The code as a condition; nil counts as false.
  static func condition(
    _ code: SwiftCode, in scope: SwiftScope, at column: Int
  ) throws(Untranslatable) -> SwiftCode {
    switch code.type {
    case .bool: return code
    case .optional(.bool):
      return SwiftCode(text: "\(code.operand) == true", type: .bool, isOperation: true, weight: code.weight + 1)
    case .value, .null, .optional:
      let value = try lifted(code, in: scope, at: column)
      try scope.use("isTrue", at: column)
      return SwiftCode(text: "\(value.operand).isTrue", type: .bool, weight: code.weight)
    default: throw Untranslatable("expected true or false, not \(code.type.kindName)", at: column)
    }
  }

  /// `condition ? yes : no`
  static func ternary(
    _ condition: Syntax, _ yes: Syntax, _ no: Syntax, in scope: SwiftScope
  ) throws(Untranslatable) -> SwiftCode {
    let test = try self.condition(value(condition, in: scope), in: scope, at: condition.column)
    var (first, second) = (try value(yes, in: scope), try value(no, in: scope))
    let type = shared([first.type, second.type])
    first = try converted(first, to: type, in: scope, at: yes.column)
    second = try converted(second, to: type, in: scope, at: no.column)
    if type == .null {
      first = try lifted(first, in: scope, at: yes.column)
      second = try lifted(second, in: scope, at: no.column)
    }
    return SwiftCode(
      text: "\(test.operand) ? \(first.operand) : \(second.operand)", type: type == .null ? .value : type,
      isOperation: true,
      weight: test.weight + first.weight + second.weight + 1)
  }

  // MARK: Operators

  /// The most operators in one expression: the time that the compiler needs to choose among those with one name grows
  /// fast.
  private static let mostWeight = 8

  static func prefix(
    _ symbol: String, _ operand: SwiftCode, in scope: SwiftScope, at column: Int
  ) throws(Untranslatable) -> SwiftCode {
    if symbol == "!" {
      let test = try condition(operand, in: scope, at: column)
      return SwiftCode(text: "!\(test.operand)", type: .bool, isOperation: true, weight: test.weight)
    }
    switch operand.type {
    case .int:
      // Beside a Double, `-0` would be another number.
      if operand.constant == 0 { return SwiftCode(text: "0", type: .int, isLiteral: true, constant: 0) }
      guard operand.constant != .min else { throw Untranslatable("\(Int.min) has no opposite in an Int", at: column) }
      return SwiftCode(
        text: "-\(operand.operand)", type: .int, isLiteral: operand.isLiteral && !operand.isOperation,
        isOperation: true, constant: operand.constant.map { -$0 }, weight: operand.weight + 1)
    case .double:
      return SwiftCode(text: "-\(operand.operand)", type: .double, isOperation: true, weight: operand.weight + 1)
    case .value, .null, .optional:
      let value = try lifted(operand, in: scope, at: column)
      try scope.use("opposite", at: column)
      return SwiftCode(text: "\(value.operand).opposite", type: .value)
    default: throw Untranslatable("`\(symbol)` can't be applied to \(operand.type.kindName)", at: column)
    }
  }

  static func infix(
    _ symbol: String, _ left: SwiftCode, _ right: SwiftCode, in scope: SwiftScope, at column: Int
  ) throws(Untranslatable) -> SwiftCode {
    switch symbol {
    case "&&", "||":
      let (first, second) = (
        try condition(left, in: scope, at: column), try condition(right, in: scope, at: column)
      )
      return SwiftCode(
        text: "\(first.operand) \(symbol) \(second.operand)", type: .bool, isOperation: true,
        weight: first.weight + second.weight + 1)
    case "??": return try otherwise(left, right, in: scope, at: column)
    case "...", "..<": return try range(symbol, left, right, in: scope, at: column)
    default: break
    }
    if left.weight + right.weight < mostWeight, let code = try plain(symbol, left, right, at: column) { return code }
    try check(symbol, left.type, right.type, at: column)
    let base = try lifted(left, in: scope, at: column)
    let other = try argument(right, in: scope, at: column)
    switch symbol {
    case "==", "!=":
      try scope.use("equals", at: column)
      return SwiftCode(
        text: "\(symbol == "==" ? "" : "!")\(base.operand).equals(\(other))", type: .bool, isOperation: symbol == "!=")
    case "<", "<=", ">", ">=":
      try scope.use("compares", at: column)
      return SwiftCode(text: "\(base.operand).compares(\"\(symbol)\", \(other))", type: .bool)
    default:
      try scope.use("applying", at: column)
      return SwiftCode(text: "\(base.operand).applying(\"\(symbol)\", \(other))", type: .value)
    }
  }

  /// The operator of Swift, which does the same with operands of these types; nil if there is none.
  private static func plain(
    _ symbol: String, _ left: SwiftCode, _ right: SwiftCode, at column: Int
  ) throws(Untranslatable) -> SwiftCode? {
    func code(_ left: String, _ right: String, _ type: SwiftType, constant: Int? = nil) -> SwiftCode {
      SwiftCode(
        text: "\(left) \(symbol) \(right)", type: type, isOperation: true, constant: constant,
        weight: leftWeight + 1)
    }
    let leftWeight = left.weight + right.weight
    let isComparison = ["<", "<=", ">", ">="].contains(symbol)
    let isArithmetic = ["+", "-", "*", "/", "%"].contains(symbol)
    switch (left.type, right.type) {
    case (.int, .int) where isArithmetic:
      let constant = try constant(symbol, left.constant, right.constant, at: column)
      return code(left.operand, right.operand, .int, constant: constant)
    case (.int, .double), (.double, .int), (.double, .double):
      let (first, second) = (asDouble(left), asDouble(right))
      if symbol == "%" {
        return SwiftCode(
          text: "\(left.isLiteral ? "Double(\(left.text))" : first).truncatingRemainder(dividingBy: \(second))",
          type: .double, weight: leftWeight + 1)
      }
      if left.isLiteral && right.isLiteral && left.type != right.type, !isArithmetic { return nil }
      return code(first, second, isArithmetic ? .double : .bool)
    case (.string, .string) where symbol == "+": return code(left.operand, right.operand, .string)
    case (.array(let element), .array(let other)) where symbol == "+" && element == other:
      return code(left.operand, right.operand, left.type)
    case (.instant, .instant) where isComparison: return code(left.operand, right.operand, .bool)
    case (let type, let other) where isComparison && type == other && type.isComparable:
      return code(left.operand, right.operand, .bool)
    case (.value, .string) where symbol == "==" || symbol == "!=":
      return code(left.operand, right.isLiteral ? right.operand : "Value.string(\(right.text))", .bool)
    case (.value, .null) where symbol == "==" || symbol == "!=": return code(left.operand, "Value.null", .bool)
    case (let type, let other) where (symbol == "==" || symbol == "!=") && type == other:
      guard type.isEquatable, !hasValues(type) else { return nil }
      return code(left.operand, right.operand, .bool)
    case (.optional(let wrapped), .null) where symbol == "==" || symbol == "!=":
      return wrapped.isEquatable ? code(left.operand, "nil", .bool) : nil
    case (.optional(let wrapped), let other) where (symbol == "==" || symbol == "!=") && wrapped == other:
      return wrapped.isEquatable && !hasValues(wrapped) ? code(left.operand, right.operand, .bool) : nil
    default: return nil
    }
  }

  /// An operand that is a Double, if it is a whole number as well.
  private static func asDouble(_ code: SwiftCode) -> String {
    if code.type == .double || code.isLiteral { return code.operand }
    // As an argument of `Double`, `1 / 2` would be 0.5.
    return code.isOperation ? "Double((\(code.text)) as Int)" : "Double(\(code.text))"
  }

  /// Whether `==` of it is that of `Value`, for which 1 and 1.0 are two values.
  private static func hasValues(_ type: SwiftType) -> Bool {
    switch type {
    case .value: true
    case .array, .tuple, .int, .double, .string, .bool, .null, .instant, .error: false
    case .optional(let wrapped): hasValues(wrapped)
    }
  }

  /// What the compiler computes, and refuses if it fails.
  private static func constant(
    _ symbol: String, _ left: Int?, _ right: Int?, at column: Int
  ) throws(Untranslatable) -> Int? {
    guard let right else { return nil }
    if right == 0, symbol == "/" || symbol == "%" { throw Untranslatable("division by zero", at: column) }
    guard let left else { return nil }
    let (result, overflow) =
      switch symbol {
      case "+": left.addingReportingOverflow(right)
      case "-": left.subtractingReportingOverflow(right)
      case "*": left.multipliedReportingOverflow(by: right)
      case "/": left.dividedReportingOverflow(by: right)
      default: left.remainderReportingOverflow(dividingBy: right)
      }
    if overflow { throw Untranslatable("\(left) \(symbol) \(right) doesn't fit in an Int", at: column) }
    return result
  }

  /// Throws for operands that always fail.
  private static func check(
    _ symbol: String, _ left: SwiftType, _ right: SwiftType, at column: Int
  ) throws(Untranslatable) {
    if left.isOpen || right.isOpen || symbol == "==" || symbol == "!=" { return }
    let isComparison = ["<", "<=", ">", ">="].contains(symbol)
    switch (left, right) {
    case _ where left.isNumber && right.isNumber: return
    case (.string, .string) where isComparison || symbol == "+": return
    case (.array, .array) where isComparison || symbol == "+": return
    case (.tuple, .tuple) where isComparison: return
    default:
      throw Untranslatable("`\(symbol)` can't be applied to \(left.kindName) and \(right.kindName)", at: column)
    }
  }

  /// `left ?? right`
  private static func otherwise(
    _ left: SwiftCode, _ right: SwiftCode, in scope: SwiftScope, at column: Int
  ) throws(Untranslatable) -> SwiftCode {
    switch (left.type, right.type) {
    case (.optional(let wrapped), let type) where wrapped == type || left.type == type:
      return SwiftCode(
        text: "\(left.operand) ?? \(right.operand)", type: type, isOperation: true,
        weight: left.weight + right.weight + 1)
    case (.optional, .null): return left
    // What is never nil needs no other value; but the parameters in that are used.
    case (.int, _) where right.isLiteral, (.double, _) where right.isLiteral, (.string, _) where right.isLiteral,
      (.bool, _) where right.isLiteral:
      return left
    default:
      let base = try lifted(left, in: scope, at: column)
      try scope.use("otherwise", at: column)
      return SwiftCode(text: "\(base.operand).otherwise(\(try argument(right, in: scope, at: column)))", type: .value)
    }
  }

  private static func range(
    _ symbol: String, _ left: SwiftCode, _ right: SwiftCode, in scope: SwiftScope, at column: Int
  ) throws(Untranslatable) -> SwiftCode {
    guard left.type == .int, right.type == .int else {
      throw Untranslatable("a range has bounds of another type", at: column)
    }
    let type = SwiftType.array(.int)
    if let lower = left.constant, let upper = right.constant {
      guard upper < .max, lower <= upper + (symbol == "..." ? 1 : 0) else {
        throw Untranslatable("a range begins with the upper bound", at: column)
      }
      if lower <= upper { return SwiftCode(text: "Array(\(left.operand)\(symbol)\(right.operand))", type: type) }
    }
    // `3...2` is empty in marbled.
    let upper = symbol == "..." ? "(\(right.operand) + 1)" : right.operand
    return SwiftCode(text: "Array(\(left.operand)..<\(upper))", type: type, weight: left.weight + right.weight + 1)
  }

  static func unwrapped(
    _ base: SwiftCode, in scope: SwiftScope, at column: Int
  ) throws(Untranslatable) -> SwiftCode {
    switch base.type {
    case .optional(let wrapped): return SwiftCode(text: "\(base.operand)!", type: wrapped, weight: base.weight)
    case .value:
      try scope.use("unwrapped", at: column)
      return SwiftCode(text: "\(base.operand).unwrapped", type: .value)
    case .null: throw Untranslatable("the value before `!` is nil", at: column)
    default: return base
    }
  }
}
