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

  @Test(
    "An error is at its place",
    arguments: [
      (
        "live: true", "stages: true", "timelines",
        "5:5: error: row b has `stages:`, but row a of the scene is live, and live scenes do not record stages; "
          + "remove `stages:`; `marbled run --stats` counts what the rows do"
      ),
      (
        "marbles: 1|", "stages: true", "list",
        "6:5: error: row b has `stages:`, but a scene of `kind: list` draws no rows; remove `stages:`"
      ),
      (
        "marbles: 1|\n    stages: true", "color: red", "timelines",
        "8:5: error: `stages:` is a key of outputs, but row a is"
      ),
      ("marbles: 1|", "stages: 1", "timelines", "5:13: error: "),
      ("marbles: 1|", "stage: true", "timelines", "5:5: error: row b has no key `stage`; did you mean `stages`?"),
    ])
  func mistakes(input: String, output: String, kind: String, message: String) {
    let error = #expect(throws: SceneFileError.self) { try file(input, output, kind: kind) }
    #expect(error?.description.hasPrefix("test.yaml:\(message)") == true, "\(error?.description ?? "")")
  }
}
