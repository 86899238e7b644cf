import Marbles
import Narrations
import Operators
import Scenes
import Testing

@Suite struct GhostTests {
  private func ghosts(
    _ expression: String, _ rows: (String, String)..., row: String? = nil
  ) throws -> [String: SceneTime] {
    let scene = try scene(expression, rows)
    return Narration.ghosts(in: try scene.recorded(), scene, ofRow: row.flatMap(scene.position(of:)))
  }

  @Test func whatAFilterLeavesOutIsAGhostOnceTheRowHasEnded() throws {
    #expect(
      try ghosts("a.filter { $0 > 1 }", ("a", "1-2-1|")) == ["a#0": .seconds(5), "a#2": .seconds(5)])
    // A prefix ends early: what comes then is one at once.
    #expect(
      try ghosts("a.prefix(1)", ("a", "-1-2-3|")) == ["a#1": .seconds(3), "a#2": .seconds(5)])
  }

  @Test func whatNeverMetAPartnerIsKnownAtTheEnd() throws {
    #expect(try ghosts("zip(a, b)", ("a", "123---|"), ("b", "---x|")) == ["a#1": .seconds(4), "a#2": .seconds(4)])
    // The row never ends, so the end of the run decides.
    #expect(try ghosts("zip(a, b)", ("a", "12"), ("b", "---x")) == ["a#1": .seconds(3)])
  }

  @Test func whatAnotherOutputGotIsNone() throws {
    var scene = try scene("a.filter { $0 > 1 }", [("a", "1-2|")])
    scene.rows.append(Scene.Row(name: "first", content: .output(try Expression.parse("a.prefix(1)"))))
    let recording = try scene.recorded()
    #expect(Narration.ghosts(in: recording, scene) == [:])
    #expect(Narration.ghosts(in: recording, scene, ofRow: 1) == ["a#0": .seconds(3)])
    #expect(Narration.ghosts(in: recording, scene, ofRow: 2) == ["a#1": .seconds(2)])
  }

  @Test func rowsThatOnlySayWhenHaveNone() throws {
    #expect(try ghosts("a.sample(by: b)", ("a", "1-2|"), ("b", "-x-y|"), ("c", "z|")) == ["a#1": .seconds(3)])
    #expect(try ghosts("a.prefix(until: b)", ("a", "1-2|"), ("b", "-x|")) == ["a#1": .seconds(2)])
  }

  @Test func rowsBetweenAreSeenThrough() throws {
    var scene = try scene("a.map { $0 }", [("a", "12|")])
    scene.rows.append(Scene.Row(name: "last", content: .output(try Expression.parse("out.filter { $0 > 1 }"))))
    #expect(Narration.ghosts(in: try scene.recorded(), scene, ofRow: 2) == ["a#0": .seconds(2)])
  }

  @Test func whileTheRunGoesOnNothingIsDecidedOfOpenRows() throws {
    let scene = try scene("a.filter { $0 > 1 }", [("a", "1-2|")])
    var narration = Narration(beginning: scene)
    for entry in try scene.recorded().entries where entry.time < .seconds(3) { narration.append(entry) }
    #expect(Narration.ghosts(in: narration.recording, scene, isOver: false) == [:])
    #expect(Narration.ghosts(in: narration.recording, scene, isOver: true) == ["a#0": .seconds(2)])
  }

  /// By brute force, for many scenes: a ghost is an input event that is no source of anything.
  @Test(arguments: Catalogue.standard.operators.map(\.name))
  func aGhostIsNoSource(name: String) throws {
    let scene = Scene(sample: try #require(Catalogue.standard[name]))
    let recording = try scene.recorded()
    let ghosts = Narration.ghosts(in: recording, scene)
    let sources = Set(recording.rows.flatMap { $0.timeline.events.flatMap(\.sources) })
    #expect(sources.isDisjoint(with: ghosts.keys))
    for row in recording.rows where row.isInput {
      for event in row.timeline.events { #expect(ghosts[event.id].map { $0 >= event.time } ?? true) }
    }
  }
}

@Suite struct WaitTests {
  private typealias Wait = Narration.Wait

  /// The waits of each event of `out`.
  private func waits(_ expression: String, _ rows: (String, String)...) throws -> [[String]] {
    let scene = try scene(expression, rows)
    let narration = Narration(of: try scene.recorded(), scene)
    return narration.recording.rows[scene.rows.count - 1].timeline.events.map { event in
      narration.waits(of: event.id).map { wait in
        #expect(wait.to == event.time)
        return "\(wait.source) from \(wait.from)"
      }
    }
  }

  @Test func zipDebounceDelayAndChunks() throws {
    #expect(try waits("zip(a, b)", ("a", "12|"), ("b", "-x-y|")) == [["a#0 from 0"], ["a#1 from 1"]])
    #expect(try waits("a.debounce(for: .seconds(1))", ("a", "1--2--|")) == [["a#0 from 0"], ["a#1 from 3"]])
    #expect(try waits("a.delay(for: .seconds(2)).map { $0 }", ("a", "1-2|")) == [["a#0 from 0"], ["a#1 from 2"]])
    #expect(try waits("a.chunks(ofCount: 2)", ("a", "1-2|")) == [["a#0 from 0"]])
    #expect(try waits("chain(a, b)", ("a", "1--|"), ("b", "-x--y|")) == [[], ["b#0 from 1"], []])
  }

  @Test func whatIsUsedAgainHasNotWaited() throws {
    for expression in [
      "combineLatest(a, b)", "a.withLatestFrom(b)", "a.reductions(0, +)", "a.adjacentPairs()",
      "a.flatMap { _ in \"x-y|\" }",
      "a.repeated(2)", "combineLatest(a, b).delay(for: .seconds(1))", "merge(a, b)", "a.map { $0 }",
    ] {
      #expect(try waits(expression, ("a", "1-2-3|"), ("b", "9--8-|")).allSatisfy(\.isEmpty), "\(expression)")
    }
  }

  @Test func whatDoesNotHappenHasNoWaits() throws {
    let narration = Narration(of: try Scene.sample.recorded(), .sample)
    #expect(narration.waits(of: "zip#1") == [Narration.Wait(source: "1", from: .seconds(1), to: .seconds(2.5))])
    #expect(narration.waits(of: "1") == [] && narration.waits(of: "zip#99") == [] && narration.waits(of: "") == [])
  }
}
