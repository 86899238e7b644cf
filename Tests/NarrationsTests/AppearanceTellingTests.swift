import Marbles
import SceneFiles
import Scenes
import Testing

@testable import Narrations

/// Sentences mention animations, for people who can't see them.
@Suite struct AppearanceTellingTests {
  private func told(_ rows: String) throws -> [String] {
    let scene = try SceneFile(parsing: "rows:\n" + rows, path: "x.yaml").scene
    return Narration(of: try scene.recorded(), scene).sentences.filter { $0.event != nil }.map(\.text)
  }

  @Test(
    "What an expression animates, and what it does not",
    arguments: [
      (".drop", "; it drops in"), (".fade", "; it fades in"), (".pop", "; it pops up"), (".slide", "; it slides in"),
      ("nil", ""), (".slide, duration: .seconds(0)", ""),
    ])
  func expressions(animation: String, clause: String) throws {
    #expect(
      try told("  a: { marbles: '1|' }\n  b: { apply: \"a.animation(\(animation))\" }\n") == [
        "0 s: a emits 1.", "0 s: b emits 1 from a\(clause).",
      ])
  }

  @Test("What the row says, where the stream says nothing, of inputs, too") func rows() throws {
    #expect(
      try told(
        """
          a: { marbles: '1|', animation: pop }
          b: { apply: 'chain(a.animation(nil), "2|")', animation: slide }

        """) == [
          "0 s: a emits 1; it pops up.", "0 s: b emits 1 from a.",
          "1 s: b emits 2, from its diagram; it slides in.",
        ])
    #expect(
      try told("  a: { events: [{ time: 0, value: 1, animation: { transition: drop, duration: 1s } }] }\n")
        == ["0 s: a emits 1; it drops in."])
  }
}
