internal import Marbles
internal import Operators

/// A Pratt parser over the tokens of one expression.
struct SyntaxParser {
  /// The maximum nesting of expressions.
  static let maximumDepth = 100
  /// The maximum length of a chain of calls, members and infix operators: each makes the tree one level deeper.
  static let maximumLinks = 400

  private let text: String
  let tokens: [Token]
  private var position = 0
  private var depth = 0
  private var links = 0
  private var takesTrailingClosures = true

  init(text: String, tokens: [Token]) {
    self.text = text
    self.tokens = tokens
  }

  /// The precedence of infix operators, as in Swift; a right-associative one binds its right side a little less.
  private static let precedence: [String: (left: Int, right: Int)] = [
    "||": (10, 11), "&&": (20, 21),
    "==": (30, 31), "!=": (30, 31), "<": (30, 31), "<=": (30, 31), ">": (30, 31), ">=": (30, 31),
    "??": (41, 40), "...": (50, 51), "..<": (50, 51), "+": (60, 61), "-": (60, 61),
    "*": (70, 71), "/": (70, 71), "%": (70, 71),
  ]

  var token: Token { tokens[position] }

  /// Parses a leading `name =`, `let name =` or `let name: Type =`, if there is one.
  mutating func parseName() -> String? {
    let isDeclared = isDeclaration
    let place = position + (isDeclared ? 1 : 0)
    guard case .name(let name) = tokens[place].kind else { return nil }
    var end = place + 1
    if isDeclared, tokens[end].kind == .symbol(":") { end = self.end(ofTypeAt: end + 1) }
    guard tokens[end].kind == .symbol("=") else { return nil }
    position = end + 1
    return name
  }

  private var isDeclaration: Bool {
    guard token.kind == .name("let") || token.kind == .name("var"), case .name = next.kind else { return false }
    return true
  }

  mutating func parse() throws(ExpressionError) -> Syntax {
    let syntax = try expression()
    // The end of a statement of Swift.
    while token.kind == .symbol(";") { position += 1 }
    if position > 0, isDeclaration, case .name(let name) = next.kind {
      throw error("an output has one expression; add another output for `\(name)`", at: token)
    }
    if token.kind != .end { throw unexpected("the end of the expression") }
    if syntax.isDeeper(than: Self.maximumLinks + Self.maximumDepth) {
      throw ExpressionError(
        text: text, column: syntax.column, message: "nested deeper than \(Self.maximumDepth) levels")
    }
    return syntax
  }

  // MARK: Operators

  mutating func expression(_ minimum: Int = 0) throws(ExpressionError) -> Syntax {
    depth += 1
    defer { depth -= 1 }
    if depth > Self.maximumDepth { throw error("nested deeper than \(Self.maximumDepth) levels", at: token) }
    let outer = links
    defer { links = outer }
    var left = try prefix()
    while case .symbol(let symbol) = token.kind {
      let start = token
      try link()
      if symbol == "?", minimum <= 5 {
        position += 1
        let yes = try expression()
        try take(":", "`:` and the other branch")
        let no = try expression(5)
        left = Syntax(kind: .ternary(left, yes, no), column: start.column)
        continue
      }
      guard let (power, right) = Self.precedence[symbol], power >= minimum else { break }
      position += 1
      left = Syntax(kind: .infix(symbol, left, try expression(right)), column: start.column)
    }
    return left
  }

  private mutating func prefix() throws(ExpressionError) -> Syntax {
    let start = token
    guard case .symbol(let symbol) = start.kind, symbol == "-" || symbol == "!" else {
      return try postfix(primary())
    }
    position += 1
    depth += 1
    defer { depth -= 1 }
    if depth > Self.maximumDepth { throw error("nested deeper than \(Self.maximumDepth) levels", at: token) }
    return Syntax(kind: .prefix(symbol, try prefix()), column: start.column)
  }

  // MARK: Members and calls

  mutating func postfix(_ base: Syntax) throws(ExpressionError) -> Syntax {
    let outer = links
    defer { links = outer }
    var base = base
    while case .symbol(let symbol) = token.kind {
      let start = token
      try link()
      switch symbol {
      case "?"
      where !next.followsSpace && (next.kind == .symbol(".") || next.kind == .symbol("[") && !start.followsSpace):
        position += 1
        continue
      case "[" where !start.followsSpace:
        position += 1
        base = Syntax(
          kind: .subscript(
            base, try inBrackets { parser throws(ExpressionError) in try parser.arguments(until: "]", "an index") }),
          column: start.column, end: end)
      case ".":
        position += 1
        base = Syntax(kind: .member(base, try memberName()), column: start.column + 1)
      case "(":
        base = Syntax(kind: .call(base, try arguments() + trailingClosures()), column: base.column, end: end)
      case "{" where takesTrailingClosures:
        base = Syntax(kind: .call(base, try trailingClosures()), column: base.column, end: end)
      case "!" where !start.followsSpace && tokens[position + 1].kind != .symbol("="):
        position += 1
        base = Syntax(kind: .unwrap(base), column: start.column)
      default: return base
      }
    }
    return base
  }

