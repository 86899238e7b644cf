public import Marbles
internal import Operators

/// An expression over one value, `$0`, in Swift syntax: `$0.status`, or `"\($0.method) \($0.path)"`.
///
/// It has the literals, members and operators of the closures of an ``Expression``, and no streams.
public struct ValueExpression: Hashable, Sendable {
  /// The maximum length of an expression, in characters.
  public static let maximumLength = 1000
  /// The maximum number of steps for one value: pictures evaluate labels again and again.
  static let steps = 10_000

  /// The expression as written.
  public let text: String
  private let body: Syntax

  /// Parses an expression, and checks that each of its names exists.
  ///
  /// - Throws: ``ExpressionError`` for the first problem.
  public init(parsing text: String) throws(ExpressionError) {
    self.text = text
    if text.utf8.count > Self.maximumLength, text.count > Self.maximumLength {
      throw ExpressionError(
        text: text, column: Self.maximumLength + 1,
        message: "the expression is longer than \(Self.maximumLength) characters")
    }
    var parser = SyntaxParser(text: text, tokens: Lexer.tokens(of: text))
    let syntax = try parser.parse()
    if case .name(let name) = syntax.kind {
      throw ExpressionError(
        text: text, column: syntax.column,
        message: "no variable or function is called `\(name)` here; did you mean the member `$0.\(name)`?")
    }
    // As in an argument of `map`, braces are welcome.
    if case .closure(let closure) = syntax.kind, closure.parameters == nil {
      body = closure.body
    } else {
      body = syntax
    }
    if Syntax.Closure(parameters: nil, body: body).arity > 1 {
      throw ExpressionError(text: text, column: body.column, message: "expected an expression over one value, `$0`")
    }
    var planner = Planner(text: text, catalogue: .standard, constants: .constants())
    planner.isInClosure = true
    try planner.check(names: body)
  }

  /// The result for a value; nil when it fails, takes too long or is `nil`.
  public func result(for value: Value) -> Value? {
    var scope = Scope.empty
    scope.anonymous = [value]
    let result = try? Evaluator(scope: scope, budget: EvaluationBudget(steps: Self.steps)).value(body)
    return result == .null ? nil : result
  }
}
