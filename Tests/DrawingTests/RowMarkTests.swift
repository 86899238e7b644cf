import Expressions
import Marbles
import Scenes
import Terminal
import Testing

@testable import Drawing

/// Marks for what an output does without emitting a value.
@Suite struct RowMarkTests {
  private func line(
    _ expression: String, a: String, at seconds: Double, error: String? = nil, glyphs: GlyphSet = .full
  ) throws -> String {
    var timeline = try Diagram.parse(a, row: "a").timeline
    if let error, let time = timeline.end.time {
      timeline = Timeline(events: timeline.events, end: .error(time, message: error))
    }
    let scene = Scene(
      name: "test",
      rows: [
        Scene.Row(name: "a", content: .input(timeline)),
        Scene.Row(name: "out", content: .output(try Expression.parse(expression))),
      ])
    let recording = try scene.recorded()
    let drawing = SceneDrawing(scene: scene, plan: recording, glyphs: glyphs)
    let canvas = drawing.frame(
      recording, at: FrameState(time: .seconds(seconds)), size: Size(columns: 80, rows: 24))
    return canvas.lines.first { $0.contains("out ") } ?? ""
  }

  @Test("↺ is where a wait began again, and not before")
  func restarts() throws {
    let calm = "a.debounce(for: .seconds(3))"
    #expect(try !line(calm, a: "1-2-3----|", at: 1.9).contains("↺"))
    #expect(try line(calm, a: "1-2-3----|", at: 2.5).count { $0 == "↺" } == 1)
    #expect(try line(calm, a: "1-2-3----|", at: 5).count { $0 == "↺" } == 2)
    #expect(try line(calm, a: "1-2-3----|", at: 5, glyphs: .ascii).count { $0 == "@" } == 2)
  }

  @Test("× is where a value was dropped")
  func drops() throws {
    #expect(try line("a.filter { $0 > 9 }", a: "1-2-3----|", at: 5).count { $0 == "×" } == 3)
  }

  @Test("the message of an error stands behind its mark")
  func messages() throws {
    #expect(try line("a", a: "1---|", at: 4, error: "no network").contains("no network ✕"))
    #expect(
      try line("a.map { $0 }.catchError { _ in \"z-------|\" }", a: "1---|", at: 4, error: "x").contains("✕") == false)
    #expect(try !line("a", a: "1---|", at: 3.9, error: "no network").contains("no"))
  }
}
