import Marbles
import SceneFiles
import SceneTestSupport
import Scenes
import Terminal
import Testing

@testable import Drawing

/// What a viewer draws in hidden outputs, as the picture shows it.
@Suite struct PredictedFrameTests {
  @Test(
    "drawn marbles are hollow; after the comparison, those that are right are filled, and others have a sign",
    arguments: [(false, GlyphSet.full), (true, .full), (true, .ascii)])
  func frame(isCompared: Bool, glyphs: GlyphSet) throws {
    let scene = try #require(try SceneLibrary.shipped.file(named: "lesson-quiet")).scene
    let plan = try scene.recorded()
    let diagrams = ["quiet": "1@1 9@6 3@8 5@11 |@11", "paced": "1@0 2@4 |@10"]
    let expected = try diagrams.reduce(into: [:]) { expected, row in
      expected[row.key] = try Scene.Expectation(parsing: row.value, row: row.key)
    }
    let drawing = SceneDrawing(scene: scene, plan: plan, glyphs: glyphs)
      .predicting(scene.predicting(expected.mapValues(\.diagram.timeline)))
    var moment = FrameState(time: .zero)
    moment.revealed = .nanoseconds(-1)
    if isCompared { moment.predictions = expected }
    let lines = drawing.frame(drawing.plan, at: moment, size: Size(columns: 80, rows: 24)).lines
    try expectFixture("predicted-\(isCompared ? "compared-" : "")\(glyphs)-80x24", lines)
  }

  @Test("the picture of a prediction depends on the inputs and on what is drawn alone") func leaks() throws {
    let frames = try ["a.debounce(for: .seconds(2))", "a.debounce(for: .seconds(3))"].map { expression in
      var scene = try #require(try SceneLibrary.shipped.file(named: "lesson-quiet")).scene
      let drawn = scene.predicting([:])
      scene.duration = .seconds(12)
      let other = try SceneFile(
        parsing: scene.yaml.replacing("a.debounce(for: .seconds(2))", with: expression), path: "a.yaml"
      ).scene
      let drawing = SceneDrawing(scene: other, plan: try other.recorded()).predicting(drawn)
      var moment = FrameState(time: .seconds(8))
      moment.revealed = .nanoseconds(-1)
      return drawing.frame(drawing.plan, at: moment, size: Size(columns: 80, rows: 24)).lines
        .map { $0.replacing("debounce(for: .seconds(3))", with: "debounce(for: .seconds(2))") }
    }
    #expect(frames[0] == frames[1])
  }

  @Test("a sign of each verdict, which no font lacks", arguments: GlyphSet.allCases) func signs(set: GlyphSet) {
    let signs = [TimelineComparison.Verdict.right, .early, .late, .missing].map { Glyphs(set).sign(of: $0) }
    #expect(Set(signs).count == 4 && signs[1...2] == ["<", ">"])
    #expect(set != .ascii || signs.allSatisfy(\.isASCII))
  }
}
