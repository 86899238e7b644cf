import Expressions
import Marbles
import Testing

/// Expressions over one value, as in labels.
@Suite struct ValueExpressionTests {
  @Test(arguments: [
    ("$0.status", #"{"status":503}"#, "503"),
    (#""\($0.method) \($0.path)""#, #"{"method":"GET","path":"/"}"#, #""GET /""#),
    ("$0.ms > 100 ? \"slow\" : \"fast\"", #"{"ms":120}"#, #""slow""#),
    ("{ $0.status }", #"{"status":200}"#, "200"),
    ("$0.items.count", #"{"items":[1,2]}"#, "2"),
    ("$0.user?.name ?? \"guest\"", #"{"user":null}"#, #""guest""#),
    ("$0 * 2", "21", "42"),
    ("\"fixed\"", "1", #""fixed""#),
  ])
  func results(text: String, value: String, result: String) throws {
    #expect(try ValueExpression(parsing: text).result(for: try Value(json: value))?.json == result)
  }

  @Test(
    "An expression that fails, or has no result, is nil",
    arguments: [
      ("$0.status", #"{"path":"/"}"#), ("$0.status", "7"), ("$0 + 1", #""x""#), ("nil", "1"), ("1 / $0", "0"),
    ])
  func noResult(text: String, value: String) throws {
    #expect(try ValueExpression(parsing: text).result(for: try Value(json: value)) == nil)
  }

  @Test("A label takes at most 10,000 steps") func bounded() throws {
    let costly = try ValueExpression(parsing: "(1...100).map { a in (1...1000).map { $0 * a }.sum() }.sum()")
    #expect(costly.result(for: 1) == nil)
  }

  @Test(arguments: [
    ("status", 1, "no variable or function is called `status` here; did you mean the member `$0.status`?"),
    ("$0.status.uppercase()", 11, "values have no method `uppercase`; did you mean `uppercased`?"),
    ("$0 + $1", 4, "expected an expression over one value, `$0`"),
    ("$0.", 4, "the text ends here; expected a name after the dot"),
    ("minn($0, 1)", 1, "no variable or function is called `minn` in a closure; did you mean `min`?"),
    ("$0 $0", 4, "found `$0`, expected the end of the expression"),
  ])
  func mistakes(text: String, column: Int, message: String) {
    let error = #expect(throws: ExpressionError.self) { try ValueExpression(parsing: text) }
    #expect(error?.column == column)
    #expect(error?.message == message)
  }

  @Test func aLongOneIsRefused() {
    let error = #expect(throws: ExpressionError.self) {
      try ValueExpression(parsing: "\"" + String(repeating: "x", count: 1000) + "\"")
    }
    #expect(error?.message == "the expression is longer than 1000 characters")
  }
}
