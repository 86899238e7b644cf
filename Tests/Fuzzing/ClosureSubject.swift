internal import Expressions
public import Marbles

/// Closures over one value, computed for values of every kind.
public struct ClosureSubject: FuzzSubject {
  /// The name on the command line.
  public let name = "closures"

  private static let noise = RandomBytes(
    tokens: [
      "$0", "$1", "$0.a", "[", "]", "[:]", "[\"k\": ", "{", "}", "(", ")", ",", ":", ";", "\\.a", "\\", "if ", " else ",
      "let x = ", "x", "return ", "switch ", "/a+/", "/(?<n>\\d+)/", "/", "#/", "==", "??", "?", "!", "...", "..<", "+",
      "-", ".split(separator: ", ".firstMatch(of: ", "default: ", ".count", ".map { $0 }", "Date(",
      "strategy: .iso8601",
      "abs(", "round(", "pow(", "\"", "\\(", "\"2026-01-31T12:00:00Z\"", "1e308", "9223372036854775807", "nil", "true",
      "é", "\n", "//", "/*",
    ]
  ) { random in "{ \(ArbitraryClosure.block(&random)) }" }

  private static let values: [Value] =
    [
      "null", "true", "3", "-9223372036854775808", "2.5", "\"\"", "\"a 50x é\"", "\"2026-01-31T12:00:00Z\"", "[]",
      "[3,1,2]", "[\"a\",null,{\"a\":1}]", "{}", "{\"a\":{\"b\":[1,2]},\"k\":\"v\",\"n\":7,\"s\":\"a,b\"}",
    ].compactMap { try? Value(json: $0) } + [.tuple([.int(1), .string("x")])]

  /// Creates the subject.
  public init() {}

  /// A closure, or a similar text.
  public func text(_ random: inout SplitMix64) -> String { Self.noise.text(&random) }

  /// A rejection must name a column of the text or the one after it. The result for a value must be the same each time, and must not
  /// be too large.
  public func verdict(on text: String) -> FuzzVerdict {
    // As an argument of an operator, too.
    do throws(ExpressionError) { _ = try Expression.parse("a.map \(text)") } catch {
      guard (1...text.count + 7).contains(error.column) else { return .failed("rejected at \(error.column): \(error)") }
    }
    do throws(ExpressionError) {
      let closure = try ValueExpression(parsing: text)
      for value in Self.values {
        let result = closure.result(for: value)
        guard result == closure.result(for: value) else { return .failed("two results for \(value.json)") }
        if let result, result.parts == nil { return .failed("too large a result for \(value.json)") }
      }
      return .accepted
    } catch {
      return (1...text.count + 1).contains(error.column)
        ? .rejected : .failed("rejected at column \(error.column): \(error)")
    }
  }
}
