internal import Expressions
public import Marbles
internal import Operators

/// Expressions over every operator of the catalogue.
public struct ExpressionSubject: FuzzSubject {
  /// The name on the command line.
  public let name = "expressions"

  private static let noise = RandomBytes(
    tokens: Catalogue.standard.operators.map(\.name) + [
      "(", ")", ",", "=", " ", "a", "b", "1", "é", "日本", "\n", "\r\n", "\t", ".", "{", "}", "\"", "\u{0}", "🇸🇪",
      "\u{301}", "_", "$0", "$1.0", "$", "[", "]", ":", "?", "??", "!", "-", "+", "*", "/", "%", "...", "..<", "==",
      "->",
      "in", "{ x in", ".async", "\\(", "\"\\($0)\"", ".prefix(", "for:", "by:", "while:", "or:", ".seconds(1)", "1.5",
      "1e400", "99999999999999999999", "-9223372036854775808", "nil", "true", ".repeating(every:", ".bounded(1)",
      "clock: clock", "0...999999999999", ".map { $0 }", ".reduce(0) { $0 + $1 }", "\"--x-|\"", "row = ", "/*", "//",
      "`",
    ]
  ) { random in
    random.below(3) == 0 ? random.pick(samples) : ArbitraryExpression.text(&random)
  }

  private static let samples = Catalogue.standard.operators.map(\.sample.expression)

  /// Creates the subject.
  public init() {}

  /// An expression, or a similar text.
  public func text(_ random: inout SplitMix64) -> String { Self.noise.text(&random) }

  /// A rejection must name a column of the text or the one after it, and show it. An accepted expression must keep its
  /// meaning without its name and the surrounding white space, and report the columns of its rows.
  public func verdict(on text: String) -> FuzzVerdict {
    do throws(ExpressionError) {
      let expression = try Expression.parse(text)
      for (row, column) in expression.references where !(1...max(1, text.count)).contains(column) {
        return .failed("`\(row)` is said to be at column \(column)")
      }
      do throws(ExpressionError) {
        let again = try Expression.parse(expression.source)
        guard again.name == nil, again.operators == expression.operators,
          again.references.map(\.name) == expression.references.map(\.name)
        else { return .failed("its source, \(expression.source.debugDescription), is read as something else") }
      } catch {
        return .failed("its source, \(expression.source.debugDescription), is rejected: \(error)")
      }
      return .accepted
    } catch {
      guard (1...text.count + 1).contains(error.column),
        error.description.hasPrefix("expression, column \(error.column): ")
      else { return .failed("rejected at column \(error.column): \(error)") }
      return .rejected
    }
  }
}
