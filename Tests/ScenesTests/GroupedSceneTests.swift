import Expressions
import Marbles
import Operators
import SceneTestSupport
import Testing

@testable import Scenes

/// What is recorded of `grouped(by:)`: a lane for each key, what it drops and why, and where each value is inside.
@Suite struct GroupedSceneTests {
  private func row(_ expression: String, _ diagram: String) throws -> Recording.Row {
    try #require(try scene(["a": diagram], [expression]).recorded().rows.last)
  }

  @Test("each key is a lane, which begins with its first value; a key that was idle gets another one")
  func lanes() throws {
    func lanes(_ expression: String, _ diagram: String) throws -> [String] {
      try row(expression, diagram).inner.map { lane in
        "\(lane.value) from \(lane.begin): " + lane.events.map { "\($0.value)@\($0.time) " }.joined()
          + (lane.end.time.map { "|@\($0)" } ?? "open")
      }
    }
    #expect(
      try lanes("a.grouped(by: { $0 % 2 }) { _, group in group.debounce(for: .seconds(1)) }", "1-23--4|") == [
        "1 from 0: 1@1 3@4 |@7", "0 from 2: 2@3 4@7 |@7",
      ])
    #expect(
      try lanes("a.grouped(by: { $0 }, idle: .seconds(2)) { _, group in group.reduce(0, +) }", "1-1---1|") == [
        "1 from 0: 2@4 |@4", "1 from 6: 1@7 |@7",
      ])
    #expect(
      try lanes("a.grouped(by: { $0 }) { key, group in group.map { [key, $0] } }.prefix(1)", "12|") == [
        "1 from 0: [1,1]@0 |@0"
      ])
  }

  @Test("values of a key too many, and values that nothing reads any more, are dropped with a note")
  func notes() throws {
    let row = try row("a.grouped(by: { $0 }, maxKeys: 2) { _, group in group.prefix(1) }", "12-1-3|")
    #expect(
      row.notes.map { "\($0.time) \($0.note.value.map(\.description) ?? "") \($0.note.reason?.name ?? "")" } == [
        "3 1 unread", "5 3 surplus",
      ])
    // What opened a group that was not read has led to what came of it.
    let unread = try self.row("a.grouped(by: { $0 }) { key, _ in [key].async }", "1-1-2|")
    #expect(unread.notes.map { $0.note.value } == [1] && unread.notes.map(\.time) == [.seconds(2)])
    let empty = try self.row("a.grouped(by: { $0 }) { _, _ in \"|\" }", "1|")
    #expect(empty.notes.map { $0.note.reason } == [.unread])
  }

  /// What has become of the values of `a` after 3 s, in a scene that goes on.
  private func fates(_ expression: String, _ diagram: String) throws -> [String] {
    let scene = try scene(["a": diagram], [expression], duration: .seconds(3))
    let fates = ValueFates(of: try scene.recorded(), in: scene)
    return scene.rows[0].timeline!.events.indices.map {
      fates.fate(of: EventKey(row: 0, index: $0), at: .seconds(3)).name
    }
  }

  @Test("a value that one of two ways through a closure drops is not lost")
  func forkedValues() throws {
    #expect(try fates("a.grouped(by: { $0 }) { _, g in g.filter { $0 > 1 } }", "1-2----|") == ["dropped", "used"])
    #expect(
      try fates("a.grouped(by: { $0 }) { _, g in merge(g.filter { $0 > 1 }, g.delay(for: .seconds(5))) }", "1-2----|")
        == ["waiting", "used"])
  }

  @Test("a later value of another key passes no value over")
  func independentKeys() throws {
    let expression = "a.grouped(by: { $0 }) { _, g in g.chunks(ofCount: 2) }"
    #expect(try fates(expression, "122----|") == ["waiting", "used", "used"])
    // Without keys it would.
    #expect(try fates("a.filter { $0 > 1 }.chunks(ofCount: 2)", "122----|") == ["dropped", "used", "used"])
  }

  private static let expressions = [
    "a.grouped(by: { $0 }) { _, g in g }", "a.grouped(by: { $0 % 2 }) { _, g in g.reductions(+) }",
    "a.grouped(by: { $0 }) { $1.debounce(for: .seconds(1.5)) }", "a.grouped(by: { $0 }, maxKeys: 1) { _, g in g }",
    "a.grouped(by: { $0 }, idle: .seconds(2)) { _, g in g.reduce(0, +) }",
    "a.grouped(by: { $0 }) { _, g in merge(g, g.map { $0 * 10 }) }", "a.grouped(by: { $0 }) { _, g in g.prefix(1) }",
    "a.grouped(by: { $0 }) { k, g in \"x-y|\".map { [k, $0] } }", "a.grouped(by: { $0 }) { k, g in chain(\"-z|\", g) }",
    "a.grouped(by: { $0 }) { _, g in g.retry(1) }", "a.grouped(by: { $0 }) { _, g in g.withLatestFrom(b) }",
    "a.grouped(by: { $0 }) { _, g in g.grouped(by: { $0 }) { _, g in g.delay(for: .seconds(1)) } }",
    "a.grouped(by: { $0 }) { _, g in g.flatMap { _ in g.prefix(1) } }",
    "a.map { $0 * 2 }.grouped(by: { $0 }) { _, g in g.map { $0 + 1 } }.filter { $0 > 3 }",
    "a.grouped(by: { $0 }) { _, g in g.timeout(after: .seconds(2)) }", "a.grouped(by: { $0 }) { _, _ in b }",
    "a.grouped(by: { $0 }) { _, g in g.flatMapLatest { x in [x].async.delay(for: .seconds(1)) } }",
    "a.grouped(by: { $0 }) { _, g in g }.flatMap { [$0].async.delay(for: .seconds(1.5)) }",
    "a.grouped(by: { 6 / ($0 - 2) }) { _, g in g }",
    "a.grouped(by: { $0 }) { _, g in zip(g, g.dropFirst()) }.prefix(3)",
  ]

  @Test(
    "inside, each value is in one place, and neither a record nor a meter of the stages changes anything",
    arguments: expressions)
  func stages(expression: String) throws {
    for inputs in [
      ["a": "1-2-1-3-2|", "b": "-x--y|"], ["a": "[12]12-^", "b": "x^"], ["a": "[1213]-[21]--1", "b": "--x|"],
      ["a": "|", "b": "x|"], ["a": "1112---1|", "b": "-^"],
    ] as [KeyValuePairs<String, String>] {
      for order in [InstantOrder.inTurn, .together, .shuffled(seed: 7)] {
        var scene = try scene(inputs, [expression])
        scene.order = order
        var comparison = StageComparison(scene)
        #expect(comparison.problem() == nil)
        #expect(try comparison.problemOfMeter() == nil)
        let recording = try #require(comparison.staged)
        let fates = try #require(StageFates(ofRow: 2, in: recording, of: scene))
        #expect(StageAudit(fates, of: recording.rows[2]).problems == [])
      }
    }
  }
}