  /// The column after a bracket that was just read.
  private var end: Int { tokens[position - 1].column + 1 }

  private mutating func memberName() throws(ExpressionError) -> String {
    switch token.kind {
    case .name(let name):
      position += 1
      return name
    case .literal(.int(let index)):
      position += 1
      return String(index)
    default: throw unexpected("a name after the dot")
    }
  }

  private mutating func arguments() throws(ExpressionError) -> [Syntax.Argument] {
    try take("(", "`(`")
    if accept(")") { return [] }
    return try inBrackets { parser throws(ExpressionError) in try parser.arguments(until: ")", "a value") }
  }

  /// At least one argument, and the bracket behind the last.
  private mutating func arguments(until close: String, _ what: String) throws(ExpressionError) -> [Syntax.Argument] {
    var arguments: [Syntax.Argument] = []
    if token.kind == .symbol(close) { throw unexpected(what) }
    while true {
      var label: (name: String, column: Int)?
      if case .name(let name) = token.kind, tokens[position + 1].kind == .symbol(":") {
        label = (name, token.column)
        position += 2
      }
      arguments.append(
        Syntax.Argument(label: label?.name, labelColumn: label?.column, value: try argument()))
      if accept(close) { return arguments }
      try take(",", "`,` or `\(close)`")
    }
  }

  /// An operator as an argument is a function: `reductions(0, +)`.
  private mutating func argument() throws(ExpressionError) -> Syntax {
    if case .symbol(let symbol) = token.kind, Self.precedence[symbol] != nil,
      [.symbol(","), .symbol(")")].contains(tokens[position + 1].kind)
    {
      defer { position += 1 }
      return Syntax(kind: .operatorReference(symbol), column: token.column)
    }
    return try expression()
  }

  private mutating func trailingClosures() throws(ExpressionError) -> [Syntax.Argument] {
    guard takesTrailingClosures, token.kind == .symbol("{") else { return [] }
    return [Syntax.Argument(label: nil, value: try closure(), isTrailing: true)]
  }

  // MARK: Primary expressions

  // What is not in brackets needs a large frame, and is in another function.
  private mutating func primary() throws(ExpressionError) -> Syntax {
    switch token.kind {
    case .name("if") where tokens[position + 1].kind != .symbol("."): try condition()
    case .symbol("("): try parenthesized()
    case .symbol("["): try inBrackets { parser throws(ExpressionError) in try parser.arrayOrObject() }
    case .symbol("{"): try inBrackets { parser throws(ExpressionError) in try parser.closure() }
    case .symbol("\\"): try keyPath()
    case .interpolation(let segments): try interpolation(segments)
    default: try simple()
    }
  }

  private mutating func interpolation(_ segments: [Token.Segment]) throws(ExpressionError) -> Syntax {
    let column = token.column
    position += 1
    return Syntax(kind: .interpolation(try parts(segments, column: column)), column: column)
  }

  /// Functions that may be written with their module.
  private static let functions = Set(
    Catalogue.standard.operators.filter { !$0.isMethod && $0.origin == .asyncAlgorithms }.map(\.name))

  private mutating func simple() throws(ExpressionError) -> Syntax {
    let start = token
    switch start.kind {
    case .literal(let value):
      position += 1
      return Syntax(kind: .literal(value), column: start.column)
    case .parameter(let index):
      position += 1
      return Syntax(kind: .parameter(index), column: start.column)
    case .name(let name):
      position += 1
      // The module is that of its functions.
      if name == "AsyncAlgorithms", case .name(let function) = next.kind, Self.functions.contains(function),
        accept(".")
      {
        return try simple()
      }
      let constants: [String: Value] = ["true": .bool(true), "false": .bool(false), "nil": .null]
      return Syntax(kind: constants[name].map { .literal($0) } ?? .name(name), column: start.column)
    case .symbol("."):
      position += 1
      guard case .name(let name) = token.kind else { throw unexpected("a name after the dot") }
      position += 1
      return Syntax(kind: .implicitMember(name), column: start.column)
    case .pattern(let pattern):
      position += 1
      return Syntax(kind: .pattern(pattern), column: start.column)
    default: throw unexpected("a row, an operator or a value")
    }
  }

