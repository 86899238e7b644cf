import Expressions
import Marbles
import Testing

@testable import Scenes

/// What outputs of live scenes hold and wait for.
@Suite struct RowWaitTests {
  /// Plays diagrams into live rows up to a time, and says what the output waits for then.
  private static func wait(_ expression: String, _ rows: KeyValuePairs<String, String>, at time: SceneTime) throws
    -> String?
  {
    var scene = Scene(
      name: "s", rows: try rows.map { Scene.Row(name: $0, content: .input(try Diagram.parse($1, row: $0).timeline)) })
    scene.rows.append(Scene.Row(name: "out", content: .output(try Expression.parse(expression))))
    scene.duration = time
    let recording = try ScenePlayer(scene).runImmediately()
    // Rows end only in the future of a live scene.
    var past = recording
    for position in past.rows.indices where (past.rows[position].timeline.end.time ?? .zero) > time {
      past.rows[position].timeline = Timeline(
        events: past.rows[position].timeline.events.filter { $0.time <= time }, end: .open)
    }
    return RowWait(ofRow: rows.count, in: past, of: scene)?.text(at: time)
  }

  @Test("zip holds one value, leaves later ones at the source, and waits for the other row")
  func zip() throws {
    let rows: KeyValuePairs = ["a": "1-2-3--------|", "b": "x------------|"]
    #expect(try Self.wait("zip(a, b)", rows, at: .seconds(3)) == "holds 1 of a, waits for b, 1 s")
    #expect(
      try Self.wait("zip(a, b)", rows, at: .seconds(9)) == "holds 1 of a, 1 of a at the source, waits for b, 7 s")
    #expect(
      try Self.wait("zip(a, b.map { $0 }).map { $0.0 }", rows, at: .seconds(9))
        == "holds 1 of a, 1 of a at the source, waits for b, 7 s")
    #expect(try Self.wait("zip(a, b)", ["a": "1------|", "b": "x------|"], at: .seconds(3)) == nil)
  }

  @Test("combineLatest waits for the rows without a value")
  func combineLatest() throws {
    #expect(
      try Self.wait("combineLatest(a, b)", ["a": "1-2----|", "b": "------x|"], at: .seconds(4))
        == "holds 1 of a, waits for b, 2 s")
  }

  @Test("withLatestFrom holds the newest value of the other row, and drops the rest")
  func withLatestFrom() throws {
    let rows: KeyValuePairs = ["a": "1------2|", "b": "--x-y---|"]
    #expect(try Self.wait("a.withLatestFrom(b)", rows, at: .seconds(1)) == nil)
    #expect(try Self.wait("a.withLatestFrom(b)", rows, at: .seconds(5)) == "holds 1 of b, waits for a, 1 s")
  }

  @Test("signals are what operators wait for, and hold nothing themselves")
  func signals() throws {
    let rows: KeyValuePairs = ["a": "1-2-3--------|", "b": "-------------|"]
    #expect(try Self.wait("a.sample(by: b)", rows, at: .seconds(6)) == "holds 1 of a, waits for b, 2 s")
    #expect(try Self.wait("a.filter { $0 > 1 }.sample(by: b)", rows, at: .seconds(6)) == nil)
  }

  @Test("operators of one row hold values for a time, or until its end")
  func one() throws {
    let rows: KeyValuePairs = ["a": "1-2-3--------|"]
    #expect(try Self.wait("a.debounce(for: .seconds(9))", rows, at: .seconds(6)) == "holds 1 of a, 2 s")
    #expect(try Self.wait("a.delay(for: .seconds(3))", rows, at: .seconds(4)) == "holds 2 of a, 2 s")
    #expect(try Self.wait("a.reduce(0, +)", rows, at: .seconds(6)) == "holds 3 of a, waits for the end of a, 6 s")
    #expect(try Self.wait("a.map { $0 }", rows, at: .seconds(6)) == nil)
  }

  @Test("chain waits for the end of the first row")
  func chain() throws {
    #expect(
      try Self.wait("chain(a, b)", ["a": "1-------|", "b": "x-y-----|"], at: .seconds(5))
        == "2 of b at the source, waits for the end of a, 5 s")
    #expect(
      try Self.wait("[a, b].async.joined()", ["a": "1-------|", "b": "x-y-----|"], at: .seconds(5))
        == "2 of b at the source, waits for the end of a, 5 s")
  }

  @Test("The rate is that of the last ten seconds, and of the newest values of a fast row")
  func measure() {
    func row(_ times: [Double]) -> Recording.Row {
      Recording.Row(
        name: "a", timeline: Timeline(events: times.map { Event(time: .seconds($0), value: 1) }, end: .open))
    }
    let slow = RowMeasure(row([0, 12, 14, 16]), at: .seconds(20))
    #expect(slow.rate == 0.3 && slow.sinceLast == .seconds(4))
    #expect(RowMeasure(row([]), at: .seconds(5)).sinceLast == nil)
    #expect(RowMeasure(row([0, 1]), at: .seconds(2)).rate == 1)
  }
}
