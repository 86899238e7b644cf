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

  @Test(
    "An error is at its character",
    arguments: [
      ("label: '$0.'", "4:16: error: the text ends here; expected a name after the dot"),
      (
        "label: status",
        "4:12: error: no variable or function is called `status` here; did you mean the member `$0.status`?"
      ),
      ("colorBy: '$0 + $1'", "4:18: error: expected an expression over one value, `$0`"),
      ("lable: '$0.status'", "4:5: error: row hits has no key `lable`; did you mean `label`?"),
      ("colourBy: '$0.status'", "4:5: error: row hits has no key `colourBy`; did you mean `colorBy`?"),
      ("label: [1]", "4:12: error: found a list, expected an expression over a value, such as $0.status"),
    ])
  func mistakes(line: String, message: String) {
    let text = "rows:\n  hits:\n    marbles: \"a|\"\n    \(line)\n"
    let error = #expect(throws: SceneFileError.self) { try SceneFile(parsing: text, path: "test.yaml") }
    #expect(error?.description.hasPrefix("test.yaml:\(message)") == true, "\(error?.description ?? "")")
  }
}
