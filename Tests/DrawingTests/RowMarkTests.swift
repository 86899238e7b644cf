import Expressions
import Marbles
import SceneFiles
import SceneTestSupport
import Scenes
import Terminal
import Testing

@testable import Drawing
@testable import Layout

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

  @Test(
    "a drop is marked in the column of the value that it means, also where a marble is",
    arguments: [("latest", ["20", "30", "50"]), ("first", ["30", "40", "60"])], [(80, 24), (120, 40), (200, 60)])
  func places(row: (name: String, drops: [String]), size: (columns: Int, rows: Int)) throws {
    let scene = try #require(try SceneLibrary.shipped.file(named: "debounce-vs-throttle")).scene
    let recording = try scene.recorded()
    let drawing = SceneDrawing(scene: scene, plan: recording)
    let moment = FrameState(time: recording.duration, state: .finished)
    let size = Size(columns: size.columns, rows: size.rows)
    let picture = drawing.picture(of: recording, at: moment, size: size)
    let position = try #require(scene.position(of: row.name))
    let lines = drawing.layout(at: moment, size: size).marbleLines(position)
    let marked = (lines.lowerBound - 1...lines.upperBound).flatMap { line in
      (0..<size.columns).filter { picture.canvas[$0, line].text == "×" }
    }
    let events = recording.rows[0].timeline.events
    let expected = row.drops.map { drop -> Int? in
      let index = events.firstIndex { $0.value.description == drop }
      return index.flatMap { picture.anchors.marble(of: EventKey(row: 0, index: $0)) }?.anchor
    }
    #expect(marked.sorted() == expected.compactMap { $0 } && !expected.contains(nil))
  }

  @Test("the value of a drop stands beside its mark where there is room")
  func values() throws {
    #expect(try line("a.filter { $0 > 9 }", a: "1-2-3----|", at: 5).contains("×1"))
    #expect(try line("a.filter { $0 == \"x\" }", a: "'a long word'-(23)x|", at: 5).contains("× a") == false)
  }

  @Test("the message of an error stands behind its mark")
  func messages() throws {
    #expect(try line("a", a: "1---|", at: 4, error: "no network").contains("no network ╳"))
    #expect(
      try line("a.map { $0 }.catchError { _ in \"z-------|\" }", a: "1---|", at: 4, error: "x").contains("╳") == false)
    #expect(try !line("a", a: "1---|", at: 3.9, error: "no network").contains("no"))
  }
}
