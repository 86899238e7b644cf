import Expressions
import Marbles
import Operators
import Playback
import SceneFiles
import SceneTestSupport
import Testing

@testable import Scenes

@Suite struct ScenePlayerTests {
  // MARK: Rows over rows

  @Test func fromIsTheNearestRowAndSourcesAreTheInputs() throws {
    let recording = try scene(["a": "1-2|", "b": "-x|"], ["m = merge(a, b)", "z = zip(m, a)", "y = zip(z, m)"])
      .recorded()
    #expect(spelled(recording["z"]) == "(1, 1)@0 (x, 2)@2 |@3")
    #expect(recording.from("m") == [["a#0"], ["b#0"], ["a#1"]])
    #expect(recording.from("z") == [["a#0", "m#0"], ["a#1", "m#1"]])
    #expect(recording.sources("z") == [["a#0"], ["a#1", "b#0"]])
    #expect(recording.from("y") == [["m#0", "z#0"], ["m#1", "z#1"]])
    #expect(recording.sources("y") == [["a#0"], ["a#1", "b#0"]])
    #expect(spelled(recording["y"]) == "((1, 1), 1)@0 ((x, 2), x)@2 |@3")
  }

  @Test func nestingGoesThroughToTheInputs() throws {
    let recording = try scene(["a": "1|", "b": "2|", "c": "3|"], ["zip(merge(a, b), c)"]).recorded()
    #expect(recording.from("out") == [["a#0", "c#0"]])
    #expect(recording.sources("out") == [["a#0", "c#0"]])
  }

  @Test func sourcesAreInSceneOrder() throws {
    let recording = try scene(["a": "1|", "b": "2|", "c": "3|"], ["zip(c, a, b)"]).recorded()
    #expect(recording["out"].events.map(\.value) == [.tuple([3, 1, 2])])
    #expect(recording.sources("out") == [["a#0", "b#0", "c#0"]])
  }

  @Test func whoStartsLateGetsAllThatARowEmitted() throws {
    let recording = try scene(
      ["a": "1-2-3-|", "b": "-x---y|"], ["m = merge(a, b)", "l = late(m)"], catalogue: .testing
    ).recorded(catalogue: .testing)
    #expect(spelled(recording["m"]) == "1@0 x@1 2@2 3@4 y@5 |@6")
    #expect(spelled(recording["l"]) == "1@3 x@3 2@3 3@4 y@5 |@6")
    #expect(recording.from("l")[1] == ["m#1"])
    #expect(recording.sources("l")[1] == ["b#0"])
  }

  @Test func aLateReaderOfAnInputGetsAllItsEvents() throws {
    let recording = try scene(["a": "1-2-3|"], ["l = late(a)"], catalogue: .testing).recorded(catalogue: .testing)
    #expect(spelled(recording["l"]) == "1@3 2@3 3@4 |@5")
  }

  @Test func severalRowsMayFollowOne() throws {
    let recording = try scene(
      ["a": "1-2^", "b": "-x--"], ["m = merge(a, b)", "n = merge(m, m)", "o = zip(m, n)"]
    ).recorded()
    #expect(spelled(recording["n"]) == "1@0 1@0 x@1 x@1 2@2 2@2 ^@3 error")
    #expect(spelled(recording["o"]) == "(1, 1)@0 (x, 1)@1 (2, x)@2 ^@3 error")
  }

  @Test func aPlainRowNameShowsTheRow() throws {
    let recording = try scene(["a": "1-2|"], ["copy = a"]).recorded()
    #expect(spelled(recording["copy"]) == "1@0 2@2 |@3")
    #expect(recording.from("copy") == [["a#0"], ["a#1"]])
  }

  // MARK: The end

