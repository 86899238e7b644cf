internal import Marbles
internal import Operators

/// Evaluates the bodies of closures.
///
/// Closures have neither recursion nor loops, so every evaluation ends; the budget makes it end soon.
struct Evaluator {
  let scope: Scope
  let budget: EvaluationBudget
  /// Collects what is done to every value; nil costs nothing.
  let findings: ClosureFindings?

  /// Prepares one evaluation with a fresh budget.
  ///
  /// - Parameters:
  ///   - run: the meter of all evaluations of a run; nil for none.
  ///   - findings: collects what is done to every value; nil costs nothing.
  init(scope: Scope, of run: RunMeter? = nil, findings: ClosureFindings? = nil) {
    self.init(scope: scope, budget: EvaluationBudget(of: run), findings: findings)
  }

  /// Prepares an evaluation that spends from `budget`.
  init(scope: Scope, budget: EvaluationBudget, findings: ClosureFindings? = nil) {
    (self.scope, self.budget, self.findings) = (scope, budget, findings)
  }

  /// Calls `syntax`, which is a closure, an operator as a function, or the name of a conversion, with `arguments`.
  func call(_ syntax: Syntax, _ arguments: [Value]) throws(EvaluationError) -> Value {
    try budget.spend(column: syntax.column)
    switch syntax.kind {
    case .closure(let closure):
      let inner = try scope.entering(closure, with: arguments, column: syntax.column)
      return try Evaluator(scope: inner, budget: budget, findings: findings).value(closure.body)
    case .operatorReference(let symbol):
      guard arguments.count == 2 else { throw fail(syntax, "`\(symbol)` takes two values, not \(arguments.count)") }
      return try infix(symbol, arguments[0], arguments[1], at: syntax)
    case .name(let name) where ClosureFunctions.names.contains(name):
      return try function(name, arguments, at: syntax)
    default: throw fail(syntax, "expected a closure, as in { $0 * 2 }")
    }
  }

  /// Evaluates `syntax`.
  func value(_ syntax: Syntax) throws(EvaluationError) -> Value {
    try budget.spend(column: syntax.column)
    guard let base = base(of: syntax) else { return try value(syntax, after: .null) }
    try budget.spend(column: base.column)
    guard let first = self.base(of: base) else { return try value(syntax, after: value(base, after: .null)) }
    try budget.spend(column: first.column)
    guard var rest = self.base(of: first) else {
      return try value(syntax, after: value(base, after: value(first, after: .null)))
    }
    // A chain of operators and members is as deep as it is long: it is followed in a loop, which takes no stack.
    var links = [syntax, base, first]
    while true {
      try budget.spend(column: rest.column)
      links.append(rest)
      guard let next = self.base(of: rest) else { break }
      rest = next
    }
    var result = Value.null
    for link in links.reversed() { result = try value(link, after: result) }
    return result
  }

  /// What a link of a chain follows, as `a` in `a + b`, `a.b`, `a!` and `a.b(c)`; nil for what begins a chain.
  private func base(of syntax: Syntax) -> Syntax? {
    switch syntax.kind {
    case .infix(_, let left, _): return left
    case .member(let base, _), .unwrap(let base), .subscript(let base, _): return base
    case .call(let callee, _):
      guard case .member(let base, let name) = callee.kind else { return nil }
      guard name == "map", case .member(let whole, let end) = base.kind, Self.ends.contains(end) else { return base }
      return whole
    default: return nil
    }
  }

  /// The members whose `map` is that of the element that they are, if there is one.
  private static let ends: Set<String> = ["first", "last"]

  /// Evaluates `syntax`, whose ``base(of:)`` has the value `base`.
  private func value(_ syntax: Syntax, after base: Value) throws(EvaluationError) -> Value {
    switch syntax.kind {
    case .literal(let value): return value
    case .interpolation(let parts): return try interpolation(parts, at: syntax)
    case .parameter(let index):
      guard index < scope.anonymous.count else { throw fail(syntax, "there is no `$\(index)` here") }
      return scope.anonymous[index]
    case .name(let name): return try variable(name, at: syntax)
    case .member(_, let name): return try member(name, of: base, at: syntax)
    case .array(let elements): return try paid(.array(values(elements)), at: syntax)
    case .tuple(let elements): return try paid(.tuple(values(elements)), at: syntax)
    case .unwrap:
      if base == .null { throw fail(syntax, "the value before `!` is nil") }
      return base
    case .prefix(let symbol, let operand): return try prefix(symbol, value(operand), at: syntax)
    case .infix(let symbol, let left, let right): return try infix(symbol, base, left, right, at: syntax)
    case .ternary(let condition, let yes, let no): return try value(bool(value(condition), at: condition) ? yes : no)
    case .call(let callee, let arguments): return try call(callee, after: base, arguments, at: syntax)
    case .subscript(_, let arguments):
      return try paid(
        Subscripts.value(of: paid(base, at: syntax), arguments, with: self, column: syntax.column), at: syntax)
    case .object(let members): return try object(members, at: syntax)
    case .block(let bindings, let result): return try block(bindings, result)
    case .pattern:
      throw fail(syntax, "a pattern can't be used as a value; expected text.contains(/…/) or text.firstMatch(of: /…/)")
    case .closure: throw fail(syntax, "a closure can't be used as a value")
    case .implicitMember(let name): throw fail(syntax, "`.\(name)` can't be used as a value")
    case .operatorReference(let symbol): throw fail(syntax, "`\(symbol)` without operands can't be used as a value")
    }
  }

