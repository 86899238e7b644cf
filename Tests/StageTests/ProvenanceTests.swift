import Marbles
import Operators
import Scenes
import Testing

@testable import Stage

/// What waited and what was dropped, for any operator.
@Suite struct ProvenanceTests {
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
    let provenance = Provenance(of: recording, in: scene)
    return recording.rows[2].timeline.events.indices.map {
      provenance.wait(of: EventPlace(row: 2, index: $0))?.description ?? "-"
    }.joined(separator: " ")
  }

  /// The values of `a` that reach nothing, and when that is certain.
  private func drops(_ expression: String, a: String, b: String = "|") throws -> String {
    let scene = try scene(expression, a: a, b: b)
    let recording = try scene.recorded()
    let provenance = Provenance(of: recording, in: scene)
    return recording.rows[0].timeline.events.enumerated().compactMap { index, event in
      provenance.drop(of: EventPlace(row: 0, index: index)).map { "\(event.value)@\($0)" }
    }.joined(separator: " ")
  }

  @Test func whatOperatorsHoldBackWaits() throws {
    #expect(try waits("merge(a, b)", a: "1-2|", b: "-x|") == "- - -")
    #expect(try waits("zip(a, b)", a: "12-3|", b: "--x-y-z|") == "0 1 3")
    #expect(try waits("a.debounce(for: .seconds(1))", a: "1--2---|") == "0 3")
    #expect(try waits("a.delay(for: .seconds(2))", a: "1-2|") == "0 2")
    #expect(try waits("a.chunked(by: { $0 == $1 })", a: "11-2-|") == "0 3")
  }

  @Test func whatTheyOnlyRememberDoesNot() throws {
    // 1 waits for x; then each new value comes out at once, beside an old one.
    #expect(try waits("combineLatest(a, b)", a: "1--2|", b: "-x-y|") == "0 - -")
    #expect(try waits("a.reductions(0, { $0 + $1 })", a: "1-2-3|") == "- - -")
  }

  @Test func aValueIsDroppedOnceTheRowHasGoneOnOrIsOver() throws {
    #expect(try drops("a.filter { $0 > 1 }", a: "1-2-1-1|") == "1@2 1@7 1@7")
    #expect(try drops("a.debounce(for: .seconds(1))", a: "12--3--|") == "1@2")
    #expect(try drops("zip(a, b)", a: "1-2-3|", b: "x------|") == "2@7 3@7")
    #expect(try drops("merge(a, b)", a: "1-2|", b: "x|") == "")
  }

  @Test func aRowThatNothingIsMadeOfDropsNothing() throws {
    #expect(try drops("b.map { $0 }", a: "1-2-3|", b: "x|") == "")
    // But one that something could have been made of does.
    #expect(try drops("a.filter { _ in false }", a: "1-2|") == "1@3 2@3")
  }

  @Test func aDroppedValueTurnsHollowWhenItIsCertain() throws {
    let scene = try scene("a.filter { $0 > 1 }", a: "1-2-|")
    let line = { (seconds: Double) in try frame(scene, at: .seconds(seconds)).first { $0.contains("a ") } ?? "" }
    #expect(try line(1.9).contains("▐ 1 ▌"))
    #expect(try line(2).contains("┊ 1 ┊"))
    #expect(try line(2).contains("▐ 2 ▌"))
  }
}
