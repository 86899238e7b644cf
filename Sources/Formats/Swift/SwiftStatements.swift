internal import Expressions

/// The body of a closure: constants, conditions whose branches have constants, and results.
///
/// Constants are statements with their types, so that the compiler looks at each by itself.
indirect enum SwiftStatements {
  case result(SwiftCode, column: Int)
  case constant(String, SwiftCode, then: SwiftStatements)
  case condition(String, SwiftStatements, else: SwiftStatements)

  /// The code of a closure's body, and the type of its results.
  static func body(
    of syntax: Syntax, wanted: SwiftClosures.Wanted, in scope: SwiftScope
  ) throws(Untranslatable) -> SwiftCode {
    var statements = try SwiftStatements(syntax, in: scope)
    let type = SwiftClosures.shared(statements.results.map(\.type))
    statements = try statements.mapResults { code, column throws(Untranslatable) in
      var code = try SwiftClosures.converted(code, to: type, in: scope, at: column)
      // The compiler looks at one `return` after the other, so each says that it may be nil.
      if case .optional = type, syntax.hasStatements, let written = type.text {
        code = SwiftCode(text: "\(code.operand) as \(written)", type: type, isOperation: true, weight: code.weight)
      }
      return try SwiftClosures.converted(code, wanted, in: scope, at: column)
    }
    let result = statements.results[0]
    return SwiftCode(text: statements.text(isWhole: true), type: result.type, weight: result.weight)
  }

  /// A value with constants, as a closure that is called in its place.
  static func applied(_ syntax: Syntax, in scope: SwiftScope) throws(Untranslatable) -> SwiftCode {
    let body = try body(of: syntax, wanted: .anything, in: scope)
    guard let type = body.type.text else {
      throw Untranslatable("the type of a result with constants is unknown", at: syntax.column)
    }
    return SwiftCode(text: "({ () -> \(type) in \(body.text) })()", type: body.type)
  }

  private init(_ syntax: Syntax, in scope: SwiftScope) throws(Untranslatable) {
    switch syntax.kind {
    case .block(let bindings, let result): self = try Self.block(bindings[...], result, in: scope, at: syntax.column)
    case .ternary(let condition, let yes, let no) where syntax.hasStatements:
      let test = try SwiftClosures.condition(
        SwiftClosures.value(condition, in: scope), in: scope, at: condition.column)
      self = .condition(test.text, try SwiftStatements(yes, in: scope), else: try SwiftStatements(no, in: scope))
    default: self = .result(try SwiftClosures.value(syntax, in: scope), column: syntax.column)
    }
  }

  private static func block(
    _ bindings: ArraySlice<Syntax.Binding>, _ result: Syntax, in scope: SwiftScope, at column: Int
  ) throws(Untranslatable) -> SwiftStatements {
    var inner = scope
    var constants: [(head: String, SwiftCode)] = []
    for binding in bindings {
      var code = try SwiftClosures.value(binding.value, in: inner)
      if code.type == .null { code = try SwiftClosures.lifted(code, in: inner, at: binding.value.column) }
      let name = try inner.declare(binding.name, code.type, at: binding.value.column)
      inner.names[binding.name]?.constant = code.constant
      constants.append((name + (code.type.text.map { ": \($0)" } ?? ""), code))
    }
    var statements = try SwiftStatements(result, in: inner)
    for (head, code) in constants.reversed() { statements = .constant(head, code, then: statements) }
    return statements
  }

  /// The results, in their order.
  private var results: [SwiftCode] {
    switch self {
    case .result(let code, _): [code]
    case .constant(_, _, let rest): rest.results
    case .condition(_, let yes, let no): yes.results + no.results
    }
  }

  private func mapResults(
    _ transform: (SwiftCode, Int) throws(Untranslatable) -> SwiftCode
  ) throws(Untranslatable) -> SwiftStatements {
    switch self {
    case .result(let code, let column): .result(try transform(code, column), column: column)
    case .constant(let head, let code, let rest): .constant(head, code, then: try rest.mapResults(transform))
    case .condition(let test, let yes, let no):
      .condition(test, try yes.mapResults(transform), else: try no.mapResults(transform))
    }
  }

  /// - Parameter isWhole: whether a result alone is the whole body, which needs no `return`.
  private func text(isWhole: Bool = false) -> String {
    switch self {
    case .result(let code, _): isWhole ? code.text : "return \(code.text)"
    case .constant(let head, let code, let rest): "let \(head) = \(code.text); \(rest.text())"
    // In parentheses, as `{` after a condition begins the branch.
    case .condition(let test, let yes, let no): "if (\(test)) { \(yes.text()) } else { \(no.text()) }"
    }
  }
}
