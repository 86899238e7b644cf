import Marbles
import Operators
import Playback
import SceneTestSupport
import Testing

@testable import Expressions

/// `grouped(by:)`: its closure, its limits, and where its values come from.
@Suite struct GroupedTests {
  private func message(_ text: String) -> String? {
    do throws(ExpressionError) { _ = try Expression.parse(text) } catch { return "\(error.column): \(error.message)" }
    return nil
  }

  @Test(
    "a wrong closure is refused at its place",
    arguments: [
      (
        "{ key in key }", 23,
        "the closure of `grouped` takes a key and a stream, as in `{ key, group in group }`; found one parameter"
      ),
      (
        "{ k, g, x in g }", 23,
        "the closure of `grouped` takes a key and a stream, as in `{ key, group in group }`; found 3 parameters"
      ),
      ("{ key, group in key }", 39, "`key` is a value, not a stream; write `[key].async`"),
      ("{ _, g in g.map { g } }", 41, "`g` is a stream, not a value; transform its values, as in `g.map { $0 }`"),
      ("{ _, g in g.map { [$0, g] } }", 46, "`g` is a stream, not a value; transform its values, as in `g.map { $0 }`"),
      ("{ $0 }", 25, "expected a stream: a row, an operator, or `[1, 2].async`"),
      ("{ [$1].async }", 30, "an array of streams is not a stream; add `.joined()`"),
      ("{ _, _ in _ }", 33, "`_` is a value, not a stream; write `[_].async`"),
      ("{ b.flatMap { [$1].async } }", nil, ""),
    ] as [(String, Int?, String)])
  func wrongClosures(closure: String, column: Int?, problem: String) {
    #expect(message("a.grouped(by: { $0 }) \(closure)") == column.map { "\($0): \(problem)" })
  }

