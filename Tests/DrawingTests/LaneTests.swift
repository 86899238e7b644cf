import Expressions
import Marbles
import SceneFiles
import Scenes
import Terminal
import Testing

@testable import Drawing
@testable import Layout

/// Inner streams as rows below the row whose closure makes them.
@Suite struct LaneTests {
  private func scene(_ expression: String, _ inputs: KeyValuePairs<String, String>) throws -> Scene {
    var rows = try inputs.map {
      Scene.Row(name: $0.key, content: .input(try Diagram.parse($0.value, row: $0.key).timeline))
    }
    rows.append(Scene.Row(name: "out", content: .output(try Expression.parse(expression))))
    return Scene(name: "test", rows: rows)
  }

  /// The rows of cells below the axis, as far as there is something in them, without the caption.
  private func picture(
    _ expression: String, _ inputs: KeyValuePairs<String, String>, at time: SceneTime? = nil, columns: Int = 50,
    rows: Int = 19, glyphs: GlyphSet = .full
  ) throws -> [String] {
    let scene = try scene(expression, inputs)
    let size = Size(columns: columns, rows: rows)
    var lines = try frame(scene, at: time, size: size, glyphs: glyphs)
    for line in try layout(scene, size: size).captionLines ?? 0..<0 { lines[line] = "" }
    return lines.dropFirst(4).dropLast().filter { $0.contains { !" │|".contains($0) } }
  }