  private mutating func parenthesized() throws(ExpressionError) -> Syntax {
    let start = token
    position += 1
    let elements = try inBrackets { parser throws(ExpressionError) in try parser.list(until: ")") }
    switch elements.count {
    case 0: throw error("`()` is empty; expected a value between the parentheses", at: start)
    case 1: return elements[0]
    default: return Syntax(kind: .tuple(elements), column: start.column)
    }
  }

  mutating func list(until end: String) throws(ExpressionError) -> [Syntax] {
    var elements: [Syntax] = []
    if accept(end) { return elements }
    while true {
      elements.append(try expression())
      if accept(end) { return elements }
      try take(",", "`,` or `\(end)`")
      if accept(end) { return elements }
    }
  }

  private mutating func parts(_ segments: [Token.Segment], column: Int) throws(ExpressionError) -> [Syntax] {
    var parts: [Syntax] = []
    for segment in segments {
      switch segment {
      case .text(let text): parts.append(Syntax(kind: .literal(.string(text)), column: column))
      case .code(let tokens):
        var parser = SyntaxParser(text: text, tokens: tokens)
        parser.depth = depth
        parts.append(try parser.parse())
      }
    }
    return parts
  }

  private mutating func closure() throws(ExpressionError) -> Syntax {
    let start = token
    try take("{", "`{`")
    let parameters = closureParameters()
    let body = try block("the closure")
    return Syntax(kind: .closure(Syntax.Closure(parameters: parameters, body: body)), column: start.column)
  }

  /// Parses `a, b in`, `(a, b) in` or `_ in`; nil, without consuming anything, when there is no `in`.
  ///
  /// Types are accepted, and mean nothing: `(v: Int) -> Int? in`.
  private mutating func closureParameters() -> [String]? {
    let start = position
    let isParenthesized = accept("(")
    var names: [String] = []
    while case .name(let name) = token.kind, name != "in" {
      names.append(name)
      position += 1
      if isParenthesized, accept(":") { position = end(ofTypeAt: position) }
      if !accept(",") { break }
    }
    let isClosed = !isParenthesized || accept(")")
    if isClosed, accept("->") { position = end(ofTypeAt: position) }
    if isClosed, !names.isEmpty, case .name("in") = token.kind {
      position += 1
      return names
    }
    position = start
    return nil
  }

  // MARK: Tokens

  /// The token after this one.
  var next: Token { tokens[min(position + 1, tokens.count - 1)] }

  mutating func advance(_ count: Int = 1) { position = min(position + count, tokens.count - 1) }

  /// Parses something in which `{` begins no trailing closure.
  mutating func withoutTrailingClosures(
    _ body: (inout SyntaxParser) throws(ExpressionError) -> Syntax
  ) throws(ExpressionError) -> Syntax {
    let outer = takesTrailingClosures
    takesTrailingClosures = false
    defer { takesTrailingClosures = outer }
    return try body(&self)
  }

  /// Parses something one level deeper.
  mutating func deeper(
    _ body: (inout SyntaxParser) throws(ExpressionError) -> Syntax
  ) throws(ExpressionError) -> Syntax {
    depth += 1
    defer { depth -= 1 }
    if depth > Self.maximumDepth { throw error("nested deeper than \(Self.maximumDepth) levels", at: token) }
    return try body(&self)
  }

  /// Parses something in brackets, where `{` may begin a trailing closure again.
  private mutating func inBrackets<Result>(
    _ body: (inout SyntaxParser) throws(ExpressionError) -> Result
  ) throws(ExpressionError) -> Result {
    let outer = takesTrailingClosures
    takesTrailingClosures = true
    defer { takesTrailingClosures = outer }
    return try body(&self)
  }

  mutating func accept(_ symbol: String) -> Bool {
    guard token.kind == .symbol(symbol) else { return false }
    position += 1
    return true
  }

  private mutating func link() throws(ExpressionError) {
    links += 1
    if links > Self.maximumLinks {
      throw error("the expression chains more than \(Self.maximumLinks) operations", at: token)
    }
  }

  mutating func take(_ symbol: String, _ expected: String) throws(ExpressionError) {
    if !accept(symbol) { throw unexpected(expected) }
  }

  func unexpected(_ expected: String) -> ExpressionError {
    switch token.kind {
    case .end: error("the text ends here; expected \(expected)", at: token)
    // A letter that looks like a digit.
    case .malformed("`$O`"), .malformed("`$o`"): error("found \(token.found); did you mean `$0`?", at: token)
    default: error("found \(token.found), expected \(expected)", at: token)
    }
  }

  func error(_ message: String, at token: Token) -> ExpressionError {
    ExpressionError(text: text, column: token.column, message: message)
  }
}
