import Marbles
import Operators
import Testing

@testable import Expressions

@Suite struct ExpressionTests {
  /// The whole message of the error that `text` is.
  private func message(_ text: String) -> String {
    do throws(ExpressionError) {
      return "no error: \(try Expression.parse(text).plan)"
    } catch {
      return error.description
    }
  }

  @Test func callsNest() throws {
    let expression = try Expression.parse("zip(merge(a, b), c)")
    let merge = Plan.call(
      PlannedCall(
        name: "merge", form: 0, receiver: nil,
        arguments: [.streams([.row("a", column: 11), .row("b", column: 14)])], column: 5, end: 16,
        semantics: OperatorSemantics(streams: .init(demand: .ahead(1)))))
    #expect(
      expression.plan
        == .call(
          PlannedCall(
            name: "zip", form: 0, receiver: nil, arguments: [.streams([merge, .row("c", column: 18)])], column: 1,
            end: 20,
            semantics: OperatorSemantics(
              streams: .init(holding: .next), result: .joined, trigger: .partners, atEnd: .drops,
              mayFinishEarly: true), stage: 1)))
    #expect(expression.name == nil)
    #expect(expression.source == "zip(merge(a, b), c)")
    #expect(expression.operators == ["zip", "merge"])
    #expect(expression.references.map(\.name) == ["a", "b", "c"])
  }

  @Test func methodsChain() throws {
    let expression = try Expression.parse("a.prefix(2).throttle(for: .milliseconds(1500), clock: clock, latest: false)")
    let prefix = Plan.call(
      PlannedCall(
        name: "prefix", form: 0, receiver: .row("a", column: 1), arguments: [.count(2)], column: 3, end: 12,
        semantics: OperatorSemantics(mayFinishEarly: true)))
    #expect(
      expression.plan
        == .call(
          PlannedCall(
            name: "throttle", form: 0, receiver: prefix,
            arguments: [.time(.seconds(1.5)), .flag(false), .clock(.scene)], column: 13, end: 76,
            semantics: OperatorSemantics(
              receiver: .init(holding: .first), trigger: .time, atEnd: .emits, drops: [.skipped]), stage: 1)))
    #expect(expression.operators == ["throttle", "prefix"])
    #expect(try Expression.parse("[a, b].async.joined()").references.map(\.name) == ["a", "b"])
    #expect(try Expression.parse("a.flatMap { _ in b }").references.map(\.name) == ["a", "b"])
  }

  @Test func whatMayStandAround() throws {
    #expect(try Expression.parse("a").plan == .row("a", column: 1))
    #expect(try Expression.parse("((a))").plan == .row("a", column: 3))
    #expect(try Expression.parse(" merge ( a , b ) ").source == "merge ( a , b )")
    #expect(try Expression.parse("merge(\n  a,\n  b\n)").references.map(\.column) == [10, 15])
    #expect(try Expression.parse("a\n  .map { $0 }\n  .prefix(1)").operators == ["prefix", "map"])
    #expect(try Expression.parse("merge(a, a)").references.map(\.column) == [7])
  }

  @Test(arguments: ["100", "9223372036854775807", "9223372036854775808", "99999999999999999999999"])
  func aParameterIsAtMostTheHighest(number: String) {
    let found = "found `$\(number)`, above the highest parameter `$99`, expected"
    #expect(message("a.map { $\(number) }").hasPrefix("expression, column 9: \(found) a row, an operator or a value\n"))
    #expect(message("a.flatMap { [$\(number)].async }").hasPrefix("expression, column 14: \(found) a row"))
  }

  @Test(
    "a number with a unit: the duration in Swift is named",
    arguments: [
      ("300ms", ".milliseconds(300)"), ("1.5s", ".seconds(1.5)"), ("10µs", ".microseconds(10)"),
      ("5ns", ".nanoseconds(5)"),
    ])
  func aNumberWithAUnit(text: String, duration: String) {
    let found = "expression, column 17: found `\(text)`, which is `\(duration)`, expected"
    #expect(message("a.debounce(for: \(text))").hasPrefix(found), "\(message("a.debounce(for: \(text))"))")
    #expect(throws: Never.self) { try Expression.parse("a.debounce(for: \(duration))") }
  }

  @Test(arguments: [
    ".seconds(9000000000)", ".seconds(1e300)", ".milliseconds(9223372036854775807)", ".seconds(3155760000.5)",
  ])
  func aDurationIsAtMostAHundredYears(duration: String) {
    let start = "a.delay(for: \(duration))"
    #expect(message(start).hasPrefix("expression, column 14: the duration is longer than 100 years\n"))
    let timer = "AsyncTimerSequence(interval: \(duration))"
    #expect(message(timer).contains("the duration is longer than 100 years"))
  }

  @Test func theHighestParameterIsRead() {
    #expect(message("a.map { $99 }").contains("the closure of `map` takes 1 values, not 100"))
    #expect(message("a.map { $ }").hasPrefix("expression, column 9: found `$`, expected"))
  }

  @Test func anExpressionMayNameItsRow() throws {
    let expression = try Expression.parse("both = merge(a, b)")
    #expect(expression.name == "both")
    #expect(expression.source == "merge(a, b)")
    #expect(expression.text == "both = merge(a, b)")
    #expect(expression.references.map(\.column) == [14, 17])
    // A row's name may be an operator's.
    #expect(try Expression.parse("merge = merge(a, b)").name == "merge")
    #expect(try Expression.parse("x=a").source == "a")
  }

  @Test func namesAreOfAnyScript() throws {
    for name in ["température", "größe", "ключ", "数字", "_a", "a1", "e\u{301}t", "x_1"] {
      #expect(try Expression.parse(name).plan == .row(name, column: 1))
      #expect(try Expression.parse("\(name) = merge(\(name), b)").name == name)
    }
  }

  @Test(arguments: [
    (
      "mrege(a, b)",
      """
      expression, column 1: no operator is called `mrege`; did you mean `merge`?
        mrege(a, b)
        ^
      """
    ),
    (
      "out = zip(a, combinelatest(b, c))",
      """
      expression, column 14: no operator is called `combinelatest`; did you mean `combineLatest`?
        out = zip(a, combinelatest(b, c))
                     ^
      """
    ),
    (
      "frobnicate(a)",
      """
      expression, column 1: no operator is called `frobnicate`; see `marbled list operators`
        frobnicate(a)
        ^
      """
    ),
    (
      "a.scan(0, +)",
      """
      expression, column 3: no operator is called `scan`; `scan` of RxJS, Combine and Rx.NET is `reductions` here, \
      as in `a.reductions(0, +)`
        a.scan(0, +)
          ^
      """
    ),
    (
      "a.takeUntil(b)",
      """
      expression, column 3: no operator is called `takeUntil`; `takeUntil` of RxJS is `prefix` here, \
      as in `a.prefix(until: b)`
        a.takeUntil(b)
          ^
      """
    ),
    (
      "merge(a, b",
      """
      expression, column 11: the text ends here; expected `,` or `)`
        merge(a, b
                  ^
      """
    ),
    (
      "(a",
      """
      expression, column 3: the text ends here; expected `,` or `)`
        (a
          ^
      """
    ),
    (
      "merge(a)",
      """
      expression, column 1: invalid arguments for `merge`; expected `merge(_ base1, _ base2, …)`, \
      as in `merge(a, b)`
        merge(a)
        ^
      """
    ),
    (
      "zip()",
      """
      expression, column 1: invalid arguments for `zip`; expected `zip(_ base1, _ base2, …)`, \
      as in `zip(a, b)`
        zip()
        ^
      """
    ),
    (
      "merge(a, b) c",
      """
      expression, column 13: found `c`, expected the end of the expression
        merge(a, b) c
                    ^
      """
    ),
    (
      "merge(a b)",
      """
      expression, column 9: found `b`, expected `,` or `)`
        merge(a b)
                ^
      """
    ),
    (
      "merge(a,,b)",
      """
      expression, column 9: found `,`, expected a row, an operator or a value
        merge(a,,b)
                ^
      """
    ),
    (
      "merge(a, 1)",
      """
      expression, column 10: invalid arguments for `merge`; expected `merge(_ base1, _ base2, …)`, \
      as in `merge(a, b)`
        merge(a, 1)
                 ^
      """
    ),
    (
      "",
      "expression, column 1: the text ends here; expected a row, an operator or a value\n  \n  ^"
    ),
    (
      "= a",
      """
      expression, column 1: found `=`, expected a row, an operator or a value
        = a
        ^
      """
    ),
    (
      "x =",
      """
      expression, column 4: the text ends here; expected a row, an operator or a value
        x =
           ^
      """
    ),
    (
      "merge(a,\tb?)",
      """
      expression, column 12: found `)`, expected a row, an operator or a value
        merge(a, b?)
                   ^
      """
    ),
  ])
  func whatIsWrongIsPointedAt(text: String, expected: String) {
    #expect(message(text) == expected)
  }

  @Test func aLongExpressionIsShownAroundThePlace() {
    let names = (0..<60).map { "row\($0)" }.joined(separator: ", ")
    let lines = message("merge(\(names)").split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 3)
    #expect(lines[1].hasPrefix("  …") && lines[1].hasSuffix("row59"))
    #expect(lines[1].count <= 80)
    #expect(lines[2].firstIndex(of: "^").map { lines[2].distance(from: lines[2].startIndex, to: $0) } == lines[1].count)
  }

  @Test func aTerminalIsNotSentWhatAnExpressionHolds() {
    let shown = message("merge(a, \u{1B}[2J\u{7F}\u{202E}b)")
    let isVisible = shown.unicodeScalars.allSatisfy {
      $0 == "\n" || !($0.properties.generalCategory == .control || $0.properties.generalCategory == .format)
    }
    #expect(isVisible, "\(shown.debugDescription)")
    #expect(shown.hasPrefix("expression, column 10: "))
  }

  @Test func whatIsTooDeepIsAnErrorAndNoCrash() {
    let deep = String(repeating: "(", count: 10_000) + "a" + String(repeating: ")", count: 10_000)
    #expect(message(deep).hasPrefix("expression, column 101: nested deeper than 100 levels\n"))
    let calls = String(repeating: "merge(a, ", count: 5000) + "b" + String(repeating: ")", count: 5000)
    #expect(message(calls).contains("nested deeper than 100 levels"))
    #expect(message(String(repeating: "(", count: 50) + "a" + String(repeating: ")", count: 50)).hasPrefix("no error"))
  }

  @Test func whatIsTooLongAChainIsAnErrorAndNoCrash() {
    let links = [".prefix(1)", ".count", "{ $0 }"].map { "a" + String(repeating: $0, count: 9000) }
    for text in links { #expect(message(text).contains(": the expression chains more than 400 operations\n")) }
    #expect(
      message("a.map { 1" + String(repeating: "+1", count: 40_000) + " }").contains(
        "the expression chains more than 400"))
    #expect(message("a" + String(repeating: ".prefix(1)", count: 190)).hasPrefix("no error"))
  }

  @Test func whatIsTooLongIsAnError() {
    let long = String(repeating: "a", count: 1_000_000)
    #expect(message(long).hasPrefix("expression, column 100001: the expression is longer than 100000 characters\n"))
  }

  @Test func whatTakesTooLongToComputeIsAnErrorAndNoHang() {
    #expect(
      message("a.startWith((0...99999).map { x in (0...99999).map { $0 } })") == """
        expression, column 52: the evaluation takes more than 1,000,000 steps
          a.startWith((0...99999).map { x in (0...99999).map { $0 } })
                                                             ^
        """)
  }

  @Test func anOperatorTakesAtMost64Streams() throws {
    let names = { (count: Int) in (0..<count).map { "r\($0)" }.joined(separator: ", ") }
    #expect(try Expression.parse("merge(\(names(64)))").references.count == 64)
    #expect(message("merge(\(names(65)))").contains("invalid arguments for `merge`"))
  }
}
