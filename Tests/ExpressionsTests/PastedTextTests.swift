import Testing

@testable import Expressions

/// Expressions that are pasted from Swift, and from other libraries.
@Suite struct PastedTextTests {
  @Test(
    "What belongs to a file of Swift is left out",
    arguments: [
      ("let x = a.map { $0 }", "a.map { $0 }"), ("var x = a", "a"), ("a.prefix(1);", "a.prefix(1)"),
      ("a // comment\n  .map { $0 } // another", "a.map { $0 }"),
      ("// first\na /* one /* in */ another */.prefix(1)", "a .prefix(1)"),
      ("a\n  .map { $0 }\n\n  .prefix(2)\n", "a.map { $0 }.prefix(2)"),
      ("zip(\n  a,\n  b\n)", "zip( a, b )"),
      ("a.map {\n  let b = $0 // twice\n  b * 2\n}", "a.map {\nlet b = $0\nb * 2\n}"),
      ("a.map { \"// no comment\" + $0 }", "a.map { \"// no comment\" + $0 }"),
      ("a.filter { $0.contains(/a\\/\\/b/) }", "a.filter { $0.contains(/a\\/\\/b/) }"),
      ("a.map { $0 / 2 /* half */ }", "a.map { $0 / 2 }"), ("a  .map { $0 }", "a  .map { $0 }"),
    ])
  func cleaned(text: String, source: String) throws {
    let expression = try Expression.parse(text)
    #expect(expression.source == source)
    let again = try Expression.parse(source)
    #expect(again.source == source && again.operators == expression.operators)
  }

  private func error(_ text: String) -> ExpressionError? {
    do throws(ExpressionError) {
      _ = try Expression.parse(text)
      return nil
    } catch {
      return error
    }
  }

  @Test("A mistake is where it was typed, also behind comments")
  func columns() {
    #expect(error("// one\na.debounec(for: .seconds(1))")?.column == 9 + 1)
    #expect(error("let x = a.prefix(1) 7")?.column == 21)
    #expect(error("a /* open")?.column == nil)
  }

  @Test(
    "What is written as in another library is translated",
    arguments: [
      ("a.pipe(debounceTime(1000))", 3, "operators follow a dot here: `a.debounce(for: .seconds(1))`"),
      (
        "let x = a.pipe(debounceTime(300), map(x => x * 2))", 11,
        "operators follow a dot here: `a.debounce(for: .milliseconds(300)).map { $0 * 10 }`"
      ),
      ("a.pipe()", 3, "operators follow a dot here, as in `a.map { $0 * 2 }`"),
      ("a.map(x => x * 2)", 9, "a closure is written in braces here: `{ x in x * 2 }`"),
      ("a.subscribe(print)", 3, "a row shows each value without `subscribe`; leave the call out"),
      (
        "a.debounce(for: .seconds(1), scheduler: DispatchQueue.main)", 30,
        "time is that of the scene, so `debounce` has no `scheduler:`; leave it out"
      ),
    ])
  func translated(text: String, column: Int, message: String) {
    #expect(error(text)?.message == message)
    #expect(error(text)?.column == column)
  }
}
