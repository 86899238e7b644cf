import Marbles
import SceneFiles
import SceneTestSupport
import Scenes
import Terminal
import Testing

@testable import Drawing
@testable import Layout

/// What rows publish of their marbles, for lines, tooltips and the mouse.
@Suite struct AnchorsTests {
  private let bounds = CellBounds(columns: 10..<15, rows: 4..<7)

  @Test func pointsAreCellsOfTheRectangle() {
    let points: [(UnitPoint, Int, Int)] = [
      (.top, 12, 4), (.bottom, 12, 6), (.leading, 10, 5), (.trailing, 14, 5), (.center, 12, 5),
      (UnitPoint(x: 1, y: 1), 14, 6),
    ]
    for (point, column, row) in points {
      #expect(bounds[point].column == column && bounds[point].row == row)
    }
    #expect(CellBounds(columns: 3..<7, rows: 2..<3)[.bottom] == (4, 2))
  }

  /// Publishes one event after the other, each at a column.
  private func publish(_ columns: [Int], _ position: Int, earlier: Int = 0, in anchors: inout Anchors) {
    anchors.publish(
      columns.enumerated().map {
        Anchors.Place(events: $0..<$0 + 1, bounds: CellBounds(columns: $1..<$1 + 3, rows: 0..<1), anchor: $1 + 1)
      }, of: columns.map { _ in Event(time: .zero, value: 1) }, base: EventKey(row: position, index: earlier))
  }

  @Test func anEventStandsWhereItsRowSays() {
    var anchors = Anchors()
    publish([0, 10], 0, in: &anchors)
    publish([20], 1, earlier: 7, in: &anchors)
    #expect(anchors[EventKey(row: 0, index: 1)]?.columns == 10..<13)
    #expect(anchors[EventKey(row: 1, index: 7)]?.columns == 20..<23)
    #expect(anchors[EventKey(row: 1, index: 0)] == nil && anchors[EventKey(row: 2, index: 0)] == nil)
  }

  @Test func theBoundsOfADotCountForEachOfItsEvents() throws {
    let scene = inputScene([("crowd", [(1, 1), (1, 2), (1.001, 3), (8, 4)], .finish(.seconds(9)))])
    let recording = try scene.recorded()
    let picture = SceneDrawing(scene: scene, plan: recording).picture(
      of: recording, at: FrameState(time: .seconds(9)), size: Size(columns: 60, rows: 12))
    let anchors = picture.anchors
    #expect(anchors.marbles.count == 2)
    let found = (0..<4).map { anchors[EventKey(row: 0, index: $0)] }
    #expect(found[0] == found[1] && found[1] == found[2])
    #expect(found[3] != found[0])
    let bounds = try #require(found[1])
    #expect(bounds.columns.count == 1 && bounds.rows.count == 1)
    #expect(picture.canvas[bounds.columns.lowerBound, bounds.rows.lowerBound].text == "◉")
    // Its texts are above it, and are not a part of it.
    let above = picture.canvas.lines[..<bounds.rows.lowerBound].suffix(3)
    #expect(above.map { $0.dropFirst(bounds.columns.lowerBound).prefix { $0 != " " } } == ["1", "2", "3"])
    #expect(anchors.marble(column: bounds[.center].column, row: bounds[.center].row)?.events.count == 3)
    #expect(anchors.marble(column: bounds.columns.upperBound, row: bounds.rows.lowerBound) == nil)
  }

  /// Every marble is found by the id of each of its events, and by each of its cells.
  @Test func everyMarbleOfTheSampleIsFound() throws {
    let recording = try Scene.sample.recorded()
    let drawing = SceneDrawing(scene: .sample, plan: recording)
    for size in [Size(columns: 80, rows: 24), Size(columns: 120, rows: 40), Size(columns: 30, rows: 10)] {
      let picture = drawing.picture(of: recording, at: FrameState(time: .seconds(5)), size: size)
      #expect(!picture.anchors.marbles.isEmpty)
      for marble in picture.anchors.marbles {
        for key in marble.keys { #expect(picture.anchors[key] == marble.bounds) }
        for row in marble.bounds.rows {
          for column in marble.bounds.columns {
            #expect(picture.anchors.marble(column: column, row: row)?.bounds == marble.bounds)
          }
        }
      }
      // What is still to come of an output is not there.
      #expect(picture.anchors[EventKey(row: 3, index: 4)] == nil)
      #expect(picture.anchors[EventKey(row: 0, index: 4)] != nil)
    }
  }
}
