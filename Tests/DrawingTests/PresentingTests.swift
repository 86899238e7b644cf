import Marbles
import SceneFiles
import Scenes
import Terminal
import Testing

@testable import Drawing

/// Pictures for an audience, and the list from which a viewer chooses a scene.
@Suite struct PresentingTests {
  private static let sizes = [(80, 24), (120, 40), (200, 60)]

  private func lines(_ change: (inout FrameState) -> Void, columns: Int, rows: Int) throws -> [String] {
    let recording = try Scene.sample.recorded()
    var moment = FrameState(time: .seconds(4))
    moment.isPresenting = true
    moment.place = ScenePlace(2, of: 3)
    change(&moment)
    let drawing = SceneDrawing(scene: .sample, plan: recording)
    return drawing.frame(recording, at: moment, size: Size(columns: columns, rows: rows)).lines
  }

  @Test("A presented scene has no clock and no keys", arguments: sizes)
  func presented(columns: Int, rows: Int) throws {
    try expectFixture("present-sample-\(columns)x\(rows)", lines({ _ in }, columns: columns, rows: rows))
  }

  @Test("Hidden outputs are question marks, and are revealed one instant at a time", arguments: sizes)
  func hidden(columns: Int, rows: Int) throws {
    let hidden = try lines({ $0.revealed = SceneTime(nanoseconds: -1) }, columns: columns, rows: rows)
    #expect(hidden.joined().contains("?") && !hidden.joined().contains("1 a"))
    try expectFixture(
      "present-hidden-\(columns)x\(rows)",
      lines({ $0.revealed = .seconds(1.5) }, columns: columns, rows: rows))
  }

  @Test("The list of scenes", arguments: [(80, 24), (120, 40)])
  func picker(columns: Int, rows: Int) throws {
    let choices = (1...30).map { number in
      SceneChoice(
        name: "scene-\(number)", title: "Scene \(number)", about: "What number \(number) of the scenes shows.",
        group: number <= 12 ? "First" : "Second")
    }
    let drawing = SceneDrawing(scene: .sample, plan: try Scene.sample.recorded())
    let size = Size(columns: columns, rows: rows)
    let all = ScenePickerPainter(
      choices, matches: Array(choices.indices), selected: 20, filter: "", drawing: drawing, size: size)
    try expectFixture("picker-\(columns)x\(rows)", all.frame().lines)
    let few = ScenePickerPainter(choices, matches: [6, 26], selected: 6, filter: "7", drawing: drawing, size: size)
    try expectFixture("picker-filtered-\(columns)x\(rows)", few.frame().lines)
  }
}
