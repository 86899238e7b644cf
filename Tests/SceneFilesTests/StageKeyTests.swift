import Marbles
import Scenes
import Testing

@testable import SceneFiles

/// `stages:` of a row.
@Suite struct StageKeyTests {
  private func file(_ input: String, _ output: String, kind: String = "timelines") throws -> SceneFile {
    let items = kind == "list" ? "items: a\n" : ""
    return try SceneFile(
      parsing: "kind: \(kind)\n\(items)rows:\n  b:\n    apply: a\n    \(output)\n  a:\n    \(input)\n",
      path: "test.yaml")
  }

  @Test(arguments: [true, false]) func isReadAndWritten(shows: Bool) throws {
    let scene = try file("marbles: 1|", "stages: \(shows)").scene
    #expect(scene.rows.map(\.showsStages) == [shows, false])
    #expect(scene.yaml.contains("stages") == shows)
    #expect(try SceneFile(parsing: scene.yaml, path: "test.yaml").scene.rows == scene.rows)
  }
}
