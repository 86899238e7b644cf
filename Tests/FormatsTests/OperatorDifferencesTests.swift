import Marbles
import Operators
import Scenes
import Testing

@testable import Formats

/// How operators differ over the same inputs, in sentences that are derived from the recording.
@Suite struct OperatorDifferencesTests {
  private static let operators = Catalogue.standard.operators

  private static func compared(_ names: [String]) throws -> (scene: Scene, recording: Recording) {
    let scene = Scene(comparing: try names.map { try #require(Catalogue.standard[$0]) })
    return (scene, try BoundedRun(scene).perform().get())
  }

  @Test(
    "The sentences, by hand from the rows",
    arguments: [
      (
        ["debounce", "throttle"],
        [
          "throttle emitted `2` at 2 s; debounce dropped it at 3 s: `3` from a replaced it.",
          "debounce emitted `3` at 4.5 s; throttle dropped it at 7 s: `4` from a replaced it.",
          "debounce emitted `1` at 1.5 s and `4` at 8.5 s, 1.5 s after they came;"
            + " throttle emitted `1` at 0 s and `4` at 7 s, as they came.",
        ]
      ),
      (["filter", "filter"], []),
      (
        ["removeDuplicates", "distinct"],
        ["removeDuplicates emitted `1` at 6 s; distinct dropped it at 6 s: one like it came before."]
      ),
      (
        ["zip", "combineLatest"],
        [
          "zip used `1` from a for `(1, x)` at 2 s; combineLatest went on without it at 2 s.",
          "Only zip emitted `(2, y)` at 5 s;"
            + " only combineLatest emitted `(2, x)` at 2 s, `(3, x)` at 4 s and `(3, y)` at 5 s.",
          "zip finished at 8 s: row a finished."
            + " combineLatest finished at 9 s: row a finished (8 s) and row b finished.",
        ]
      ),
      (
        ["max", "reduce"],
        [
          "reduce used `1` for `6` at 5 s; max ended without it at 5 s.",
          "reduce used `2` for `6` at 5 s; max ended without it at 5 s.", "Only max emitted `3` at 5 s.",
        ]
      ),
      (["chain", "joined"], ["chain and joined did the same: the same values at the same times, and the same end."]),
    ])
  func sentences(names: [String], expected: [String]) throws {
    let (scene, recording) = try Self.compared(names)
    let outputs = scene.rows.filter { $0.expression != nil }.map(\.name)
    #expect(OperatorDifferences.sentences(of: outputs, in: scene, recording) == expected)
  }

  @Test("Each value, time and delay of a sentence is in the recording, for all pairs", arguments: operators.map(\.name))
  func allPairs(name: String) throws {
    for other in Self.operators where other.name != name {
      let (scene, recording) = try Self.compared([name, other.name])
      let sentences = OperatorDifferences.sentences(of: [name, other.name], in: scene, recording)
      let audit = DifferenceAudit(recording, [name, other.name])
      let problems = audit.problems(sentences)
      #expect(problems.isEmpty, "\(name) \(other.name): \(problems)")
    }
  }

  @Test("The audit finds a wrong value, time, reason, delay, end and omission")
  func audit() throws {
    let (scene, recording) = try Self.compared(["debounce", "throttle"])
    let right = OperatorDifferences.sentences(of: ["debounce", "throttle"], in: scene, recording)
    let audit = DifferenceAudit(recording, ["debounce", "throttle"])
    #expect(audit.problems(right).isEmpty)
    for (old, new) in [
      ("`2` at 2 s", "`2` at 3 s"), ("`2` at 2 s", "`5` at 2 s"), ("throttle emitted `2`", "debounce emitted `2`"),
      ("1.5 s after", "1 s after"), ("as they came", "1 s after they came"), ("debounce dropped", "throttle dropped"),
    ] {
      #expect(!audit.problems(right.map { $0.replacing(old, with: new) }).isEmpty, "\(old) \(new)")
    }
    for sentence in [
      "debounce finished at 9 s. throttle finished at 8 s.", "Only throttle emitted `1` at 1.5 s.",
      "debounce and throttle did the same: the same values at the same times, and the same end.",
    ] {
      #expect(!audit.problems(right + [sentence]).isEmpty, "\(sentence)")
    }
    #expect(!audit.problems(Array(right.dropFirst())).isEmpty)
  }

  @Test("Three operators are compared with the first one, and inputs and consumers are those of the slow one")
  func several() throws {
    let (scene, recording) = try Self.compared(["map", "filter", "dropFirst"])
    let sentences = OperatorDifferences.sentences(of: ["map", "filter", "dropFirst"], in: scene, recording)
    #expect(sentences.contains { $0.contains("filter") } && sentences.contains { $0.contains("dropFirst") })
    let slow = try Self.compared(["share", "buffer"]).scene
    #expect(slow.rows.filter { $0.expression != nil }.allSatisfy { $0.consumingTime == .milliseconds(2500) })
    #expect(slow.rows.map(\.name) == ["a", "share", "buffer"])
    #expect(slow.rows[0].timeline?.events.count == 6)
  }
}
