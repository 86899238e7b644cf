import Expressions
import Scenes
import Testing

@testable import SceneFiles

/// `label:` and `colorBy:` of a row.
@Suite struct LabelKeyTests {
  private static let text = """
    rows:
      hits:
        marbles: "a|"
        label: "$0.status"
        colorBy: "\\"\\\\($0.level)!\\""
      errors:
        apply: hits.filter { $0.status >= 500 }
        label: "$0.path"

    """

  @Test func theyAreReadAndWritten() throws {
    let scene = try SceneFile(parsing: Self.text, path: "test.yaml").scene
    #expect(scene.rows[0].label?.text == "$0.status")
    #expect(scene.rows[0].colorBy?.text == "\"\\($0.level)!\"")
    #expect(scene.rows[1].label?.text == "$0.path")
    #expect(scene.rows[1].colorBy == nil)
    #expect(try SceneFile(parsing: scene.yaml, path: "test.yaml").scene == scene)
  }
}
