import Expressions
import Marbles
import Narrations
import Operators
import Scenes
import Testing

/// Sentences about what an operator did name it where the expression has several.
@Suite struct StageNameTests {
  private func scene(_ expression: String, _ diagram: String = "1123|") throws -> Scene {
    let rows = [
      Scene.Row(name: "a", content: .input(try Diagram.parse(diagram, row: "a").timeline)),
      Scene.Row(name: "out", content: .output(try Expression.parse(expression))),
    ]
    return Scene(name: "test", rows: rows)
  }

  private func sentences(
    _ expression: String, _ diagram: String = "1123|", style: Narration.Style = .written
  ) throws -> [String] {
    let scene = try scene(expression, diagram)
    let narration = Narration(of: try BoundedRun(scene).perform().get(), scene, style: style)
    return narration.everything.filter { $0.row == 1 && $0.event == nil }.map(\.text)
  }

  @Test("of several operators, the one that did it") func chains() throws {
    #expect(
      try sentences("a.removeDuplicates().filter { $0 > 1 }.debounce(for: .seconds(2))") == [
        "0 s: `.filter` of out drops `1` from a: it does not pass filter.",
        "1 s: `.removeDuplicates` of out drops `1` from a: it equals the value before it.",
        "3 s: `.debounce` of out waits again: `3` from a replaced `2` from a (2 s).",
        "4 s: out finishes.",
      ])
    #expect(
      try sentences("a.removeDuplicates().filter { $0 > 1 }", style: .spoken).first
        == "At 0 seconds, .filter of out drops 1 from a: it does not pass filter.")
  }

  @Test("the row alone, of one operator") func single() throws {
    #expect(
      try sentences("a.filter { $0 > 2 }").first == "0 s: out drops `1` from a: it does not pass filter.")
  }

  @Test("of two equal operators, which one") func equalOperators() throws {
    #expect(
      try sentences("a.filter { $0 > 1 }.map { $0 }.filter { $0 > 2 }") == [
        "0 s: the first `.filter` of out drops `1` from a: it does not pass filter.",
        "1 s: the first `.filter` of out drops `1` from a: it does not pass filter.",
        "2 s: the second `.filter` of out drops `2` from a: it does not pass filter.",
        "4 s: out finishes.",
      ])
  }

  @Test("an operator in a closure") func closures() throws {
    #expect(
      try sentences("a.flatMap { [$0, $0 + 5].async.filter { $0 > 2 } }", "1|").first
        == "0 s: `.filter` of out drops `1`: it does not pass filter.")
  }

  @Test("what became of a value") func fates() throws {
    let scene = try scene("a.removeDuplicates().filter { $0 > 1 }.prefix(while: { $0 < 3 })")
    let recording = try BoundedRun(scene).perform().get()
    let (narration, fates) = (Narration(of: recording, scene), ValueFates(of: recording, in: scene))
    let told = (0..<4).map { narration.fate(of: EventKey(row: 0, index: $0), at: .distantFuture, in: fates) }
    #expect(
      told == [
        "`.filter` of out dropped it at 0 s: it does not pass filter",
        "`.removeDuplicates` of out dropped it at 1 s: it equals the value before it",
        "out used it for `2` at 2 s", "it ended `.prefix` of out at 3 s",
      ])
  }

  @Test("where stages are rows, a row is one operator, with those in its closure") func expansions() throws {
    let scene = try scene("a.filter { $0 > 1 }.flatMap { [$0].async.filter { $0 > 2 } }.filter { $0 > 9 }")
    let expansion = StageExpansion(of: scene, try BoundedRun(scene, stages: .all).perform().get())
    let narration = Narration(of: expansion.recording, expansion.scene)
    #expect(
      narration.everything.filter { $0.row > 0 && $0.event == nil }.map(\.text).filter { $0.contains("drops") } == [
        "0 s: out.filter drops `1` from a: it does not pass filter.",
        "1 s: out.filter drops `1` from a: it does not pass filter.",
        "2 s: `.filter` of out.flatMap drops `2`: it does not pass filter.",
        "3 s: out drops `3` from out.flatMap: it does not pass filter.",
      ])
  }
}
