import Marbles
import SceneFiles
import Scenes
import Testing

@testable import Narrations

/// How values appear is told, too: who can't see it should know what moves.
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
        "0 s: a 1.", "0 s: b passes 1 on from a\(clause).",
      ])
  }

  @Test("What the row says, where the stream says nothing, of inputs, too") func rows() throws {
    #expect(
      try told(
        """
          a: { marbles: '1|', animation: pop }
          b: { apply: 'chain(a.animation(nil), "2|")', animation: slide }

        """) == [
          "0 s: a 1; it pops up.", "0 s: b passes 1 on from a.",
          "1 s: b emits 2, which comes from no row; it slides in.",
        ])
    #expect(
      try told("  a: { events: [{ time: 0, value: 1, animation: { transition: drop, duration: 1s } }] }\n")
        == ["0 s: a 1; it drops in."])
  }
}
