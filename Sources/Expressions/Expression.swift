internal import Marbles
public import Operators

/// The expression of an output row, in Swift syntax: `merge(a, b).map { $0 * 2 }.debounce(for: .seconds(1))`.
public struct Expression: Hashable, Sendable {
  /// The name that the expression gives its row, as `slow` in `slow = a.debounce(for: .seconds(1))`; nil without one.
  public var name: String?
  /// The expression in one line where it can be, without its name, comments and a semicolon at its end. Lines in braces stay, as a
  /// line is a statement there.
  public var source: String
  /// The whole text as written, for messages.
  public var text: String
  /// The checked meaning of the expression.
  public var plan: Plan

  /// The rows that the expression refers to, in order, with the columns of their first mentions.
  public var references: [(name: String, column: Int)] { plan.rowReferences }

  /// The column of the row that a chain of calls begins with, as `a` in `a.map { $0 }`; nil for any other expression.
  package var rootColumn: Int? {
    var plan = plan
    while case .call(let call) = plan, let receiver = call.receiver { plan = receiver }
    if case .row(_, let column) = plan { return column }
    return nil
  }

  /// The operators that the expression uses, outermost first.
  public var operators: [String] { plan.operators }

  /// Whether a closure takes a part of a value by its place, as in `$0[1]`.
  package var hasSubscripts: Bool {
    let tokens = Lexer.tokens(of: source)
    return zip(tokens, tokens.dropFirst()).contains { before, bracket in
      guard bracket.kind == .symbol("["), !bracket.followsSpace else { return false }
      switch before.kind {
      case .name, .parameter, .literal, .symbol("]"), .symbol(")"), .symbol("}"): return true
      default: return false
      }
    }
  }

  /// Whether the expression may never finish: an operator is endless, or ticks while an input is open.
  ///
  /// - Parameter withOpenInputs: whether an input never ends.
  public func isEndless(in catalogue: Catalogue, withOpenInputs: Bool) -> Bool {
    plan.isEndless(in: catalogue, withOpenInputs: withOpenInputs || plan.hasOpenDiagram)
  }
}

extension Expression {
  /// The maximum depth of an expression; deeper ones are an error, never a crash.
  public static let maximumDepth = SyntaxParser.maximumDepth
  /// The maximum length of an expression, in characters.
  public static let maximumLength = 100_000

  /// Parses an expression, resolves its operators in `catalogue`, and checks their arguments.
  ///
  /// - Parameters:
  ///   - text: `merge(a, b)`, or with a name `both = merge(a, b)`.
  ///   - catalogue: the available operators.
  ///   - constants: limits the work for constants, which are computed now; shared by the expressions of a scene.
  /// - Throws: ``ExpressionError`` for the first problem.
  public static func parse(
    _ text: String, catalogue: Catalogue = .standard, constants: RunMeter = .constants()
  ) throws(ExpressionError) -> Expression {
    if text.utf8.count > maximumLength, text.count > maximumLength {
      throw ExpressionError(
        text: text, column: maximumLength + 1, message: "the expression is longer than \(maximumLength) characters")
    }
    let characters = Array(text)
    var lexer = Lexer(characters)
    let tokens = lexer.tokens()
    var parser = SyntaxParser(text: text, tokens: tokens)
    let name = parser.parseName()
    let first = parser.token.column - 1
    var plan: Plan
    do throws(ExpressionError) {
      plan = try Planner(text: text, catalogue: catalogue, constants: constants).stream(try parser.parse())
    } catch {
      let foreign = ForeignSyntax(text: text, characters: characters, tokens: tokens, catalogue: catalogue)
      throw foreign.error ?? error
    }
    var count = 0
    plan.numberStages(from: &count)
    let source = PastedText(characters: characters, tokens: tokens, comments: lexer.comments).source(from: first)
    return Expression(name: name, source: source, text: text, plan: plan)
  }
}
