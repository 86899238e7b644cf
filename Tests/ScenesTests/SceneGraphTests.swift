import Expressions
import Marbles
import SceneFiles
import SceneTestSupport
import Testing

@testable import Scenes

/// Questions about which rows are made of which, of small scenes and of the largest ones.
@Suite struct SceneGraphTests {
  @Test func eachRowStandsAfterThoseThatItRefersTo() throws {
    let graph = SceneGraph(
      try scene(["a": "1|", "b": "2|"], ["z = zip(m, a)", "m = merge(a, b)", "n = m.map { $0 }"]))
    #expect(graph.references == [[], [], [3, 0], [0, 1], [3]])
    #expect(graph.order == [0, 1, 3, 2, 4])
    #expect(graph.cycle == nil)
    #expect(graph.needed(by: 2) == [2, 3, 0, 1])
    #expect(graph.needed(by: 0) == [0])
  }

  @Test func aRowKnowsTheRowsThatItReads() throws {
    let graph = SceneGraph(
      try scene(
        ["a": "1|", "b": "2|", "c": "3|"], ["x = a.map { $0 }", "y = merge(x, c)", "z = y.withLatestFrom(b)"]))
    let needed = (0..<6).map { graph.needed(by: $0).sorted() }
    #expect(needed == [[0], [1], [2], [0, 3], [0, 2, 3, 4], [0, 1, 2, 3, 4, 5]])
  }

  @Test func aCircleIsNamedOnceAndLoopsNowhere() throws {
    let graph = SceneGraph(try scene(["a": "1|"], ["x = merge(a, y)", "y = merge(a, z)", "z = zip(a, y)"]))
    #expect(graph.cycle == [2, 3, 2])
    #expect(graph.order.sorted() == [0, 1, 2, 3])
    #expect(graph.needed(by: 1) == [0, 1, 2, 3])
  }

  /// Each row names the next one, and the last is an input.
  private func chain(_ count: Int, end: String = "{ marbles: '1-2|' }") -> String {
    "rows:\n" + (0..<count - 1).map { "  r\($0): { apply: r\($0 + 1) }\n" }.joined() + "  r\(count - 1): \(end)\n"
  }

  @Test func aChainOfAsManyRowsAsThereMayBeIsOrdered() throws {
    let scene = try SceneFile(parsing: chain(SceneLimits.rows), path: "chain.yaml").scene
    let graph = SceneGraph(scene)
    #expect(graph.order == Array((0..<SceneLimits.rows).reversed()))
    #expect(graph.needed(by: 0).count == SceneLimits.rows)
  }

  @Test func aLongChainIsPlayed() throws {
    let recording = try SceneFile(parsing: chain(2000), path: "chain.yaml").scene.recorded()
    #expect(spelled(recording["r0"]) == "1@0 2@2 |@3")
  }

  @Test func aLongCircleIsShortened() {
    let count = SceneLimits.rows
    let error = #expect(throws: SceneFileError.self) {
      _ = try SceneFile(parsing: chain(count, end: "{ apply: r0 }"), path: "circle.yaml")
    }
    #expect(
      error?.message
        == "rows refer to each other in a cycle: r0 → r1 → r2 → r3 → r4 → r5 → r6 → r7 → r8 → r9 → … → r0, \(count) rows"
    )
    #expect(error?.line == 2)
  }

  @Test func moreRowsThanThereMayBeAreRefusedAtTheFirstOfThem() {
    let error = #expect(throws: SceneFileError.self) {
      _ = try SceneFile(parsing: chain(20_000), path: "chain.yaml")
    }
    #expect(error?.message == "the scene has 20000 rows; expected at most 10000")
    #expect(error?.line == 10_002)
    #expect(error?.column == 3)
  }

  @Test func moreRowsThanThereMayBeAreRefusedWithoutAFile() throws {
    var large = try scene(["a": "1|"])
    large.rows = (0...SceneLimits.rows).map { number in
      var row = large.rows[0]
      row.name = "a\(number)"
      return row
    }
    #expect(failure { try large.check() } == .tooManyRows(10_001, limit: 10_000))
  }

  @Test func moreTextThanThereMayBeIsRefusedAtItsRow() throws {
    let diagram = String(repeating: "-", count: 400_000) + "|"
    let text = """
      rows:
        a: { marbles: &long "\(diagram)" }
        b: { marbles: *long }
        c: { marbles: *long }
      """
    let error = #expect(throws: SceneFileError.self) { _ = try SceneFile(parsing: text, path: "long.yaml") }
    #expect(
      error?.message == "row c: the scene's expressions and diagrams have more than 1000000 characters in total")
    #expect(error?.line == 4 || error?.line == 2)
  }

  @Test func moreTextThanThereMayBeIsRefusedWithoutAFile() throws {
    let long = "a.map { \"\(String(repeating: "x", count: 60_000))\" }"
    let outputs = try scene(["a": "1|"], (0..<20).map { "r\($0) = \(long)" })
    #expect(failure { try outputs.check() } == .tooManyCharacters(row: "r16", limit: 1_000_000))
  }

  @Test func whatIsMissingAmongManyRowsIsToldInALine() throws {
    let inputs = (0..<100).map { "row\($0)" }
    var many = try scene(["a": "1|"], ["a2 = xyz"])
    let row = many.rows.removeFirst()
    for name in inputs {
      var input = row
      input.name = name
      input.content = .input(Timeline(end: .open))
      many.rows.append(input)
    }
    let message = try #require(failure { try many.check() }?.description)
    #expect(message.contains("no row is called `xyz`; known rows: row0, row1, "))
    #expect(message.contains(", row19 and 80 more"))
  }
}
