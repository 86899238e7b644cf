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
}
