import Foundation
import Marbles
import Scenes
import Terminal
import Testing

@testable import Drawing
@testable import Layout

/// Rows that show their latest value as a list: beside the timelines where it is wide, else below.
@Suite struct RowListTests {
  /// One item after 1 s, `count` after 3 s.
  private func scene(_ style: ListStyle = .ofRows, count: Int = 2) -> Scene {
    let values: [Value] = [.array(["first"]), .array((1...count).map { .string("item \($0)") })]
    let events = values.enumerated().map { Event(name: "\($0)", time: .seconds($0 * 2 + 1), value: $1) }
    let timeline = Timeline(events: events, end: .finish(.seconds(4)))
    return Scene(
      name: "x", rows: [Scene.Row(name: "latest", content: .input(timeline), form: .list, listStyle: style)])
  }

  private func picture(_ scene: Scene, at time: Double, columns: Int, rows: Int = 24) throws -> SceneDrawing.Picture {
    let recording = try scene.recorded()
    return SceneDrawing(scene: scene, plan: recording)
      .picture(of: recording, at: FrameState(time: .seconds(time)), size: Size(columns: columns, rows: rows))
  }

  /// What stands in the last lines above the keys.
  private func below(_ scene: Scene, at time: Double, lines: Int) throws -> [String] {
    let all = try picture(scene, at: time, columns: 80).canvas.lines
    return Array(all.dropLast(2).suffix(lines))
  }

  @Test func onANarrowScreenItStandsBelow() throws {
    #expect(try below(scene(), at: 0, lines: 4) == ["", "  latest", "", ""])
    #expect(try below(scene(), at: 1, lines: 4) == ["", "  latest", "  ●  first", ""])
    #expect(try below(scene(), at: 3, lines: 4) == ["", "  latest", "  ●  item 1", "  ●  item 2"])
  }

  @Test func onAWideOneItStandsBeside() throws {
    let picture = try picture(scene(), at: 3, columns: 120)
    let beside = picture.canvas.lines.compactMap { line in
      line.range(of: " │ ", options: .backwards).map { String(line[$0.upperBound...]) }
    }
    #expect(beside.filter { $0.contains(where: \.isLetter) } == ["latest", "●  item 1", "●  item 2"])
    #expect(picture.anchors.bounds(ofItem: "item 2", row: 0) != nil)
    #expect(picture.anchors.bounds(ofItem: "first", row: 0) == nil)
  }

  @Test func timelinesStayWhereTheyAre() throws {
    let scene = scene(count: 5)
    let drawing = SceneDrawing(scene: scene, plan: try scene.recorded())
    for columns in [80, 120] {
      let size = Size(columns: columns, rows: 24)
      #expect(
        drawing.layout(at: FrameState(time: .zero), size: size)
          == drawing.layout(at: FrameState(time: .seconds(4)), size: size))
    }
  }

  @Test func whatDoesNotFitIsCounted() throws {
    #expect(
      try below(scene(count: 30), at: 3, lines: 8) == [
        "  latest", "  ●  item 1", "  ●  item 2", "  ●  item 3", "  ●  item 4", "  ●  item 5", "  ●  item 6",
        "     ↓ 24 more",
      ])
  }

  @Test func itMayHaveLines() throws {
    let lines = try picture(scene(ListStyle(connector: .dotted)), at: 3, columns: 120, rows: 40).canvas.lines
    let item = try #require(lines.firstIndex { $0.hasSuffix("●  item 1") })
    #expect(lines[item + 1].hasSuffix("┊"))
  }

  @Test func whereThereIsNoRoomThereAreTimelinesOnly() throws {
    #expect(try !picture(scene(), at: 3, columns: 80, rows: 17).canvas.lines.contains { $0.contains("●  item 1") })
  }
}
