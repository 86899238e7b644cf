import Marbles
import Narrations
import SceneFiles
import SceneTestSupport
import Scenes
import Terminal
import Testing

@testable import Drawing

/// What the doctor has found, in pictures.
@Suite struct FindingFrameTests {
  private static let rows = """
    rows:
      typed: { marbles: "abcdefgh|" }
      results: { apply: "typed.debounce(for: .seconds(2))" }
      firsts: { apply: "typed.prefix(2)" }
    """

  private func drawing(_ text: String = Self.rows, glyphs: GlyphSet = .full) throws -> SceneDrawing {
    let scene = try SceneFile(parsing: text, path: "test.yaml").scene
    let stages = try BoundedRun(scene, stages: .all).perform().get()
    let drawing = SceneDrawing(scene: scene, plan: try scene.plan(), glyphs: glyphs)
    drawing.findings = SceneFindings(in: stages, of: scene)
    return drawing
  }

  private func frame(
    _ drawing: SceneDrawing, columns: Int = 80, rows: Int = 24, _ change: (inout FrameState) -> Void = { _ in }
  ) -> [String] {
    var moment = FrameState(time: drawing.plan.duration, state: .finished)
    change(&moment)
    return drawing.frame(drawing.plan, at: moment, size: Size(columns: columns, rows: rows)).lines
  }

  @Test(
    "a sign stands between the name of the row and its line, and at no other row",
    arguments: [(GlyphSet.full, "‼"), (.linuxConsole, "‼"), (.ascii, "&")])
  func sign(set: GlyphSet, sign: String) throws {
    let drawing = try drawing(glyphs: set)
    let lines = frame(drawing)
    let marked = lines.filter { $0.contains("results\(sign)") }
    #expect(marked.count == 1, "\(lines.joined(separator: "\n"))")
    #expect(lines.joined().filter { String($0) == sign }.count == 2)
    #expect(
      lines.contains { $0.contains("  \(sign) `.debounce` of results emits nothing before its source ends at 8 s") })
    #expect(lines[23].contains("! findings"))
    // Not only at the end.
    #expect(frame(drawing) { ($0.time, $0.state) = (.seconds(3), .paused) }.contains { $0.contains("results\(sign)") })
    #expect(frame(drawing) { $0.focusedRow = 1 }.contains { $0.contains("results\(sign)") })
  }

  @Test("what is allowed has no sign: the picture is that of a scene without findings") func allowed() throws {
    let allowed = try drawing("lint: { allow: { never-quiet: on purpose } }\n" + Self.rows)
    let plain = SceneDrawing(scene: allowed.scene, plan: allowed.plan)
    #expect(frame(allowed) == frame(plain))
    #expect(!frame(plain).joined().contains("‼") && !frame(plain)[23].contains("findings"))
    #expect(try frame(drawing()) != frame(plain))
  }

  @Test("what is hidden or presented has no sign, no sentence and no key") func hidden() throws {
    let drawing = try drawing()
    for lines in [frame(drawing) { $0.revealed = .nanoseconds(-1) }, frame(drawing) { $0.isPresenting = true }] {
      #expect(!lines.joined().contains("results‼") && !lines[23].contains("findings"))
    }
    #expect(!frame(drawing) { $0.revealed = .nanoseconds(-1) }.joined().contains("‼"))
    let moment = { (change: (inout FrameState) -> Void) in
      var moment = FrameState(time: drawing.plan.duration)
      change(&moment)
      return drawing.pagesOfFindings(at: moment, size: Size(columns: 80, rows: 24))
    }
    #expect(moment { _ in } == 1)
    #expect(moment { $0.revealed = .zero } == 0 && moment { $0.isPresenting = true } == 0)
  }

  @Test(
    "the panel has the name, the sentence, what to do and the scene to see, on any screen",
    arguments: [(80, 24), (40, 10)])
  func panel(columns: Int, rows: Int) throws {
    let drawing = try drawing()
    let size = Size(columns: columns, rows: rows)
    var read: [String] = []
    for page in 0..<drawing.pagesOfFindings(at: FrameState(time: .zero), size: size) {
      var canvas = Canvas(size: size)
      drawing.drawFindings(page: page, on: &canvas)
      read += canvas.lines
    }
    let words = read.joined(separator: " ").split { " │╭╮╰╯─".contains($0) }.joined(separator: " ")
    #expect(words.contains("‼ The doctor: 1 finding"))
    for part in [
      "never-quiet: `.debounce` of results", "Use a shorter time, or `throttle`,", "marbled play wrong-times",
    ] {
      #expect(part.split(separator: " ").allSatisfy { words.contains($0) }, "\(part): \(words)")
    }
    #expect(rows > 10 || words.contains("press ! for more"))
  }
}
