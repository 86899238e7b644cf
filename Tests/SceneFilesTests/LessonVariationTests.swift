import Foundation
import Marbles
import SceneTestSupport
import Scenes
import Testing

@testable import SceneFiles

/// What lessons advise to try works, and gives what their sentences say.
@Suite struct LessonVariationTests {
  /// What a learner changes, and what comes out then.
  struct Variation: Sendable, CustomTestStringConvertible {
    let lesson: String
    let old: String
    let new: String
    let outputs: [String: String]

    var testDescription: String { lesson }
  }

  static let all = [
    Variation(
      lesson: "timeline", old: "1-2--3-|", new: "13-2---|", outputs: ["late": "1@2 3@3 2@5 |@9", "two": "1@0 3@1 |@1"]),
    Variation(
      lesson: "transform", old: "12-2-3-2|", new: "12-2-3-3|",
      outputs: ["tens": "10@0 20@1 20@3 30@5 30@7 |@8", "even": "2@1 2@3 |@8", "changed": "1@0 2@1 3@5 |@8"]),
    Variation(
      lesson: "pair", old: "\"-a--b--|\"", new: "\"-a--bc-|\"",
      outputs: ["zipped": "1a@1 2b@4 3c@6 |@7", "latest": "1a@1 2a@2 2b@4 2c@5 3c@6 |@8"]),
    Variation(
      lesson: "quiet", old: "1---23---45|", new: "1---23-----|",
      outputs: ["quiet": "1@2 3@7 |@11", "paced": "1@0 2@4 3@11 |@11"]),
    Variation(
      lesson: "streams", old: "1-2-|", new: "1--2|",
      outputs: ["queued": "1x@1 1y@3 2x@4 2y@6 |@6", "latest": "1x@1 2x@4 2y@6 |@6"]),
    Variation(
      lesson: "errors", old: "retry(1)", new: "retry(1, delay: .seconds(2))",
      outputs: ["again": "a@1 a@6 ^@8 lost", "instead": "a@1 z@4 |@5"]),
    Variation(
      lesson: "clocks", old: "scaled(by: 2)", new: "scaled(by: 0.5)",
      outputs: ["normal": "1@2 3@7 |@9", "fast": "3@9 |@9"]),
    Variation(
      lesson: "unicast", old: "  second:\n    apply: \"jobs.map { $0 }\"\n    expect: \"--2---4|\"\n", new: "",
      outputs: ["first": "1@0 2@2 3@4 4@6 |@7", "shared": "1@0 2@2 3@4 4@6 |@7", "right": "1@0 2@2 3@4 4@6 |@7"]),
    Variation(
      lesson: "demand", old: "newest(1)\n    marbles: \"ABC--|\"", new: "newest(1)\n    marbles: \"AB-C-|\"",
      outputs: ["slow": "A@0 B@2 C@4 |@6", "newest": "A@0 B@2 C@4 |@6"]),
    Variation(lesson: "test", old: ".seconds(1)", new: ".seconds(2)", outputs: ["asked": "swift@4 |@11"]),
  ]

  private static func file(_ lesson: String) throws -> SceneFile {
    try #require(try SceneLibrary.shipped.file(named: "lesson-\(lesson)"))
  }

  @Test("each lesson has one") func complete() {
    #expect(Self.all.map { "lesson-\($0.lesson)" } == SceneGroup.lessons.names)
  }

  @Test("the change is possible, and its results are these", arguments: all)
  func results(variation: Variation) throws {
    let original = try Self.file(variation.lesson)
    #expect(original.text.contains(variation.old))
    // The sentence names what is typed: `a` becomes `b`.
    let sentence = try #require(original.scene.exercise).variation
    if sentence.hasPrefix("Change `") {
      let quoted = sentence.split(separator: "`", omittingEmptySubsequences: false)
      #expect(variation.old.contains(quoted[1]) && variation.new.contains(quoted[3]) || quoted.count < 5)
    }
    let text = original.text.replacing(variation.old, with: variation.new)
    let scene = try SceneFile(parsing: text, path: "variation.yaml").scene
    let recording = try scene.recorded()
    for (row, recorded) in zip(scene.rows, recording.rows) where row.expression != nil {
      #expect(spelled(recorded.timeline) == variation.outputs[row.name])
    }
  }
}
