import Marbles
import Playback
import SceneTestSupport
import Testing

@testable import Operators
@testable import Scenes

/// However little text it takes to ask for it, no scene fills memory or runs for ever.
@Suite struct LimitTests {
  @Test func aValueThatDoublesAtEachRowIsTooLarge() throws {
    let rows = (1...40).map { "r\($0) = zip(\($0 == 1 ? "a, a" : "r\($0 - 1), r\($0 - 1)"))" }
    let recording = try scene(["a": "1|"], rows).recorded()
    #expect(spelled(recording["r40"]) == "^@0 \(OversizedValue())")
    #expect(recording["r10"].events.count == 1)
  }

  @Test func aValueThatDoublesAtEachOperatorIsTooLarge() throws {
    let chain = String(repeating: ".map { [$0, $0] }", count: 40)
    let end = try scene(["a": "1|"], ["a\(chain)"]).recorded()["out"].end
    guard case .error(_, let message) = end else { return #expect(Bool(false), "\(end)") }
    #expect(message.contains("a value of more than 100000 parts"))
  }

  @Test func textThatDoublesIsTooLarge() throws {
    let recording = try scene(["a": "[1234567890][1234567890][1234567890]|"], ["a.reductions(\"x\") { x, _ in x + x }"])
      .recorded()
    guard case .error(_, let message) = recording["out"].end else { return #expect(Bool(false)) }
    #expect(message.contains("a value of more than 100000 parts"))
  }

  @Test(arguments: [
    "a.map { _ in (0..<10000).map { _ in (0..<10000).map { $0 } }.count }",
    "a.map { _ in (0..<9000).map { _ in (0..<9000).reduce(0) { $0 + $1 } }.sum() }",
  ])
  func aClosureHasSoMuchWorkToDo(expression: String) throws {
    guard case .error(_, let message) = try scene(["a": "1|"], [expression]).recorded()["out"].end else {
      return #expect(Bool(false), "not stopped")
    }
    #expect(message.contains("the evaluation takes more than 1,000,000 steps"))
  }

  @Test func whatAddsUpAllItGetsIsStopped() {
    let error = failure {
      _ = try scene(
        [:], ["AsyncTimerSequence(interval: .milliseconds(1)).map { _ in 1 }.reductions([]) { $0 + [$1] }"]
      ).recorded()
    }
    #expect(error == .tooManyParts(row: "out", limit: RunBudget.standard.parts))
  }

  @Test func whatNeverEmitsAndNeverEndsIsStopped() throws {
    let scene = try scene(
      [:], ["AsyncTimerSequence(interval: .seconds(1)).filter { _ in false }"], duration: .seconds(99_999))
    let player = try ScenePlayer(scene, executor: PlaybackExecutor(instantsPerRun: 1000))
    #expect(throws: SceneError.playback(.endless(at: .seconds(1000), instants: 1000))) { try player.runImmediately() }
  }

  /// Each merge holds a lock where it asks for the next value of the merges that it is made of.
  @Test func mergesOfMergesDoNotWaitForThemselves() throws {
    let ten = { (name: String) in "merge(\(Array(repeating: name, count: 10).joined(separator: ", ")))" }
    let recording = try scene(["a": "1|"], ["m0 = \(ten("a"))", "m1 = \(ten("m0"))", "m2 = \(ten("m1"))"]).recorded()
    #expect(recording["m2"].events.count == 1000)
    #expect(recording["m2"].end == .finish(.seconds(1)))
  }

  @Test func mergesOfMergesThatAreTooManyAreStopped() throws {
    let rows = (0..<12).map { depth in
      "m\(depth) = merge(\(Array(repeating: depth == 0 ? "a" : "m\(depth - 1)", count: 10).joined(separator: ", ")))"
    }
    let error = failure { _ = try scene(["a": "1|"], rows).recorded() }
    #expect(error == .runaway(row: "m3", at: .zero, jobs: 100_000))
  }

  @Test func whatABufferHasLostSightOfEndsWithTheScene() throws {
    let recording = try scene(["a": "1-2-"], ["a.buffer(policy: .unbounded).prefix(1)"]).recorded()
    #expect(spelled(recording["out"]) == "1@0 |@0")
  }
}
