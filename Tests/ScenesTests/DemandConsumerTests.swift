import Expressions
import Marbles
import Operators
import Playback
import Player
import SceneTestSupport
import Testing

@testable import Scenes

/// The demand-driven consumer of `dialect: asv`: diagrams in, what is expected, and what is recorded.
///
/// A diagram's first character is at 1 s here, as the clock starts one step before it.
@Suite struct DemandConsumerTests {
  /// A scene of inputs and of one output that is asked for what `expected` says.
  private func scene(
    _ inputs: KeyValuePairs<String, String>, _ expression: String, _ expected: String, dialect: Dialect = .asv,
    catalogue: Catalogue = .conformance
  ) throws -> Scene {
    var rows = try inputs.map {
      Scene.Row(name: $0.key, content: .input(try Diagram.parse($0.value, row: $0.key, dialect: dialect).timeline))
    }
    rows.append(
      Scene.Row(
        name: "out", content: .output(try Expression.parse(expression, catalogue: catalogue)),
        expectation: try Scene.Expectation(parsing: expected, row: "out", dialect: .asv)))
    return Scene(name: "test", dialect: dialect, rows: rows)
  }

  private func recorded(
    _ input: String, _ expression: String, _ expected: String, dialect: Dialect = .asv
  ) throws -> String {
    let scene = try scene(["a": input], expression, expected, dialect: dialect)
    return spelled(try scene.recorded(catalogue: .conformance)["out"])
  }

  // MARK: Back-pressure

  @Test func aBufferDropsWhatNobodyAsksFor() throws {
    let latest = "a.buffer(policy: .bufferingLatest(1))"
    #expect(try recorded("a-bcd|", latest, "a-bcd|") == "a@1 b@3 c@4 d@5 |@6")
    #expect(try recorded("a-bcd|", latest, "a,,,,[d|]") == "a@1 d@6 |@6")
    #expect(try recorded("a-bcd|", "a.buffer(policy: .bufferingOldest(1))", "a,,,,[b|]") == "a@1 b@6 |@6")
  }

  @Test func withoutABufferTheInputWaits() throws {
    #expect(try recorded("abc|", "a", ",,,[a,][b,][c,]|") == "a@4 b@5 c@6 |@7")
  }

  @Test func outsideOfTheDialectEverythingIsTakenAsItComes() throws {
    let latest = "a.buffer(policy: .bufferingLatest(1))"
    #expect(try recorded("a-bcd|", latest, "a,,,,[d|]", dialect: .marbled) == "a@0 b@2 c@3 d@4 |@5")
  }

  @Test func aRowThatFollowsGetsWhatTheConsumerGot() throws {
    var scene = try scene(["a": "a-bcd|"], "a.buffer(policy: .bufferingLatest(1))", "a,,,,[d|]")
    scene.rows.append(Scene.Row(name: "copy", content: .output(try Expression.parse("out"))))
    #expect(spelled(try scene.recorded()["copy"]) == "a@1 d@6 |@6")
  }

  @Test("what happens at the instant of a question happens before it") func theConsumerIsLast() throws {
    #expect(try recorded("abcd|", "a.buffer(policy: .bufferingLatest(1))", "a,[c,]|") == "a@1 c@3 d@4 |@5")
    let ticks = "AsyncTimerSequence(interval: .steps(1)).buffer(policy: .bufferingLatest(1))"
    #expect(try recorded("", ticks, "1,3[;|]") == "1@1 3@3 |@4")
  }

  // MARK: Cancellation

  @Test func cancellationEndsWhatTheConsumerWaitsFor() throws {
    #expect(try recorded("a--b|", "a", "a-[;|]") == "a@1 |@3")
  }

  @Test("what is due at the same instant comes too late") func cancellationComesFirst() throws {
    #expect(try recorded("a-b|", "a", "a-[;|]") == "a@1 |@3")
    #expect(try recorded("a-b|", "merge(a, a)", "[aa]-[;|]") == "a@1 a@1 |@3")
  }

  @Test func aConsumerThatIsCancelledBeforeItAsksFails() throws {
    #expect(try recorded("abc|", "a", "a,,[;^]") == "a@1 ^@4 CancellationError()")
  }

  @Test func aCancellationAfterTheEndChangesNothing() throws {
    #expect(try recorded("ab|", "a", "ab|--;") == "a@1 b@2 |@3")
  }

  // MARK: Timers

  @Test("the clock starts one step before the first character") func timer() throws {
    #expect(try recorded("", "AsyncTimerSequence(interval: .steps(2)).map { _ in 0 }", "-0-0[;|]") == "0@2 0@4 |@5")
  }

  @Test func anEndlessSourceGoesOnAfterTheLastQuestion() throws {
    let ticks = "AsyncTimerSequence(interval: .steps(20)).map { _ in 0 }"
    let recording = try scene([:], ticks, String(repeating: "-", count: 19) + "0").recorded()
    #expect(recording.duration == .seconds(30))
    #expect(spelled(recording["out"]) == "0@20 open")
  }

  // MARK: The end

  @Test func whatIsNotAskedForIsNotTaken() throws {
    #expect(try recorded("abcdef|", "a", "a") == "a@1 b@2 c@3 open")
  }

  @Test func afterTheDiagramItAsksOnceMore() throws {
    #expect(try recorded("ab--|", "a", "a") == "a@1 b@2 |@5")
  }

  @Test func aStreamThatNeverEndsStaysOpen() throws {
    var scene = try scene(["a": "ab"], "a", "ab")
    scene.rows[0].content = .input(Timeline(events: scene.rows[0].timeline!.events, end: .open))
    #expect(spelled(try scene.recorded(catalogue: .conformance)["out"]) == "a@1 b@2 open")
  }

  @Test func whatGoesOnAfterItsEndIsReported() throws {
    #expect(
      try recorded("a-|", "a.violatingSpecification(returningPastEndIteration: \"d\")", "a-|")
        == "a@1 ^@3 after its end it gave d")
    #expect(
      try recorded("a-|", "a.violatingSpecification(throwingPastEndIteration: \"no\")", "a-|")
        == "a@1 ^@3 after its end it failed: no")
  }

  @Test func aFailureIsTheRows() throws {
    #expect(try recorded("ab^", "a", "ab^") == "a@1 b@2 ^@3 error")
  }

  // MARK: The engine

  @Test func realTimeGivesTheSame() async throws {
    let scene = try scene(["a": "a-bcd--e|"], "a.buffer(policy: .bufferingLatest(1))", "a,,,,[d,]-[;|]")
    let (scenePlayback, batches) = try await perform(scene, reportsInputs: false)
    #expect(scenePlayback.error == nil)
    #expect(batches.joined().map(spelled) == ["1 a@1", "1 d@6", "1 |@8"])
    #expect(try scene.recorded().entries.filter { $0.row == 1 }.map(spelled) == ["1 a@1", "1 d@6", "1 |@8"])
  }

  @Test func aRunThatIsOverLeavesTheConsumerOpen() throws {
    var scene = try scene(["a": "a---b|"], "a", "a--[;|]")
    scene.duration = .seconds(3)
    #expect(spelled(try scene.recorded()["out"]) == "a@1 open")
  }
}
