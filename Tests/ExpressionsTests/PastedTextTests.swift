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
      ("let x: AsyncMap<Int, [String: Int]>? = a.map { $0 }", "a.map { $0 }"),
      ("a.map { (v: Int) -> Int? in v }", "a.map { (v: Int) -> Int? in v }"),
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

  @Test(
    "Types of closures and the module of a function mean nothing",
    arguments: [
      ("a.map { (v: Int) in v * 2 }", "a.map { v in v * 2 }"), ("a.map { v -> Int? in v }", "a.map { v in v }"),
      (
        "a.reductions(0) { (sum: Int, v: [String: Int]) -> (Int) in sum }", "a.reductions(0) { (sum, v) in sum }"
      ),
      ("AsyncAlgorithms.merge(a, a)", "merge(a, a)"),
    ])
  func typed(text: String, plain: String) throws {
    let (expression, same) = (try Expression.parse(text), try Expression.parse(plain))
    #expect(expression.stages.map(\.name) == same.stages.map(\.name))
    let again = try Expression.parse(expression.source)
    #expect(again.source == text)
    let rows: Rows = ["a": "1-2-3|"]
    #expect(try play(rows, text).timeline == play(rows, plain).timeline)
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
        "operators follow a dot here: `a.debounce(for: .milliseconds(300)).map { $0 * 2 }`"
      ),
      ("a.pipe()", 3, "operators follow a dot here, as in `a.map { $0 * 2 }`"),
      ("a.map(x => x * 2)", 9, "a closure is written in braces here: `{ $0 * 2 }`"),
      ("a.map(x => f(x))", 9, "a closure is written in braces here: `{ x in x * 2 }`"),
      (
        "a.switchMap(x => b)", 3,
        "no operator is called `switchMap`; `switchMap` of RxJS is `flatMapLatest` here, as in `a.flatMapLatest { _ in b }`"
      ),
      (
        "for await q in queries { print(q) }", 1,
        "an expression is a stream, not a loop over one; write the stream alone: `queries`"
      ),
      (
        "for await q in queries.nope() { print(q) }", 1,
        "an expression is a stream, not a loop over one; write the stream alone, as in `a.map { $0 * 2 }`"
      ),
      (
        "a.map(String.init)", 7, "`String.init` can't be passed to a call; write a closure: `{ String($0) }`"
      ),
      ("await a", 1, "an expression is a stream, which is not awaited; leave `await` out"),
      (
        "a.map { throw MyError() }", 9,
        "a closure has no `throw`; draw the failure in an input, as `#` in `1-2-#`, or let the closure divide by zero, as in"
          + " `{ 6 / ($0 - 2) }`"
      ),
      (
        "let x = a.map { $0 }\nlet y = x", 22, "an output has one expression; add another output for `y`"
      ),
      (
        "a.map { guard $0 > 1 else { return 0 }; return $0 }", 9,
        "a closure has no `guard`; its result is one expression, which chooses with `if $0 > 1 { … } else { … }` or"
          + " `$0 > 1 ? … : …`"
      ),
      (
        "a.map { v in switch v { default: 1 } }", 14,
        "a closure has no `switch`; its result is one expression, which chooses with `if $0 > 1 { … } else { … }` or"
          + " `$0 > 1 ? … : …`"
      ),
      (
        "a.map { if $0 > 1 { return 1 }\n return 2 }", 33,
        "a closure has no early `return`; its result is one expression, which chooses with"
          + " `if $0 > 1 { … } else { … }` or `$0 > 1 ? … : …`"
      ),
      (
        "a.pipe(map(x => x * 2), mergeMap(x => f(x)))", 3,
        "operators follow a dot here: `a.map { $0 * 2 }.mergeMap(…)`; `mergeMap` of RxJS has no operator here: in Swift, the tasks of"
          + " a task group yield into one `AsyncStream`; `flatMap` runs one stream after another, and `flatMapLatest` keeps the newest"
      ),
      ("a$.pipe(mergeWith(b$))", 4, "operators follow a dot here: `merge(a, b)`"),
      ("a.map { $O * 2 }", 9, "found `$O`; did you mean `$0`?"),
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

  @Test(
    "A translation has the arguments that were typed, and … for those that it can't say",
    arguments: [
      ("map(x => x * 7), filter(x => x % 2 === 0)", "a.map { $0 * 7 }.filter { $0 % 2 == 0 }"),
      ("take(2), startWith(9)", "a.prefix(2).startWith(9)"), ("startWith(-1.5)", "a.startWith(-1.5)"),
      ("startWith('x')", "a.startWith(\"x\")"), ("startWith(1, 2)", "a.startWith(1, …)"),
      ("map((x) => x.name.length !== 0 && true)", "a.map { $0.name.count != 0 && true }"),
      ("map(() => 1)", "a.map { _ in 1 }"),
      ("map(x => f(x))", "a.map { … }"), ("map(x => x / 2)", "a.map { … }"), ("map(x => ({ x }))", "a.map { … }"),
      ("map(f)", "a.map { … }"), ("map(x => y)", "a.map { … }"), ("mapTo(5)", "a.map { _ in 5 }"),
      ("debounceTime(250), take(n)", "a.debounce(for: .milliseconds(250)).prefix(…)"),
      ("debounceTime(wait)", "a.debounce(for: …)"),
      ("sampleTime(2000)", "a.sample(by: AsyncTimerSequence(interval: .seconds(2)))"),
      ("scan((sum, x) => sum + x, 0)", "a.reductions(0) { $0 + $1 }"), ("scan(add, 0)", "a.reductions(…, …)"),
      ("catchError(() => EMPTY)", "a.catchError { _ in \"|\" }"), ("mergeWith(NEVER)", "merge(a, \"-\")"),
      ("switchMap(x => c)", "a.flatMapLatest { _ in c }"), ("switchMap(x => load(x))", "a.flatMapLatest { … }"),
      ("mergeWith(c), take(1)", "merge(a, c).prefix(1)"), ("combineLatestWith(c, d)", "combineLatest(a, c, d)"),
      ("endWith(9)", "chain(a, [9].async)"), ("takeUntil(stop)", "a.prefix(until: stop)"),
      ("takeWhile(x => x < 5)", "a.prefix(while: { $0 < 5 })"), ("first()", "a.first(where: { … })"),
      ("takeLast(3)", "a.reduce([]) { ($0 + [$1]).suffix(…) }.joined()"),
      ("count()", "a.reduce(0) { count, _ in count + 1 }"),
      ("distinctUntilChanged()", "a.removeDuplicates()"),
      ("distinctUntilChanged((x, y) => x === y)", "a.removeDuplicates(…)"),
      ("groupBy(x => x.user)", "a.grouped(by: { $0.user }) { … }"), ("mystery(1)", "a.mystery(…)"),
    ])
  func carried(functions: String, chain: String) {
    #expect(error("a.pipe(\(functions))")?.message == "operators follow a dot here: `\(chain)`")
  }

  @Test(
    "A loop and an initializer are written as an expression",
    arguments: [
      ("for try await x in a.debounce(for: .seconds(1)) {}", "a.debounce(for: .seconds(1))" as String?),
      ("for await x in a.map { $0 * 2 } {\n  print(x)\n}", "a.map { $0 * 2 }"),
      ("for await (x, y) in zip(a, // one\n  b) { if x { print(y) } }", "zip(a, b)"),
      ("for await x in a where x > 1 {}", nil),
      ("for await x in for await y in a {} {}", nil), ("for await x in", nil), ("for await x in {}", nil),
      ("let x = a.map(String.init).filter { $0 != \"1\" }", "a.map { String($0) }.filter { $0 != \"1\" }"),
      ("a.compactMap(Int.init).map(Double.init)", "a.compactMap { Int($0) }.map { Double($0) }"),
      ("a.chunked(on: String.init)", "a.chunked(on: { String($0) })"), ("a.delay(for: String.init)", nil),
    ])
  func replaced(text: String, replacement: String?) throws {
    let found = try #require(error(text))
    #expect(found.replacement == replacement)
  }

  @Test("A translation that is as it was typed can be parsed")
  func parses() throws {
    for functions in ["map(x => x > 2 ? 1 : null)", "scan((sum, x) => sum + x, 0)", "mapTo(5), endWith(9)"] {
      let message = try #require(error("a.pipe(\(functions))")?.message)
      _ = try Expression.parse(String(message.split(separator: "`")[1]))
    }
  }

  @Test(
    "A column of the cleaned text is one of the typed text",
    arguments: [
      "let results = nope.map { $0 }", "// first\n nope /* x */ .map { $0 }\n  .prefix(1);",
      "x = zip(\n  a, // one\n  nope\n)",
      "nope",
    ])
  func typedColumns(text: String) throws {
    let expression = try Expression.parse(text)
    let again = try Expression.parse(expression.source)
    let column = try #require(again.references.first { $0.name == "nope" }?.column)
    let place = try #require(text.firstRange(of: "nope")?.lowerBound)
    #expect(expression.column(ofSource: column) == text.distance(from: text.startIndex, to: place) + 1)
  }
}