  @Test func whatHappensExactlyAtTheDurationStillHappens() throws {
    let recording = try scene(
      ["a": "1-2-3|", "b": "-x-y|"], ["m = merge(a, b)", "z = zip(a, b)"], duration: .seconds(3)
    ).recorded()
    #expect(recording.duration == .seconds(3))
    #expect(spelled(recording["a"]) == "1@0 2@2 open")
    #expect(spelled(recording["b"]) == "x@1 y@3 open")
    #expect(spelled(recording["m"]) == "1@0 x@1 2@2 y@3 open")
    #expect(spelled(recording["z"]) == "(1, x)@1 (2, y)@3 open")
    #expect(
      recording.entries.suffix(7).map(spelled)
        == ["0 open@3", "1 y@3", "1 open@3", "2 y@3", "2 open@3", "3 (2, y)@3", "3 open@3"])
  }

  @Test func anEndExactlyAtTheDurationIsKept() throws {
    let recording = try scene(["a": "1|", "b": "-^"], ["m = merge(a, a)"], duration: .seconds(1)).recorded()
    #expect(recording.rows.map { spelled($0.timeline) } == ["1@0 |@1", "^@1 error", "1@0 1@0 |@1"])
  }

  @Test func aSceneMayGoOnAfterTheLastEvent() throws {
    let recording = try scene(["a": "1|"], duration: .seconds(9)).recorded()
    #expect(recording.duration == .seconds(9))
    #expect(spelled(recording["a"]) == "1@0 |@1")
  }

  @Test func aSceneThatIsShownBeforeItIsPlayedIsCutToo() throws {
    let scene = try scene(["a": "1-2-3|"], ["m = merge(a, a)"], duration: .seconds(2))
    let empty = scene.emptyRecording()
    #expect(spelled(empty["a"]) == "1@0 2@2 open")
    #expect(spelled(empty["m"]) == "open")
    #expect(empty.duration == .seconds(2))
  }

  @Test func anOpenRowEndsWithTheScene() throws {
    let recording = try scene(["a": "1-2", "b": "x|"], ["m = merge(a, b)", "z = zip(a, b)"]).recorded()
    #expect(
      recording.rows.map { spelled($0.timeline) }
        == ["1@0 2@2 open", "x@0 |@1", "1@0 x@0 2@2 open", "(1, x)@0 |@1"])
    #expect(recording.duration == .seconds(2))
  }

  @Test func anEndlessSourceEndsTenSecondsAfterTheLastInput() throws {
    let scene = try scene(
      ["a": "1-2|", "b": "-x-y|"], ["t = ticker(a)", "m = merge(a, b)"], catalogue: .testing)
    let recording = try scene.recorded(catalogue: .testing)
    #expect(recording.duration == .seconds(14))
    #expect(recording["t"].events.map(\.time) == (1...14).map { SceneTime.seconds($0) })
    #expect(recording["t"].end == .open)
    #expect(spelled(recording["m"]) == "1@0 x@1 2@2 y@3 |@4")
  }

  @Test(
    "A timer that ticks as long as an open row may bring more is endless",
    arguments: [
      ("a.chunked(by: .repeating(every: .seconds(2)))", "[1,2]@2 open"),
      ("a.chunks(ofCount: 2, or: .repeating(every: .seconds(5)))", "[1,2]@2 open"),
    ])
  func aTimerOfAnOpenRow(expression: String, expected: String) throws {
    let recording = try scene(["a": "1-2"], [expression]).recorded()
    #expect(spelled(recording["out"]) == expected)
    #expect(recording.duration == .seconds(12))
    #expect(try scene(["a": "1-2|"], [expression]).recorded().duration < .seconds(6))
  }

  @Test(
    "A timer that ticks while its input is open ends a while after the last cause, also behind other operators",
    arguments: [
      "b.withLatestFrom(a.windowed(every: .seconds(1)))", "a.windowed(every: .milliseconds(300))",
      "b.flatMap { _ in \"1-2\".windowed(every: .seconds(1)) }",
    ])
  func openTimers(expression: String) throws {
    let scene = try scene(["a": "1-2", "b": "x-"], ["out = \(expression)"])
    #expect(try scene.recorded().duration <= .seconds(2) + ScenePlayer.endlessTail)
  }

  @Test func aDurationEndsAnEndlessSource() throws {
    let scene = try scene(["a": "1|"], ["t = ticker(a)"], duration: .seconds(3), catalogue: .testing)
    #expect(spelled(try scene.recorded(catalogue: .testing)["t"]) == "1@1 2@2 3@3 open")
  }

  @Test func anErrorGoesThroughRows() throws {
    let failing = Timeline(events: [], end: .error(.seconds(2), message: "no signal"))
    var scene = try scene(["a": "1|", "b": "---x|"], ["m = merge(a, b)", "n = zip(m, b)"])
    scene.rows[0].content = .input(failing)
    let recording = try scene.recorded()
    #expect(spelled(recording["m"]) == "^@2 no signal")
    #expect(spelled(recording["n"]) == "^@2 no signal")
  }

  // MARK: Limits

  @Test func aRowThatLoopsIsNamed() throws {
    let scene = try scene(
      ["a": "1-2|", "b": "-x|"], ["m = merge(a, b)", "s = spinner(b)", "n = zip(a, b)"], catalogue: .testing)
    #expect(
      failure { _ = try scene.recorded(catalogue: .testing) }?.description
        == "row s: more than 100000 steps of work at 1 s; it loops without letting time pass")
  }

  @Test func theRowThatLoopsIsBlamedNotItsReaders() throws {
    let scene = try scene(
      ["a": "1|", "b": "-x|"], ["first = merge(m, a)", "m = zip(s, a)", "s = spinner(b)", "last = merge(s, b)"],
      catalogue: .testing)
    guard case .runaway("s", at: .seconds(1), jobs: 100_000)? = failure({ _ = try scene.recorded(catalogue: .testing) })
    else {
      Issue.record("another row is blamed")
      return
    }
  }

  @Test func aRowThatEmitsTooMuchIsNamed() throws {
    let scene = try scene(["a": "1|", "b": "-x|"], ["m = merge(a, b)", "f = flood(b)"], catalogue: .testing)
    let error = failure {
      _ = try ScenePlayer(scene, catalogue: .testing, budget: .events(1000)).runImmediately()
    }
    #expect(error?.description == "row f emits more than 1000 events")
    let exact = try ScenePlayer(.sample, budget: .events(10)).runImmediately()
    #expect(exact["merge"].events.count == 10)
    #expect(
      failure { _ = try ScenePlayer(.sample, budget: .events(9)).runImmediately() }
        == .tooManyEvents(row: "merge", limit: 9))
  }

  @Test func aThousandEventsAtOneInstantAreFine() throws {
    let events = (0..<1000).map { Event(name: "e\($0)", time: .seconds(1), value: .int($0)) }
    var scene = try scene(["a": "1|", "b": "-x|"], ["m = merge(a, b)", "z = zip(a, b)", "l = combineLatest(a, b)"])
    scene.rows[0].content = .input(Timeline(events: events, end: .finish(.seconds(1))))
    let recording = try scene.recorded()
    #expect(recording["m"].events.count == 1001)
    #expect(recording["m"].events.prefix(1000).map(\.value) == (0..<1000).map { Value.int($0) })
    #expect(recording["z"].events.count == 1)
  }

  // MARK: Order

  @Test func entriesAreInOrderOfTimeThenRowThenSequence() throws {
    let recording = try scene(["a": "[12]|", "b": "x|"], ["m = merge(a, b)"]).recorded()
    #expect(
      recording.entries.map(spelled)
        == ["0 1@0", "0 2@0", "1 x@0", "2 1@0", "2 2@0", "2 x@0", "0 |@1", "1 |@1", "2 |@1"])
  }

  @Test func entriesAreReportedAsTheyHappen() throws {
    let seen = Seen()
    let player = try ScenePlayer(try scene(["a": "1-|", "b": "-x|"], ["m = merge(a, b)"]), reportsInputs: true) {
      seen.append(spelled($0))
    }
    _ = try player.runImmediately()
    #expect(seen.values == ["0 1@0", "2 1@0", "1 x@1", "2 x@1", "0 |@2", "1 |@2", "2 |@2"])
  }

  @Test func inputsAreReportedOnlyWhereAskedFor() throws {
    let seen = Seen()
    let player = try ScenePlayer(try scene(["a": "1|"], ["m = merge(a, a)"])) { seen.append(spelled($0)) }
    _ = try player.runImmediately()
    #expect(seen.values == ["1 1@0", "1 1@0", "1 |@1"])
  }
}

