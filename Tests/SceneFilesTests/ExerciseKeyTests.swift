import Scenes
import Testing

@testable import SceneFiles

/// `exercise:` of a scene.
@Suite struct ExerciseKeyTests {
  private func text(_ exercise: String, expect: String = "12|") -> String {
    """
    exercise: \(exercise)
    rows:
      a: { marbles: "123|" }
      out: { apply: "a.prefix(1)", expect: "\(expect)" }
    """
  }

  @Test("it is read and written")
  func isReadAndWritten() throws {
    let text = text(
      """
      { task: Look., minutes: 2, hint: "Look: `2`.", solution: ["set out = a.prefix(2)", order out 1], predict: true,
        variation: Try. }
      """)
    let scene = try SceneFile(parsing: text, path: "test.yaml").scene
    #expect(
      scene.exercise
        == Scene.Exercise(
          task: "Look.", minutes: 2, hint: "Look: `2`.", solution: ["set out = a.prefix(2)", "order out 1"],
          isPrediction: true, variation: "Try."))
    #expect(try SceneFile(parsing: scene.yaml, path: "test.yaml").scene == scene)
    #expect(try scene.solved().rows.map(\.name) == ["out", "a"])
  }

  @Test("the expectations of an exercise hold after its solution")
  func check() {
    func report(_ exercise: String, expect: String = "1[2|]") -> CheckReport {
      SceneFilesTests.check(["test.yaml": text(exercise, expect: expect)])
    }
    let solved = report("{ solution: [\"set out = a.prefix(2)\"] }")
    #expect(solved.rows == 1 && solved.failures == 0 && solved.problems == 0)
    #expect(report("{ hint: x }").failures == 1 && report("{ hint: x }", expect: "[1|]").failures == 0)
    // A row before it, and none at all.
    #expect(report("{ solution: [add b = a, order b 1, \"set out = b.prefix(2)\"] }").failures == 0)
    #expect(report("{ solution: [remove out] }").failures == 1)
    let problem = report("{ solution: [set ou = a] }").files[0].problem
    #expect(
      problem?.message.contains("the solution of the exercise fails: no row is called `ou`") == true,
      "\(problem?.message ?? "")")
  }
}
