import Expressions
import Marbles
import Operators
import Scenes
import Testing

@testable import Drawing
@testable import Layout

/// What waited and what was dropped, for any operator.
@Suite struct EventFatesTests {
  private func scene(_ expression: String, a: String, b: String = "|") throws -> Scene {
    var rows = try [("a", a), ("b", b)].map { name, diagram in
      Scene.Row(name: name, content: .input(try Diagram.parse(diagram, row: name).timeline))
    }
    rows.append(Scene.Row(name: "out", content: .output(try Expression.parse(expression))))
    return Scene(name: "test", rows: rows)
  }

  /// For each event of the output, since when what is new in it has waited; `-` for nothing.
  private func waits(_ expression: String, a: String, b: String = "|") throws -> String {
    let scene = try scene(expression, a: a, b: b)
    let recording = try scene.recorded()
    let fates = EventFates(of: recording, in: scene)
    return recording.rows[2].timeline.events.indices.map {
      fates.waits(row: 2, at: $0).first?.description ?? "-"
    }.joined(separator: " ")
  }

  /// The values of `a` that reach nothing, and when that is certain.
  private func drops(_ expression: String, a: String, b: String = "|") throws -> String {
    let scene = try scene(expression, a: a, b: b)
    let recording = try scene.recorded()
    let fates = EventFates(of: recording, in: scene)
    return recording.rows[0].timeline.events.enumerated().compactMap { index, event in
      fates.drop(row: 0, at: index).map { "\(event.value)@\($0)" }
    }.joined(separator: " ")
  }

  @Test func whatOperatorsHoldBackWaits() throws {
    #expect(try waits("merge(a, b)", a: "1-2|", b: "-x|") == "- - -")
    #expect(try waits("zip(a, b)", a: "12-3|", b: "--x-y-z|") == "0 1 3")
    #expect(try waits("a.debounce(for: .seconds(1))", a: "1--2---|") == "0 3")
    #expect(try waits("a.delay(for: .seconds(2))", a: "1-2|") == "0 2")
    #expect(try waits("a.chunked(by: { $0 == $1 })", a: "11-2-|") == "0 3")
  }

  @Test func aValueThatIsOnlyRememberedDoesNotWait() throws {
    // 1 waits for x; then each new value comes out at once, beside an old one.
    #expect(try waits("combineLatest(a, b)", a: "1--2|", b: "-x-y|") == "0 - -")
    #expect(try waits("a.reductions(0, { $0 + $1 })", a: "1-2-3|") == "- - -")
  }

  @Test func aValueIsDroppedWhenAnOperatorDropsItOrTheRowIsOver() throws {
    #expect(try drops("a.filter { $0 > 1 }", a: "1-2-1-1|") == "1@0 1@4 1@6")
    #expect(try drops("a.debounce(for: .seconds(1))", a: "12--3--|") == "1@1")
    #expect(try drops("zip(a, b)", a: "1-2-3|", b: "x------|") == "2@7 3@7")
    #expect(try drops("merge(a, b)", a: "1-2|", b: "x|") == "")
  }

  @Test func aRowThatNothingIsMadeOfDropsNothing() throws {
    #expect(try drops("b.map { $0 }", a: "1-2-3|", b: "x|") == "")
    // But one that something could have been made of does.
    #expect(try drops("a.filter { _ in false }", a: "1-2|") == "1@0 2@2")
  }

  @Test func aValueThatOneOutputEmitsIsNotDropped() throws {
    var scene = try scene("a.filter { $0 > 1 }", a: "1-2|")
    scene.rows.append(Scene.Row(name: "first", content: .output(try Expression.parse("a.prefix(1)"))))
    let fates = EventFates(of: try scene.recorded(), in: scene)
    #expect((0..<2).map { fates.drop(row: 0, at: $0) } == [nil, nil])
  }

  /// Of the rows that are made of a row, those that are made of it through others count, too.
  @Test func dropsAreFoundThroughIntermediateRows() throws {
    var scene = try scene("last.filter { $0 > 1 }", a: "12---|")
    scene.rows.append(Scene.Row(name: "last", content: .output(try Expression.parse("a.filter { $0 > 2 }"))))
    // `last` drops both at once, and `out` has no other way to them.
    let fates = EventFates(of: try scene.recorded(), in: scene)
    #expect((0..<2).map { fates.drop(row: 0, at: $0) } == [.seconds(0), .seconds(1)])
  }

  /// By brute force, for many scenes: a dropped event is no source of anything, and all others of its row are.
  @Test(arguments: Catalogue.standard.operators.map(\.name))
  func aDroppedEventIsNoSource(name: String) throws {
    let scene = Scene(sample: try #require(Catalogue.standard[name]))
    let recording = try scene.recorded()
    let fates = EventFates(of: recording, in: scene)
    let sources = Set(recording.rows.flatMap { $0.timeline.events.flatMap(\.sources.keys) })
    for (row, recorded) in recording.rows.enumerated() where recorded.isInput {
      for (index, event) in recorded.timeline.events.enumerated() {
        guard let drop = fates.drop(row: row, at: index) else { continue }
        #expect(drop >= event.time && !sources.contains(EventKey(row: row, index: index)))
      }
    }
  }

  /// 100,000 sums, each of all before it: the fates take time linear in the events.
  @Test func sumsOfManyTakeWorkByTheirNumber() throws {
    let count = 100_000
    var sum = Lineage.none
    let sums = (0..<count).map { index in
      sum = sum.union(.one(EventKey(row: 0, index: index)))
      return Event(time: .milliseconds(Int64(index)), value: .int(index), from: sum, sources: sum)
    }
    let inputs = (0..<count + 10).map { Event(time: .milliseconds(Int64($0)), value: .int($0)) }
    let scene = try scene("a.reductions(0, { $0 + $1 })", a: "1|")
    var recording = scene.emptyRecording()
    recording.rows[0].timeline = Timeline(events: inputs, end: .finish(.seconds(200)))
    recording.rows[2].timeline = Timeline(events: sums, end: .finish(.seconds(200)))
    recording.duration = .seconds(200)
    let fates = EventFates(of: recording, in: scene)
    #expect(fates.waits(row: 2, at: count - 1).isEmpty)
    #expect(fates.drop(row: 0, at: 500) == nil)
    #expect(fates.drop(row: 0, at: count + 5) == .seconds(200))
  }

  @Test func aDroppedValueTurnsHollowWhenItIsCertain() throws {
    let scene = try scene("a.filter { $0 > 1 }", a: "1-2-|")
    let line = { (seconds: Double) in try frame(scene, at: .seconds(seconds)).first { $0.contains("a ") } ?? "" }
    #expect(try line(0).contains("┊ 1 ┊"))
    #expect(try line(1.9).contains("┊ 1 ┊"))
    #expect(try line(2).contains("▐ 2 ▌"))
  }
}
