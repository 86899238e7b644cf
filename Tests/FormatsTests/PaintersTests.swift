import Drawing
import Layout
import Marbles
import SceneFiles
import SceneTestSupport
import Scenes
import Terminal
import Testing

@testable import Formats

/// Cells and vectors are two paintings of one layout: what is shown is the same, only its form differs.
@Suite struct PaintersTests {
  private static let scenes = SceneLibrary(folders: []).names.compactMap { name in
    (try? SceneLibrary(folders: []).file(named: name))?.scene
  }.filter { !$0.isLive && $0.kind == .timelines && $0.rain == nil }

  /// What one painter shows of a scene, row by row.
  private struct Shown: Equatable {
    /// The events of rows and of inner streams, from left to right.
    var values: [String]
    /// The signs of drops, restarts and timeouts.
    var marks: [String]
    var ends: [String]
    /// The events that are joined by lines.
    var lines: Set<String>
  }

  private static let size = Size(columns: 120, rows: 100)

  /// The events of a picture that have happened.
  private func values(_ picture: SceneDrawing.Picture) -> [String] {
    picture.anchors.marbles.flatMap { marble in marble.keys.map { "\(marble.row) \(marble.stream ?? -1) \($0.index)" } }
  }

  private func lines(_ picture: SceneDrawing.Picture, _ recording: Recording) -> Set<String> {
    Set(picture.connections.map { "\(recording.id(of: $0.source)) to \(recording.id(of: $0.target))" })
  }

  private static let marks: [Character] = ["×", "↺", "◷"]

  private func cells(_ drawing: SceneDrawing, _ recording: Recording, at moment: FrameState) -> Shown {
    let picture = drawing.picture(of: recording, at: moment, size: Self.size)
    let layout = drawing.layout(at: moment, size: Self.size)
    var shown = Shown(values: values(picture), marks: [], ends: [], lines: lines(picture, recording))
    for position in layout.visibleRows {
      let row = recording.rows[position]
      let placement = drawing.measures.placement(ofRow: position, as: row, in: layout, hasColors: true)
      let scale = layout.scale.following(moment.time(ofRow: position))
      for mark in placement.marks {
        let (column, line) = (mark.column - scale.scrolled, layout.row(ofLine: mark.line, of: position))
        guard scale.columns.contains(column), let sign = picture.canvas[column, line].text.first else { continue }
        if Self.marks.contains(sign) { shown.marks.append("\(position) \(sign) \(mark.mark.place)") }
      }
      let lanes = layout.laneLines(position)
      for line in [layout.middle(position)] + lanes {
        let text = (layout.gutter..<Self.size.columns).map { picture.canvas[$0, line].text }.joined()
        for sign in text where "┃╳╱".contains(sign) { shown.ends.append("\(position) \(sign)") }
      }
    }
    return shown
  }

  private func vectors(_ drawing: SceneDrawing, _ recording: Recording, at moment: FrameState) -> Shown {
    var drawing = drawing
    drawing.recordsElements = true
    let picture = drawing.picture(of: recording, at: moment, size: Self.size)
    let layout = drawing.layout(at: moment, size: Self.size)
    var shown = Shown(values: values(picture), marks: [], ends: [], lines: lines(picture, recording))
    for position in layout.visibleRows {
      let row = recording.rows[position]
      let placement = drawing.measures.placement(ofRow: position, as: row, in: layout, hasColors: true)
      let scale = layout.scale.following(moment.time(ofRow: position))
      for mark in placement.marks {
        let line = layout.row(ofLine: mark.line, of: position)
        for case .text(let text) in picture.elements where text.row == line && text.width == 1 {
          guard let sign = text.text.first, Self.marks.contains(sign) else { continue }
          let isHere = abs(Double(text.column) + text.shift + 0.5 - scale.x(mark.mark.place)) < 0.01
          if isHere { shown.marks.append("\(position) \(sign) \(mark.mark.place)") }
        }
      }
      for case .end(let end) in picture.elements where layout.band(position).contains(end.row) {
        let sign =
          switch end.kind {
          case .finish: "┃"
          case .error: "╳"
          case .cancelled: "╱"
          }
        shown.ends.append("\(position) \(sign)")
      }
    }
    // All lines are drawn.
    let links = picture.elements.compactMap { if case .link(let link) = $0 { link } else { nil } }
    #expect(links.count == picture.connections.count)
    return shown
  }

  @Test("a picture of cells and one of vectors show the same", arguments: scenes)
  func same(scene: Scene) throws {
    let recording = try scene.recorded()
    let document = SceneDocument(scene, recording)
    var drawing = document.settings.drawing(for: scene, plan: recording, Capabilities())
    drawing.reducesMotion = true
    let middle = SceneTime(nanoseconds: recording.duration.nanoseconds / 10 * 6)
    for (time, connectors) in [(nil, .selected), (middle, .selected), (nil, .all)]
      as [(SceneTime?, Connector.Choice)]
    {
      drawing.connectors = connectors
      let moment = document.moment(at: time)
      let (cells, vectors) = (
        cells(drawing, recording, at: moment), vectors(drawing, recording, at: moment)
      )
      #expect(cells == vectors, "\(scene.name) at \(time.map { "\($0.seconds) s" } ?? "its end")")
    }
  }
}
