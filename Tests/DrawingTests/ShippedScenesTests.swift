import SceneFiles
import SceneTestSupport
import Scenes
import Terminal
import Testing

@testable import Drawing
@testable import Layout

/// Scenes that are shipped are made for the smallest screen that people have.
@Suite struct ShippedScenesTests {
  private func layout(_ name: String) throws -> TimelineLayout {
    let scene = try #require(try SceneLibrary.shipped.file(named: name)).scene
    return LayoutMetrics(try scene.plan(), measure: Glyphs.full.measure)
      .layout(in: TimelineLayout.Options(size: Room(columns: 80, rows: 24)))
  }

  @Test(arguments: SceneLibrary.shipped.names) func allRowsStandOnIt(name: String) throws {
    let layout = try layout(name)
    #expect(layout.bands.upperBound <= 24 - 1)
    let scene = try #require(try SceneLibrary.shipped.file(named: name)).scene
    #expect(layout.visibleRows == scene.rows.indices)
    for row in scene.rows.indices {
      let hasExpression = scene.rows[row].expression != nil
      #expect(!hasExpression || layout.expressionLines(row) != nil, "no room for the expression of row \(row)")
    }
  }
}
