internal import Marbles

extension Expression {
  /// How deep calls may nest; deeper ones are an error, never a crash.
  public static let maximumDepth = 100
  /// How many characters an expression may have.
  public static let maximumLength = 100_000

  /// Reads an expression and checks its operators against `catalogue`.
  ///
  /// - Parameters:
  ///   - text: `merge(a, b)`, with a name of its own as in `both = merge(a, b)`.
  ///   - catalogue: the operators that may be used.
  /// - Throws: ``ExpressionError`` at the first thing that can't be.
  public static func parse(_ text: String, catalogue: Catalogue = .standard) throws(ExpressionError) -> Expression {
    if text.count > maximumLength {
      throw ExpressionError(
        text: text, column: maximumLength + 1, message: "longer than \(maximumLength) characters")
    }
    var parser = ExpressionParser(text: text, catalogue: catalogue)
    return try parser.parse()
  }
}

/// A recursive-descent parser over the tokens of one expression.
struct ExpressionParser {
  private let text: String
  private let catalogue: Catalogue
  private let tokens: [Token]
  private var position = 0

  init(text: String, catalogue: Catalogue) {
    self.text = text
    self.catalogue = catalogue
    tokens = Lexer.tokens(of: text)
  }

  private var token: Token { tokens[position] }

  mutating func parse() throws(ExpressionError) -> Expression {
    var name: String?
    var source = Substring(text)
    if case .name(let word) = token.kind, tokens[position + 1].kind == .equals {
      name = word
      source = text.dropFirst(tokens[position + 1].column)
      position += 2
    }
    let root = try expression(depth: 0)
    if token.kind != .end { throw unexpected("the end of the expression") }
    return Expression(name: name, source: source.trimmingSpaces, text: text, root: root)
  }

  private mutating func expression(depth: Int) throws(ExpressionError) -> Expression.Node {
    if depth > Expression.maximumDepth {
      throw error("nested deeper than \(Expression.maximumDepth) levels", at: token)
    }
    if token.kind == .leftParenthesis {
      position += 1
      let inner = try expression(depth: depth + 1)
      try take(.rightParenthesis, "`)`")
      return inner
    }
    let start = token
    guard case .name(let name) = start.kind else { throw unexpected("a row or an operator") }
    position += 1
    guard token.kind == .leftParenthesis else { return .row(name, column: start.column) }
    guard let called = catalogue[name] else {
      let clause = Suggestion.clause(for: name, among: catalogue.operators.map(\.name))
      throw error("no operator is called `\(name)`\(clause)", at: start)
    }
    let arguments = try arguments(depth: depth + 1)
    if !called.arity.contains(arguments.count) {
      let expected =
        arguments.count < called.arity.lowerBound
        ? "at least \(called.arity.lowerBound)" : "at most \(called.arity.upperBound)"
      throw error(
        "`\(name)` takes \(expected) streams, not \(arguments.count): \(called.signature)", at: start)
    }
    return .call(name, arguments, column: start.column)
  }

  private mutating func arguments(depth: Int) throws(ExpressionError) -> [Expression.Node] {
    try take(.leftParenthesis, "`(`")
    if token.kind == .rightParenthesis {
      position += 1
      return []
    }
    var arguments: [Expression.Node] = []
    while true {
      arguments.append(try expression(depth: depth))
      if token.kind == .comma {
        position += 1
        continue
      }
      try take(.rightParenthesis, "`,` or `)`")
      return arguments
    }
  }

  private mutating func take(_ kind: Token.Kind, _ expected: String) throws(ExpressionError) {
    guard token.kind == kind else { throw unexpected(expected) }
    position += 1
  }

  private func unexpected(_ expected: String) -> ExpressionError {
    error("found \(token.found), expected \(expected)", at: token)
  }

  private func error(_ message: String, at token: Token) -> ExpressionError {
    ExpressionError(text: text, column: token.column, message: message)
  }
}

extension Substring {
  /// Without white space at either end.
  var trimmingSpaces: String {
    var text = drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
