internal import Marbles

/// Closures with constants, `if`, key paths and objects.
extension SyntaxParser {
  /// The constants and the result of a closure or a branch, and its `}`.
  ///
  /// - Parameter what: what the result belongs to, for messages.
  mutating func block(_ what: String) throws(ExpressionError) -> Syntax {
    // Blocks may be a hundred deep, so what needs a large frame is in other functions.
    let column = token.column
    let bindings = try bindings()
    try beginResult(of: what)
    let result = try expression()
    try endResult(of: what)
    return bindings.isEmpty ? result : Syntax(kind: .block(bindings, result), column: column)
  }

  private mutating func bindings() throws(ExpressionError) -> [Syntax.Binding] {
    var bindings: [Syntax.Binding] = []
    while case .name("let") = token.kind, case .name(let name) = next.kind {
      advance(2)
      try take("=", "`=` and the value of `\(name)`")
      bindings.append(Syntax.Binding(name: name, value: try expression()))
      _ = accept(";")
    }
    return bindings
  }

  private mutating func beginResult(of what: String) throws(ExpressionError) {
    if case .name("var") = token.kind, case .name = next.kind {
      throw error("a closure has no variables; write `let`", at: token)
    }
    if case .name("return") = token.kind { advance() }
    if case .name(let word) = token.kind, ["guard", "switch"].contains(word), beginsOperand(next) {
      throw error("a closure has no `\(word)`; \(Self.choices)", at: token)
    }
    if token.kind == .symbol("}") { throw unexpected("an expression for the result of \(what)") }
  }

  private static let choices =
    "its result is one expression, which chooses with `if $0 > 1 { … } else { … }` or `$0 > 1 ? … : …`"

  /// Whether a word before the token is a statement of Swift, not a value.
  private func beginsOperand(_ token: Token) -> Bool {
    switch token.kind {
    case .name, .parameter, .literal, .interpolation, .symbol("!"), .symbol("("), .symbol("-"): true
    default: false
    }
  }

  private mutating func endResult(of what: String) throws(ExpressionError) {
    if token.kind == .symbol(";"), next.kind == .symbol("}") { advance() }
    try take("}", "`}`; \(what) has one result, and constants before it are written with `let`")
  }

  /// `if a { b } else if c { d } else { e }`
  mutating func condition() throws(ExpressionError) -> Syntax {
    let start = token
    advance()
    if case .name("let") = token.kind {
      throw error("`if let` is not supported; compare with `!= nil`, or give a value for nil with `??`", at: token)
    }
    // The brace behind the condition is no trailing closure.
    let condition = try withoutTrailingClosures { parser throws(ExpressionError) in try parser.expression() }
    try take("{", "`{` and the value if that is true")
    let yes = try block("the branch")
    if case .name("return") = token.kind {
      throw error("a closure has no early `return`; \(Self.choices)", at: token)
    }
    guard case .name("else") = token.kind else { throw unexpected("`else`; an `if` without it has no value") }
    advance()
    let no: Syntax
    if case .name("if") = token.kind {
      no = try deeper { parser throws(ExpressionError) in try parser.condition() }
    } else {
      try take("{", "`{` and the value if that is false")
      no = try block("the branch")
    }
    return Syntax(kind: .ternary(condition, yes, no), column: start.column)
  }

  /// `\.a.b`, which is the closure `{ $0.a.b }`.
  mutating func keyPath() throws(ExpressionError) -> Syntax {
    let start = token
    advance()
    guard token.kind == .symbol(".") else { throw unexpected("a key path, as in `\\.name`") }
    var body = Syntax(kind: .parameter(0), column: start.column)
    if case .name("self") = next.kind {
      advance(2)
    } else {
      body = try postfix(body)
    }
    return Syntax(kind: .closure(Syntax.Closure(parameters: nil, body: body)), column: start.column)
  }

  /// `[1, 2]`, `["k": 1]` or `[:]`
  mutating func arrayOrObject() throws(ExpressionError) -> Syntax {
    let start = token
    advance()
    if token.kind == .symbol(":"), next.kind == .symbol("]") {
      advance(2)
      return Syntax(kind: .object([]), column: start.column)
    }
    var elements: [Syntax] = []
    if accept("]") { return Syntax(kind: .array([]), column: start.column) }
    elements.append(try expression())
    guard accept(":") else {
      if !accept("]") {
        try take(",", "`,` or `]`")
        elements += try list(until: "]")
      }
      return Syntax(kind: .array(elements), column: start.column)
    }
    var members = [Syntax.Member(key: elements[0], value: try expression())]
    while !accept("]") {
      try take(",", "`,` or `]`")
      if accept("]") { break }
      let key = try expression()
      try take(":", "`:` and the value of the member")
      members.append(Syntax.Member(key: key, value: try expression()))
    }
    return Syntax(kind: .object(members), column: start.column)
  }

  /// The place behind a type, as `Int?` or `[String: Int]`, which begins at `start`; `start` where there is none.
  func end(ofTypeAt start: Int) -> Int {
    var (place, depth) = (start, 0)
    while place < tokens.count - 1 {
      switch tokens[place].kind {
      case .name("in") where depth == 0: return place
      case .name, .symbol("."), .symbol("?"), .symbol("??"), .symbol("->"): break
      case .symbol("["), .symbol("("), .symbol("<"): depth += 1
      case .symbol("]"), .symbol(")"), .symbol(">"):
        if depth == 0 { return place }
        depth -= 1
      case .symbol(","), .symbol(":"):
        if depth == 0 { return place }
      default: return place
      }
      place += 1
    }
    return place
  }
}
