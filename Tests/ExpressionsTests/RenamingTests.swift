import Expressions
import Operators
import Testing

/// Expressions after a row got another name.
@Suite struct RenamingTests {
  @Test(arguments: [
    ("merge(a, b)", "a", "x", "merge(x, b)"),
    ("merge(a, b)", "c", "d", "merge(a, b)"),
    ("merge(a, b)", "a", "a", "merge(a, b)"),
    (" out = zip( a ,a.map { $0 } ) ", "a", "longer", " out = zip( longer ,longer.map { $0 } ) "),
    ("zip(\n  first,\r\n  second\n)", "second", "b", "zip(\n  first,\r\n  b\n)"),
    ("a.flatMap { _ in b.delay(for: .seconds(1)) }", "b", "slow", "a.flatMap { _ in slow.delay(for: .seconds(1)) }"),
    ("[a, b].async.joined(separator: a)", "a", "c", "[c, b].async.joined(separator: c)"),
    ("a.map { a in a.count }", "a", "x", "x.map { a in a.count }"),
    ("a.flatMap { a in [a].async }", "a", "x", "x.flatMap { a in [a].async }"),
    ("a.flatMap { x in b }", "a", "x", "x.flatMap { x in b }"),
    ("merge(merge, b).map { $0.merge }", "merge", "x", "merge(x, b).map { $0.merge }"),
    ("merge(a, b)", "a", "merge", "merge(merge, b)"),
    ("for.debounce(for: .seconds(1))", "for", "x", "x.debounce(for: .seconds(1))"),
    ("a.receive(on: clock)", "clock", "c", "a.receive(on: clock)"),
    ("a.map { \"a: \\($0)\" }", "a", "bb", "bb.map { \"a: \\($0)\" }"),
    ("zip(a, \"a-b|\")", "a", "x", "zip(x, \"a-b|\")"),
    ("größe.prefix(1)", "größe", "数", "数.prefix(1)"),
    ("((a))", "a", "b", "((b))"),
    ("both = merge(a, b)", "both", "x", "x = merge(a, b)"),
    ("a = merge(a, b)", "a", "x", "x = merge(x, b)"),
    ("x=a", "a", "y", "x=y"),
  ])
  func allMentionsAreReplaced(text: String, old: String, new: String, expected: String) throws {
    let expression = try Expression.parse(text)
    let renamed = try #require(expression.renamingRow(old, to: new))
    #expect(renamed == (try Expression.parse(expected)))
    #expect(renamed.text == expected)
    #expect(renamed.renamingRow(new, to: old) == expression)
  }

  @Test(
    "A name that would change the meaning is refused",
    arguments: [
      ("merge(a, b)", "a", "b"), ("merge(a, b)", "c", "b"), ("x = a.prefix(1)", "a", "x"), ("merge(a, b)", "a", ""),
      ("merge(a, b)", "a", "x y"), ("merge(a, b)", "a", " x"), ("merge(a, b)", "a", "true"), ("merge(a, b)", "a", "1x"),
      ("merge(a, b)", "a", "x.prefix(1)"), ("merge(a, b)", "a", "x, c"), ("merge(a, b)", "c", "nil"),
      ("a.flatMap { x in merge(b, [x].async) }", "b", "x"), ("a.flatMap { x in [b].async.joined() }", "b", "x"),
      ("a.flatMap { b.prefix(1) }", "b", "return"),
    ])
  func refused(text: String, old: String, new: String) throws {
    #expect(try Expression.parse(text).renamingRow(old, to: new) == nil)
  }

  @Test func aTextThatGetsTooLongIsRefused() throws {
    let text = "merge(a, b)" + String(repeating: " ", count: Expression.maximumLength - 11)
    let expression = try Expression.parse(text)
    #expect(expression.renamingRow("a", to: "longer") == nil)
    #expect(expression.renamingRow("a", to: "x")?.references.map(\.name) == ["x", "b"])
  }

  @Test("Renaming back gives the same expression", arguments: Catalogue.standard.operators.map(\.sample.expression))
  func backAgain(sample: String) throws {
    let expression = try Expression.parse(sample)
    for new in ["x", "renamed", "merge", "clock", "in", "for", "async", "return", "e\u{301}t", "b"] {
      guard let renamed = expression.renamingRow("a", to: new) else {
        #expect(expression.references.contains { $0.name == new } || new == "return", "\(new)")
        continue
      }
      #expect(!renamed.references.contains { $0.name == "a" })
      #expect(renamed.operators == expression.operators)
      #expect(renamed.renamingRow(new, to: "a") == expression)
    }
  }
}
