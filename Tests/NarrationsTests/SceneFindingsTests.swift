import Marbles
import Narrations
import SceneFiles
import Scenes
import Testing

/// What the doctor says beside a picture.
@Suite struct SceneFindingsTests {
  private func findings(_ text: String, style: Narration.Style = .written) throws -> SceneFindings {
    let scene = try SceneFile(parsing: text, path: "test.yaml").scene
    return SceneFindings(in: try BoundedRun(scene, stages: .all).perform().get(), of: scene, style: style)
  }

  private static let rows = """
    rows:
      typed: { marbles: "abcdefgh|" }
      results: { apply: "typed.debounce(for: .seconds(2))" }
    """

  @Test("a finding has its row and three sentences") func sentences() throws {
    let found = try findings(Self.rows)
    #expect(found.entries.map(\.row) == ["results"] && found.concern("results") && !found.concern("typed"))
    #expect(
      found.lines == [
        "Finding never-quiet: `.debounce` of results emits nothing before its source ends at 8 s: its 8 values come without a "
          + "pause of more than 1 s, and it waits for 2 s. Use a shorter time, or `throttle`, which emits while values keep "
          + "coming. See: marbled play wrong-times"
      ])
    let spoken = try findings(Self.rows, style: .spoken).lines.joined()
    #expect(spoken.contains("before its source ends at 8 seconds"), "\(spoken)")
  }

  @Test("what the scene allows is left out") func allowed() throws {
    #expect(try findings("lint: { allow: { never-quiet: on purpose } }\n" + Self.rows).isEmpty)
    #expect(try !findings("lint: { allow: { growing-queue: on purpose } }\n" + Self.rows).isEmpty)
  }

  @Test("a large run is not examined beside a picture") func large() throws {
    func found(_ count: Int) throws -> SceneFindings {
      try findings(
        """
        step: 1ms
        rows:
          typed: { marbles: "\(String(repeating: "a", count: count))|" }
          results: { apply: "typed.debounce(for: .milliseconds(2))" }
        """)
    }
    #expect(try found(900).entries.count == 1)
    #expect(try found(1100).isEmpty)
  }
}