  @Test("each begins under what it was made of, waits in dots, and ends as it ended")
  func flatMap() throws {
    #expect(
      try picture("a.flatMap { _ in \"x-y|\" }", ["a": "1-2---|"]) == [
        "      ▄▄▄         ▄▄▄                      │",
        "   a ▐ 1 ▌───┬───▐ 2 ▌───┬─────┬─────┬─────┃",
        "      ▀▀▀         ▀▀▀                      │",
        #" a.flatMap { _ in "x-y|" }                 │"#,
        "      ▄▄▄         ▄▄▄   ▄▄▄         ▄▄▄    │",
        " out ▐ x ▌───┴───▐ y ▌─▐ x ▌───┴───▐ y ▌───┃",
        "      ▀▀▀         ▀▀▀   ▀▀▀         ▀▀▀    │",
        " ├ 1 ▐ x ▌───────▐ y ▌───┃                 │",
        " └ 2               ╰┈┈┈▐ x ▌───────▐ y ▌───┃",
      ])
  }

  @Test("a cancelled stream has a separate mark")
  func cancelled() throws {
    #expect(
      try picture("a.flatMapLatest { _ in \"x-y-z|\" }", ["a": "1--2----|"]) == [
        "      ▄▄▄           ▄▄▄                      │",
        "   a ▐ 1 ▌──┬────┬─▐ 2 ▌──┬────┬────┬───┬────┃",
        "      ▀▀▀           ▀▀▀                      │",
        #" a.flatMapLatest { _ in "x-y-z|" }           │"#,
        "      ▄▄▄        ▄   ▄        ▄▄▄      ▄▄▄   │",
        " out ▐ x ▌──┴───▐y▌─▐x▌───┴──▐ y ▌──┴─▐ z ▌──┃",
        "      ▀▀▀        ▀   ▀        ▀▀▀      ▀▀▀   │",
        " ├ 1 ▐ x ▌─────▐ y ▌─╱                       │",
        " └ 2               ▐ x ▌─────▐ y ▌────▐ z ▌──┃",
      ])
    #expect(
      try picture("a.flatMapLatest { _ in \"x-y-z|\" }", ["a": "1--2----|"], glyphs: .ascii) == [
        "     .---.         .---.                     |",
        "   a [ 1 ]--+----+-[ 2 ]--+----+----+---+----#",
        "     '---'         '---'                     |",
        #" a.flatMapLatest { _ in "x-y-z|" }           |"#,
        "     .---.      .-. .-.      .---.    .---.  |",
        " out < x >--+---<y>-<x>---+--< y >--+-< z >--#",
        "     '---'      '-' '-'      '---'    '---'  |",
        " | 1 < x >-----< y >-/                       |",
        " ` 2               < x >-----< y >----< z >--#",
      ])
  }

  @Test("an error and an open end, a stream of a row, of an array, and one of an error")
  func kinds() throws {
    #expect(
      try picture("a.flatMap { _ in \"x-^\" }", ["a": "1-2---|"]) == [
        "      ▄▄▄        ┌┄┄┄┐                     │",
        "   a ▐ 1 ▌───┬───┊ 2 ┊───┬─────┬─────┬─────┃",
        "      ▀▀▀        └┄┄┄┘                     │",
        #" a.flatMap { _ in "x-^" }                  │"#,
        "      ▄▄▄                                  │",
        " out ▐ x ▌───┴─────╳ error                 │",
        "      ▀▀▀                                  │",
        " └ 1 ▐ x ▌─────────╳                       │",
      ])
    #expect(
      try picture("a.flatMap { n in b.map { $0 * n } }", ["a": "2-3|", "b": "1-2|"]) == [
        "   a ▐ 2 ▌─────────┬─────────▐ 3 ▌─────────┃",
        "   b ▐ 1 ▌─────────┬─────────▐ 2 ▌─────────┃",
        "       ┊                       ┊           │",
        "       ╰┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┴┄┄┄┄┄┄┄┄┄┄┄╮",
        " a.flatMap { n in b.map { $0 * n } }       3",
        "                                           6",
        " out ▐ 2 ▌─────────┴─────────▐ 4 ▌─────────◉┃",
        " ├ 2 ▐ 2 ▌───────────────────▐ 4 ▌─────────┃",
        " └ 3                           ╰┈┈┈┈┈┈┈┈┈┈▐3 · 6┃",
      ])
    #expect(
      try picture("a.flatMap { [$0, $0 + 1].async }", ["a": "1-5|"]) == [
        "      ▄▄▄                     ▄▄▄          │",
        "   a ▐ 1 ▌─────────┬─────────▐ 5 ▌─────────┃",
        "      ▀▀▀                     ▀▀▀          │",
        " a.flatMap { [$0, $0 + 1].async }          │",
        "       1                       5           │",
        "       2                       6           │",
        " out   ◉───────────┴───────────◉───────────┃",
        " ├ 1  ▐1 · 2┃                              │",
        " └ 5                          ▐5 · 6┃      │",
      ])
    #expect(
      try picture("a.catchError { _ in \"x-y|\" }", ["a": "1-2-^"]) == [
        "            ▄▄▄      ▄▄▄                     │",
        "         a ▐ 1 ▌──┬─▐ 2 ▌──┬───╳ error       │",
        "            ▀▀▀      ▀▀▀                     │",
        #" a.catchError { _ in "x-y|" }                │"#,
        "            ▄▄▄      ▄▄▄      ▄▄▄      ▄▄▄   │",
        "       out ▐ 1 ▌──┴─▐ 2 ▌──┴─▐ x ▌──┴─▐ y ▌──┃",
        "            ▀▀▀      ▀▀▀      ▀▀▀      ▀▀▀   │",
        " └ after ╳                   ▐ x ▌────▐ y ▌──┃",
      ])
  }

  @Test("nothing of a stream is shown before it begins")
  func notYet() throws {
    #expect(
      try picture("a.flatMap { _ in \"x-y|\" }", ["a": "1-2---|"], at: .milliseconds(2500)) == [
        "      ▄▄▄         ▄▄▄ │",
        "   a ▐ 1 ▌───┬───▐ 2 ▌│╌╌┬╌╌╌╌╌┬╌╌╌╌╌┬╌╌╌╌╌┃",
        "      ▀▀▀         ▀▀▀ │",
        "       ┊              │",
        #" a.flatMap { _ in "x-y|" }"#,
        "      ▄▄▄         ▄▄▄ │",
        " out ▐ x ▌───┴───▐ y ▌│╌╌┴╌╌╌╌╌┴╌╌╌╌╌┴╌╌╌╌╌┴",
        "      ▀▀▀         ▀▀▀ │",
        " └ 1 ▐ x ▌───────▐ y ▌│",
      ])
  }

  @Test("a line goes from what a stream was made of to where it begins, behind what is in between")
  func connectors() throws {
    #expect(
      try picture("a.flatMap { _ in \"x-y|\" }.delay(for: .seconds(2))", ["a": "1-2---|"], at: .seconds(5)) == [
        "      ▄▄▄       ▄▄▄            │",
        "   a ▐ 1 ▌──┬──▐ 2 ▌─┬────┬────│╌╌╌╌┃",
        "      ▀▀▀       ▀▀▀            │",
        "                 ┊             │",
        " a.flatMap {…}.delay(for: .seconds(2))",
        "                ▄▄▄      ▄▄▄  ▄▄▄",
        " out   ┕━━━━━━━▐ x ▌━━━━▐ y ▌▐ x ▌╌╌┴╌╌╌┴╌╌╌╌┴",
        "                ▀▀▀      ▀▀▀  ▀▀▀",
        " ├ 1 ▐ x ▌─────▐ y ▌─┃         │",
        " └ 2             ╰┈▐ x ▌─────▐ y ▌",
      ])
  }

  @Test("streams that have no room are counted: below the row, or in the last line")
  func counted() throws {
    let many = "a.flatMap { [$0].async }"
    let inputs: KeyValuePairs = ["a": "123456789|"]
    func lines(_ rows: Int, at time: SceneTime? = nil) throws -> [String] {
      try frame(try scene(many, inputs), at: time, size: Size(columns: 40, rows: rows))
    }
    // All nine, in as many rows of cells.
    #expect(try lines(21).count { $0.contains("├") || $0.contains("└") } == 9)
    #expect(try lines(18).contains { $0.hasPrefix(" └ +4") })
    #expect(try lines(18, at: .seconds(6)).contains { $0.hasPrefix(" └ +2") })
    #expect(try lines(12).last?.hasSuffix("+9 inner streams") == true)
    #expect(try lines(12, at: .zero).last?.hasSuffix("+1 inner stream") == true)
  }

  @Test("however small the picture, what is not shown is counted", arguments: [20, 24, 40, 80], 5..<30)
  func nothingIsMissing(columns: Int, rows: Int) throws {
    let scene = try #require(try SceneLibrary.shipped.file(named: "flat-map-vs-flat-map-latest")).scene
    let recording = try scene.recorded()
    let (drawing, size) = (SceneDrawing(scene: scene, plan: recording), Size(columns: columns, rows: rows))
    let moment = FrameState(time: recording.duration, state: .finished)
    let lines = drawing.frame(recording, at: moment, size: size).lines
    let layout = drawing.layout(at: moment, size: size)
    let begun = layout.visibleRows.reduce(0) { $0 + recording.rows[$1].inner.count }
    let labels = layout.visibleRows.flatMap { layout.laneLines($0) }.map { lines[$0].prefix(layout.gutter) }
    let named = labels.count { !$0.contains("+") }
    let counts = (labels + [lines[rows - 1][...]]).compactMap { $0.firstMatch(of: /\+(\d+)/).flatMap { Int($0.1) } }
    #expect(named + counts.reduce(0, +) == begun, "\(lines)")
    // Nor are rows.
    let hidden = scene.rows.count - layout.visibleRows.count
    #expect(hidden == 0 || lines[rows - 1].contains("\(hidden)"))
  }

  @Test("the layout is that of the whole recording: nothing moves while streams begin")
  func nothingMoves() throws {
    let scene = try scene("a.flatMap { _ in \"x-y|\" }", ["a": "1-2---|"])
    let size = Size(columns: 50, rows: 16)
    let recording = try scene.recorded()
    let drawing = SceneDrawing(scene: scene, plan: recording)
    let layouts = Set((0...6).map { drawing.layout(at: FrameState(time: .seconds(Int64($0))), size: size) })
    #expect(layouts.count == 1)
  }
}