  // These are functions of their own to keep the stack small: closures may be nested a hundred deep, and the frame of the switch
  // above holds the variables of all its cases.

  private func variable(_ name: String, at syntax: Syntax) throws(EvaluationError) -> Value {
    if let value = scope.names[name] { return value }
    let suggestion = Suggestion.clause(for: name, among: scope.names.keys)
    throw fail(syntax, "no variable or function is called `\(name)` here\(suggestion)")
  }

  private func member(_ name: String, of base: Value, at syntax: Syntax) throws(EvaluationError) -> Value {
    // Traversing a string and describing a value cost steps; other members are free.
    if name == "description" || base.isString { _ = try paid(base, at: syntax) }
    let found = try ClosureMembers.get(name, of: base, column: syntax.column)
    findings?.noteMember(name, of: base, found: found, column: syntax.column)
    return found
  }

  private func interpolation(_ parts: [Syntax], at syntax: Syntax) throws(EvaluationError) -> Value {
    var text = ""
    for part in parts { text += try paid(value(part), at: part).description }
    return try paid(.string(text), at: syntax)
  }

  private func object(
    _ members: [Syntax.Member], at syntax: Syntax
  ) throws(EvaluationError) -> Value {
    var object: [String: Value] = [:]
    for member in members {
      guard case .string(let key) = try value(member.key) else {
        throw fail(member.key, "the name of a member is no text")
      }
      object[key] = try value(member.value)
    }
    return try paid(.object(object), at: syntax)
  }

  private func block(_ bindings: [Syntax.Binding], _ result: Syntax) throws(EvaluationError) -> Value {
    var inner = self
    for binding in bindings {
      let value = try inner.value(binding.value)
      var scope = inner.scope
      scope.names[binding.name] = value
      inner = Evaluator(scope: scope, budget: budget, findings: findings)
    }
    return try inner.value(result)
  }

  private func values(_ elements: [Syntax]) throws(EvaluationError) -> [Value] {
    var values: [Value] = []
    for element in elements { values.append(try value(element)) }
    return values
  }

  private func bool(_ condition: Value, at syntax: Syntax) throws(EvaluationError) -> Bool {
    // A member that is missing is not true.
    if condition == .null { return false }
    guard case .bool(let bool) = condition else {
      throw fail(syntax, "expected true or false, not \(condition.kindName)")
    }
    return bool
  }

  private func call(
    _ callee: Syntax, after base: Value, _ arguments: [Syntax.Argument], at syntax: Syntax
  ) throws(EvaluationError) -> Value {
    switch callee.kind {
    case .member(let called, let name):
      guard name == "map", case .member(_, let end) = called.kind, Self.ends.contains(end) else {
        return try members(name, of: base, arguments, at: callee)
      }
      return try map(end, of: base, arguments, at: called, callee)
    case .name("Date"): return try date(arguments, at: syntax)
    case .name(let name): return try function(name, values(arguments.map(\.value)), at: syntax)
    default: throw fail(syntax, "only functions and methods can be called")
    }
  }

  /// `map` directly after `first` or `last`: of that element if there is one.
  private func map(
    _ end: String, of collection: Value, _ arguments: [Syntax.Argument], at member: Syntax, _ callee: Syntax
  ) throws(EvaluationError) -> Value {
    let collection = try paid(collection, at: callee)
    let element = try ClosureMembers.get(end, of: collection, column: member.column)
    switch (collection, element, arguments.first?.value) {
    case (_, .null, _): return .null
    case (.array, _, let closure?), (.string, _, let closure?): return try call(closure, [element])
    default: return try members("map", of: element, arguments, at: callee)
    }
  }

  private func members(
    _ name: String, of base: Value, _ arguments: [Syntax.Argument], at callee: Syntax
  ) throws(EvaluationError) -> Value {
    let base = try paid(base, at: callee)
    return try paid(ClosureMembers.call(name, of: base, arguments, with: self, column: callee.column), at: callee)
  }

  /// `Date("2026-01-31T12:00:00Z", strategy: .iso8601)`: seconds since 1970; nil for another text.
  private func date(_ arguments: [Syntax.Argument], at syntax: Syntax) throws(EvaluationError) -> Value {
    guard arguments.count == 2, arguments[0].label == nil, arguments[1].label == "strategy",
      arguments[1].value.kind == .implicitMember("iso8601")
    else { throw fail(syntax, "expected `Date(text, strategy: .iso8601)`") }
    guard case .string(let text) = try paid(value(arguments[0].value), at: syntax) else { return .null }
    return TimeUnit.time(.string(text), unit: .rfc3339).map { .double($0.seconds) } ?? .null
  }