  @Test("a call without the closure, or with another argument, names the form")
  func wrongCalls() throws {
    for text in ["a.grouped(by: { $0 })", "a.grouped { $0 }", "a.grouped(by: { $0 }, idle: 3) { $1 }"] {
      #expect(message(text)?.contains("invalid arguments for `grouped`; expected `grouped(by: ") == true, "\(text)")
    }
    #expect(
      message("a.grouped(by: { $0 }, limit: 2) { $1 }")?.hasPrefix("23: `grouped` has no argument `limit:`") == true)
    #expect(message("a.grouped(by: { $0 }, maxKeys: 0) { $1 }") == "32: expected a whole number, 1 or greater")
  }

  @Test("the parameters hide rows and those of other closures, as in Swift")
  func names() throws {
    func rows(_ text: String) throws -> [String] { try Expression.parse(text).references.map(\.name) }
    #expect(try rows("a.grouped(by: { $0 }) { key, b in b }") == ["a"])
    #expect(try rows("a.grouped(by: { $0 }) { key, b in b.map { b in b } }") == ["a"])
    #expect(try rows("a.grouped(by: { $0 }) { merge($1, b, $1.map { $0 }) }") == ["a", "b"])
    #expect(try rows("a.grouped(by: { $0 }) { [$1, b].async.joined() }") == ["a", "b"])
    // Renaming a row to the name of a group would change what is read.
    let expression = try Expression.parse("a.grouped(by: { $0 }) { key, group in merge(group, a) }")
    #expect(expression.renamingRow("a", to: "group") == nil)
    #expect(
      expression.renamingRow("a", to: "c")?.text == "c.grouped(by: { $0 }) { key, group in merge(group, c) }")
    // The inner group hides the outer one, and its key, too.
    try expect(
      ["a": "1-2-1|"], "a.grouped(by: { $0 }) { k, g in g.grouped(by: { $0 }) { k2, g in g.map { $0 + k * k2 } } }",
      "2-6-2|")
  }

  @Test("a value comes from the values of its group, and one that is made of nothing from the first of them")
  func lineage() throws {
    let sums = try play(["a": "1-2-3-4|"], "a.grouped(by: { $0 % 2 }) { _, group in group.reductions(+) }")
    #expect(sums.sources == [["a0"], ["a1"], ["a0", "a2"], ["a1", "a3"]])
    let keys = try play(
      ["a": "1-2-1|"], "a.grouped(by: { $0 }) { key, group in merge([key].async, group.dropFirst()) }")
    #expect(keys.sources == [["a0"], ["a1"], ["a2"]])
    // A closure that does not read its group makes a stream for the first value, as that of `flatMap` does.
    let others = try play(["a": "1-1|", "b": "x-y|"], "a.grouped(by: { $0 }) { key, _ in b.map { [key, $0] } }")
    #expect(others.sources == [["a0", "b0"], ["a0", "b1"]])
  }

  @Test("a closure may read its group in any number of places, and each gets all values")
  func severalReaders() throws {
    try expect(
      ["a": "12-1|"], "a.grouped(by: { $0 }) { _, g in merge(g, g.map { $0 * 10 }) }", "[1'10'][2'20']-[1'10']|")
    // The stream that is read late has kept them.
    try expect(["a": "1-2|"], "a.grouped(by: { $0 }) { _, g in chain(\"-z|\", g) }", "-z1z[2|]")
    try expect(["a": "1-1|"], "a.grouped(by: { $0 }) { _, g in g.retry(2) }", "1-1|")
    try expect(["a": "1-1|"], "a.grouped(by: { $0 }) { _, g in g.flatMap { _ in g.prefix(1) } }", "--1|")
  }

  @Test("a source that is always ready, with more keys than there may be, and values that nothing reads")
  func manyKeys() throws {
    let counted = try play([:], "(0...99999).async.grouped(by: { $0 % 10 }) { _, g in g.reduce(0) { n, _ in n + 1 } }")
    #expect(counted.timeline.events.map(\.value) == Array(repeating: .int(10_000), count: 10))
    let limited = try play([:], "(0...99999).async.grouped(by: { $0 }) { _, group in group }")
    #expect(limited.timeline.events.map(\.value) == (0..<1000).map { .int($0) })
    let first = try play([:], "(0...9999).async.grouped(by: { $0 % 100 }) { _, group in group.prefix(1) }")
    #expect(first.timeline.events.map(\.value) == (0..<100).map { .int($0) })
  }

  @Test("a key whose result goes on counts, also after it was idle")
  func runningResults() throws {
    // The second key is one too many while the timer of the first one goes on.
    try expect(
      ["a": "1--2-3|"],
      "a.grouped(by: { $0 }, maxKeys: 1, idle: .seconds(1)) { key, _ in \"--x-y|\".map { _ in key } }", "--1-1-|")
    try expect(
      ["a": "1-----2---|"],
      "a.grouped(by: { $0 }, maxKeys: 1, idle: .seconds(1)) { key, _ in \"--x-y|\".map { _ in key } }", "--1-1---2-2|")
  }

  @Test("groups hold what waits for a slow consumer, and let go of it")
  func heldBytes() throws {
    // @unchecked Sendable: used only on the one thread that drives the executor.
    final class Held: @unchecked Sendable { var now = 0, most = 0 }
    let (held, executor) = (Held(), PlaybackExecutor())
    let plan = try Expression.parse(
      "a.grouped(by: { $0 % 3 }, idle: .seconds(5)) { _, group in group }.flatMap { [$0].async.delay(for: .seconds(1)) }"
    ).plan
    let timeline = try Diagram.parse("123456789|", row: "a").timeline
    let context = StreamContext(
      clock: executor.clock, step: .seconds(1), catalogue: .standard,
      onHolding: {
        held.now += $0; held.most = max(held.most, held.now)
      }
    ) { _ in TracedStream(cold: timeline, on: executor.clock) }
    executor.start { do { for try await _ in try plan.build(in: context) {} } catch { Issue.record(error) } }
    try executor.runImmediately()
    #expect(held.now == 0 && held.most > 3 * 4096)
  }
}
