import Marbles
import SceneFiles
import SceneTestSupport
import Scenes
import Terminal
import Testing

@testable import Drawing

/// The selected scene beside the list of scenes.
@Suite struct SceneStillTests {
  private static let sizes = [(100, 24), (120, 40), (200, 60)]

  /// The list with one scene.
  private func picker(_ scene: Scene, _ still: SceneStill?, columns: Int, rows: Int) throws -> [String] {
    let choices = [
      SceneChoice(name: "first", title: "The first of two scenes", about: "Not selected.", group: "Scenes"),
      SceneChoice(name: scene.name, title: scene.title, about: scene.about, group: "Scenes"),
    ]
    let drawing = SceneDrawing(scene: .sample, plan: try Scene.sample.plan())
    return ScenePickerPainter(
      choices, matches: [0, 1], selected: 1, filter: "", still: still, drawing: drawing,
      size: Size(columns: columns, rows: rows)
    ).frame().lines
  }

  private func still(_ scene: Scene) throws -> SceneStill {
    .drawing(SceneDrawing(scene: scene, plan: try scene.plan()))
  }

  @Test("is the picture of `render` without its first and its last lines", arguments: sizes)
  func picture(columns: Int, rows: Int) throws {
    let lines = try picker(.sample, try still(.sample), columns: columns, rows: rows)
    try expectFixture("picker-still-\(columns)x\(rows)", lines)
    let line = try #require(lines[0].firstIndex(of: "│"))
    let left = lines[0].distance(from: lines[0].startIndex, to: line) + 2
    let shown = lines[3..<rows - 1].map { String($0.dropFirst(left)) }
    let rendered = try frame(.sample, size: Size(columns: columns - left, rows: rows - 1))
    #expect(shown == Array(rendered[2..<rows - 2]))
    #expect(lines[0].hasSuffix("8.0 s") && lines[1].hasSuffix("  " + Scene.sample.about))
  }

  @Test("says that it is computed, or why it can't be") func problem() throws {
    let pending = try picker(.sample, nil, columns: 100, rows: 24)
    let failed = try picker(.sample, .problem("this scene can't run: row a is wrong"), columns: 100, rows: 24)
    let ready = try picker(.sample, try still(.sample), columns: 100, rows: 24)
    #expect(failed[3].hasSuffix("  this scene can't run: row a is wrong"))
    // The list is the same.
    for lines in [failed, ready] { #expect(lines.map { $0.prefix(28) } == pending.map { $0.prefix(28) }) }
    #expect(pending[1] == failed[1] && pending[3].hasSuffix("  computing…"))
  }

  @Test("is not on small screens", arguments: [(99, 24), (80, 24), (120, 11)])
  func small(columns: Int, rows: Int) throws {
    let ready = try picker(.sample, try still(.sample), columns: columns, rows: rows)
    #expect(try ready == picker(.sample, nil, columns: columns, rows: rows))
    #expect(ready.contains { $0.contains("Not selected.") })
  }

  @Test("can be any scene, on any screen", arguments: SceneLibrary.shipped.names) func any(name: String) throws {
    let scene = try #require(try SceneLibrary.shipped.file(named: name)).scene
    guard !scene.isLive else { return }
    let still = try still(scene)
    for (columns, rows) in [(100, 12), (100, 14), (100, 24), (120, 40)] {
      let lines = try picker(scene, still, columns: columns, rows: rows)
      #expect(lines[0].contains(scene.title) && lines[rows - 1].hasPrefix(" ↑↓ select  Enter play  Esc leave"))
    }
  }
}