/// What is behind values is shared: four lines of a scene file can't fill memory with it.
@Suite struct SharedLineageTests {
  /// How many nodes there are in all that events came from.
  private func nodes(_ recording: Recording) -> Int {
    var walk = LineageWalk()
    for row in recording.rows {
      for event in row.timeline.events {
        walk.visit(event.from) { _ in }
        walk.visit(event.sources) { _ in }
      }
    }
    return walk.nodeCount
  }

  @Test(
    "sums of many values hold one node for each",
    arguments: [
      "a.map { _ in 1 }.reductions { $0 + $1 }", "a.reductions(0, +).map { $0 }.delay(for: .milliseconds(1))",
      "a.flatMap { [$0].async }.reductions(0, +)", "zip(a.reductions(0, +), a)",
    ])
  func sums(expression: String) throws {
    let count = 5000
    let events = (0..<count).map { Event(time: .milliseconds(Int64($0)), value: 1, color: .red) }
    let scene = Scene(
      name: "sums",
      rows: [
        Scene.Row(name: "a", content: .input(Timeline(events: events, end: .finish(.seconds(5))))),
        Scene.Row(name: "out", content: .output(try Expression.parse(expression))),
      ])
    let recording = try scene.recorded()
    #expect(recording["out"].events.count == count)
    #expect(recording["out"].events.last?.sources.count == count)
    #expect(nodes(recording) <= 3 * count)
    // Again the same, compared by what is new in each.
    #expect(try scene.recorded() == recording)
  }

  @Test("a timer's ticks added up for fifteen seconds hold one node for each")
  func timer() throws {
    let scene = Scene(
      name: "ticks", duration: .seconds(15),
      rows: [
        Scene.Row(
          name: "t",
          content: .output(try Expression.parse("AsyncTimerSequence(interval: .milliseconds(1), clock: clock)"))),
        Scene.Row(name: "u", content: .output(try Expression.parse("t.map { _ in 1 }.reductions { $0 + $1 }"))),
      ])
    let recording = try scene.recorded()
    #expect(recording["u"].events.last?.value == .int(recording["t"].events.count))
    #expect(recording["t"].events.count >= 14_999)
    #expect(nodes(recording) <= recording["t"].events.count)
  }
}
