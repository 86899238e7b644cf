public import Operators

/// What an output row computes, as the Swift that one would write: `merge(a, b).map { $0 * 2 }.debounce(for: .seconds(1))`.
public struct Expression: Hashable, Sendable {
  /// The row that it is to be called, where it says so: `slow` in `slow = a.debounce(for: .seconds(1))`.
  public var name: String?
  /// The expression without its name, as it was written.
  public var source: String
  /// The whole text, for messages.
  public var text: String
  /// What it means.
  public var plan: Plan

  /// The rows that it refers to, in order, with the columns of the first mention.
  public var references: [(name: String, column: Int)] { plan.rowReferences }

  /// The operators that it uses, outermost first.
  public var operators: [String] { plan.operators }

  /// Whether it may go on for ever: something in it does whatever its inputs do, or ticks as long as they are open.
  ///
  /// - Parameter withOpenInputs: whether any input never ends.
  public func isEndless(in catalogue: Catalogue, withOpenInputs: Bool) -> Bool {
    plan.isEndless(in: catalogue, withOpenInputs: withOpenInputs)
  }
}

extension Expression {
  /// How deep expressions may nest; deeper ones are an error, never a crash.
  public static let maximumDepth = SyntaxParser.maximumDepth
  /// How many characters an expression may have.
  public static let maximumLength = 100_000

  /// Reads an expression, finds its operators in `catalogue`, and checks their arguments.
  ///
  /// - Parameters:
  ///   - text: `merge(a, b)`, with a name of its own as in `both = merge(a, b)`.
  ///   - catalogue: the operators that may be used.
  /// - Throws: ``ExpressionError`` at the first thing that can't be.
  public static func parse(_ text: String, catalogue: Catalogue = .standard) throws(ExpressionError) -> Expression {
    if text.utf8.count > maximumLength, text.count > maximumLength {
      throw ExpressionError(
        text: text, column: maximumLength + 1, message: "longer than \(maximumLength) characters")
    }
    let tokens = Lexer.tokens(of: text)
    var parser = SyntaxParser(text: text, tokens: tokens)
    let name = parser.parseName()
    let source = name == nil ? Substring(text) : text.dropFirst(tokens[1].column)
    let syntax = try parser.parse()
    let plan = try Planner(text: text, catalogue: catalogue).stream(syntax)
    if case .rows = plan {
      throw ExpressionError(text: text, column: syntax.column, message: "a stream of streams must be `joined()`")
    }
    return Expression(name: name, source: source.trimmingSpaces, text: text, plan: plan)
  }
}

extension Substring {
  /// Without white space at either end.
  fileprivate var trimmingSpaces: String {
    var text = drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
