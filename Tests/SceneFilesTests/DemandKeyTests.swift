import Marbles
import Scenes
import Testing

@testable import SceneFiles

/// `source:`, `buffer:` and `consume:` of a row.
@Suite struct DemandKeyTests {
  private func scene(_ input: String, _ output: String = "", dialect: String = "marbled") throws -> Scene {
    let text =
      "dialect: \(dialect)\nrows:\n  a:\n    marbles: \"1|\"\n    \(input)\n  b:\n    apply: a\n    \(output)\n"
    return try SceneFile(parsing: text, path: "test.yaml").scene
  }

  @Test(arguments: [
    ("source: channel", Scene.Input.Start.channel), ("source: stream", .stream(.unbounded)),
    ("source: stream\n    buffer: unbounded", .stream(.unbounded)),
    ("source: stream\n    buffer: newest(2)", .stream(.newest(2))),
    ("source: stream\n    buffer: oldest(0)", .stream(.oldest(0))),
  ])
  func sourcesAreReadAndWritten(key: String, start: Scene.Input.Start) throws {
    for dialect in ["marbled", "rx", "asv"] {
      let scene = try scene(key, dialect: dialect)
      #expect(scene.rows[0].input?.start == start)
      #expect(try SceneFile(parsing: scene.yaml, path: "test.yaml").scene == scene)
    }
  }

  @Test func theTimeOfAConsumerIsReadAndWritten() throws {
    let scene = try scene("color: red", "consume: 2.4s")
    #expect(scene.rows[1].consumingTime == .seconds(2.4))
    #expect(try SceneFile(parsing: scene.yaml, path: "test.yaml").scene == scene)
  }

  @Test(
    "An error is at its place",
    arguments: [
      ("source: chanel", "", "5:13: error: `chanel` is not a source of values; did you mean `channel`?"),
      (
        "buffer: newest(2)", "",
        "5:5: error: `buffer:` is that of an AsyncStream; it needs `source: stream` in the same row"
      ),
      ("source: channel\n    buffer: newest(2)", "", "6:5: error: `buffer:` is that of an AsyncStream"),
      ("source: stream\n    buffer: newst(2)", "", "6:13: error: `newst(2)` is not a buffer; did you mean `newest`?"),
      ("source: stream\n    buffer: newest(-1)", "", "6:13: error: `newest(-1)` is not a buffer"),
      ("source: stream\n    buffer: newest", "", "6:13: error: `newest` is not a buffer"),
      (
        "source: channel\n    cold: true", "",
        "6:5: error: `cold:` and `source:` can't be used together: a channel starts with the scene"
      ),
      ("soruce: channel", "", "5:5: error: row a has no key `soruce`; did you mean `source`?"),
      ("consume: 1s", "", "5:5: error: `consume:` is a key of outputs, but row a is an input"),
      ("color: red", "consume: 0s", "8:14: error: `0s` is not a positive duration; expected more than 0"),
      ("color: red", "source: channel", "8:5: error: `source:` is a key of inputs, but row b is an output"),
    ])
  func mistakes(input: String, output: String, message: String) {
    let error = #expect(throws: SceneFileError.self) { try scene(input, output) }
    #expect(error?.description.hasPrefix("test.yaml:\(message)") == true, "\(error?.description ?? "")")
  }

  @Test func aConsumerTakesNoTimeWhereDiagramsSayWhenItAsks() {
    let error = #expect(throws: SceneFileError.self) { try scene("color: red", "consume: 1s", dialect: "asv") }
    #expect(
      error?.description.hasPrefix("test.yaml:8:5: error: row b has `consume:`") == true, "\(error?.description ?? "")")
  }

  @Test func aThrowingStreamIsRefusedAtItsSecondMention() {
    let text = "rows:\n  a: { source: stream, marbles: \"1^\" }\n  b: { apply: a }\n  c: { apply: \"merge(b, a)\" }\n"
    let error = #expect(throws: SceneFileError.self) { try SceneFile(parsing: text, path: "test.yaml") }
    #expect(
      error?.description.hasPrefix("test.yaml:4:25: error: `a` is a stream that fails") == true,
      "\(error?.description ?? "")")
  }

  @Test(arguments: ["source: channel", "buffer: newest(1)"]) func aLiveRowHasNoSource(key: String) {
    let name = key.prefix { $0 != ":" }
    let error = #expect(throws: SceneFileError.self) {
      try SceneFile(parsing: "rows:\n  a:\n    live: true\n    \(key)\n", path: "test.yaml")
    }
    #expect(
      error?.description.hasPrefix("test.yaml:4:5: error: `\(name):` has no effect in a row with `live:`; remove it")
        == true,
      "\(error?.description ?? "")")
  }
}