  private func function(_ name: String, _ arguments: [Value], at syntax: Syntax) throws(EvaluationError) -> Value {
    for argument in arguments { try budget.spend(on: argument, column: syntax.column) }
    return try ClosureFunctions.call(name, arguments, column: syntax.column)
  }

  /// `value`, after spending the steps for it.
  private func paid(_ value: Value, at syntax: Syntax) throws(EvaluationError) -> Value {
    try budget.spend(on: value, column: syntax.column)
    return value
  }

  // MARK: Operators

  private func prefix(_ symbol: String, _ operand: Value, at syntax: Syntax) throws(EvaluationError) -> Value {
    switch (symbol, operand) {
    case ("!", .bool(let bool)): return .bool(!bool)
    case ("!", .null): return .bool(true)
    case ("-", .null): return .null
    case ("-", .int(let int)) where int != .min: return .int(-int)
    case ("-", .double(let double)): return .double(-double.value)
    default: throw fail(syntax, "`\(symbol)` can't be applied to \(operand.kindName)")
    }
  }

  /// - Parameter first: the value of `left`.
  private func infix(
    _ symbol: String, _ first: Value, _ left: Syntax, _ right: Syntax, at syntax: Syntax
  ) throws(EvaluationError) -> Value {
    switch symbol {
    case "&&":
      guard try bool(first, at: left) else { return .bool(false) }
      return .bool(try bool(value(right), at: right))
    case "||":
      if try bool(first, at: left) { return .bool(true) }
      return .bool(try bool(value(right), at: right))
    case "??": return first == .null ? try value(right) : first
    default: return try infix(symbol, first, value(right), at: syntax)
    }
  }

  private func infix(_ symbol: String, _ left: Value, _ right: Value, at syntax: Syntax) throws(EvaluationError)
    -> Value
  {
    try budget.spend(on: left, column: syntax.column)
    try budget.spend(on: right, column: syntax.column)
    switch symbol {
    case "==", "!=":
      findings?.noteComparison(symbol, left, right, column: syntax.column)
      return .bool(left.isEqual(to: right) == (symbol == "=="))
    case "<", "<=", ">", ">=":
      if left == .null || right == .null { return .bool(false) }
      guard let order = left.compared(with: right) else { break }
      switch symbol {
      case "<": return .bool(order < 0)
      case "<=": return .bool(order <= 0)
      case ">": return .bool(order > 0)
      default: return .bool(order >= 0)
      }
    case "...", "..<":
      guard case .int(let lower) = left, case .int(let upper) = right else { break }
      let end = symbol == "..." ? upper.addingReportingOverflow(1).partialValue : upper
      let (length, overflow) = end.subtractingReportingOverflow(lower)
      guard lower <= end, !overflow, length <= 100_000 else {
        throw fail(
          syntax, "invalid range \(lower)\(symbol)\(upper); expected the lower bound first, and at most 100,000 numbers"
        )
      }
      try budget.spend(length, column: syntax.column)
      return .array((lower..<end).map { .int($0) })
    default:
      if left == .null || right == .null { return .null }
      if let result = try arithmetic(symbol, left, right, at: syntax) { return result }
    }
    throw fail(syntax, "`\(symbol)` can't be applied to \(left.kindName) and \(right.kindName)")
  }

  private func arithmetic(
    _ symbol: String, _ left: Value, _ right: Value, at syntax: Syntax
  ) throws(EvaluationError) -> Value? {
    switch (left, right) {
    case (.int(let left), .int(let right)):
      if right == 0, symbol == "/" || symbol == "%" { throw fail(syntax, "division by zero") }
      let (result, overflow) =
        switch symbol {
        case "+": left.addingReportingOverflow(right)
        case "-": left.subtractingReportingOverflow(right)
        case "*": left.multipliedReportingOverflow(by: right)
        case "/": left.dividedReportingOverflow(by: right)
        default: left.remainderReportingOverflow(dividingBy: right)
        }
      if overflow { throw fail(syntax, "\(left) \(symbol) \(right) doesn't fit in an Int") }
      return .int(result)
    case (.int, .double), (.double, .int), (.double, .double):
      let (left, right) = (left.number!, right.number!)
      let result: Double =
        switch symbol {
        case "+": left + right
        case "-": left - right
        case "*": left * right
        case "/": left / right
        default: left.truncatingRemainder(dividingBy: right)
        }
      if !result.isFinite { throw fail(syntax, "\(left) \(symbol) \(right) is not a finite number") }
      return .double(result)
    case (.string(let left), .string(let right)) where symbol == "+": return .string(left + right)
    case (.array(let left), .array(let right)) where symbol == "+": return .array(left + right)
    default: return nil
    }
  }

  private func fail(_ syntax: Syntax, _ message: String) -> EvaluationError {
    EvaluationError(column: syntax.column, message: message)
  }
}
