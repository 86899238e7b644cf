internal import Drawing
internal import Layout
internal import Marbles
internal import Scenes
internal import Terminal

/// What differs between the two paintings of one layout, cells and vectors: what they show must be the same, only its form
/// differs.
struct PainterAudit {
  private let recording: Recording
  private let drawing: SceneDrawing

  /// High enough for all rows of a scene with up to a dozen.
  private static let size = Size(columns: 120, rows: 100)
  /// The signs of drops, restarts and timeouts. Those of signals give way to expressions, which vectors have elsewhere.
  private static let marks: [Character] = ["×", "↺", "◷"]

  init(of drawing: SceneDrawing, _ recording: Recording) {
    self.recording = recording
    var calm = drawing
    calm.reducesMotion = true
    self.drawing = calm
  }

  /// What differs at the end and in the middle, and where all lines are drawn.
  var problems: [String] {
    let end = FrameState(time: recording.duration, state: .finished)
    let middle = FrameState(time: SceneTime(nanoseconds: recording.duration.nanoseconds / 10 * 6))
    return [(end, .selected), (middle, .selected), (end, .all)].compactMap { moment, connectors in
      difference(at: moment, connectors)
    }
  }

  private func difference(at moment: FrameState, _ connectors: Connector.Choice) -> String? {
    var drawing = drawing
    drawing.connectors = connectors
    let cells = Shown(by: drawing, recording, at: moment)
    drawing.recordsElements = true
    let vectors = Shown(by: drawing, recording, at: moment)
    // Rows of vectors are higher, so a picture of this size may have fewer of them.
    guard cells.isWhole, vectors.isWhole else { return nil }
    return cells.difference(from: vectors).map { "\($0), at \(moment.time.seconds) s" }
  }

  /// What one painter shows of a scene, row by row.
  private struct Shown {
    /// The events of rows and of inner streams that have happened, from left to right.
    var values: [String]
    /// The signs above or on rows.
    var marks: [String] = []
    var ends: [String] = []
    /// The events that are joined by lines.
    var lines: [String]
    /// Whether all rows and inner streams are shown.
    var isWhole: Bool

    init(by drawing: SceneDrawing, _ recording: Recording, at moment: FrameState) {
      let picture = drawing.picture(of: recording, at: moment, size: PainterAudit.size)
      let layout = drawing.layout(at: moment, size: PainterAudit.size)
      let painted: any Painted =
        drawing.recordsElements
        ? Vectors(elements: picture.elements) : Cells(canvas: picture.canvas, connections: picture.connections)
      let forms = drawing.currentReadings(at: moment).forms
      isWhole = picture.hidden.above + picture.hidden.below + picture.hidden.streams == 0
      values = picture.anchors.marbles.flatMap { marble in
        marble.keys.map { "\(marble.row) \(marble.stream ?? -1) \($0.index)" }
      }
      lines = painted.lines.map { "\(recording.id(of: $0.source)) to \(recording.id(of: $0.target))" }.sorted()
      for position in layout.visibleRows where !forms.indices.contains(position) || forms[position] == .marbles {
        let scale = layout.scale.following(moment.time(ofRow: position))
        let placement = drawing.measures.placement(
          ofRow: position, as: recording.rows[position], in: layout, hasColors: true)
        let places = drawing.measures.marks(ofRow: position).map(\.place)
        // Marks of one column are one mark, and columns differ.
        let near = SceneTime(nanoseconds: recording.duration.nanoseconds / 40)
        for mark in placement.marks
        where places.count(where: { $0 > mark.mark.place - near && $0 < mark.mark.place + near }) == 1 {
          let line = layout.row(ofLine: mark.line, of: position)
          if let sign = painted.sign(of: mark, line, scale), PainterAudit.marks.contains(sign) {
            marks.append("\(position) \(sign) \(mark.mark.place.seconds) s")
          }
        }
        let found = painted.ends(ofRow: position, in: layout, upTo: PainterAudit.size.columns)
        ends += found.map { "\(position) \($0)" }
      }
    }

    /// The first kind of things that differs.
    func difference(from vectors: Shown) -> String? {
      let kinds: [(String, KeyPath<Shown, [String]>)] = [
        ("values", \.values), ("marks", \.marks), ("ends", \.ends), ("lines", \.lines),
      ]
      return kinds.lazy.compactMap { name, path -> String? in
        let (own, other) = (self[keyPath: path], vectors[keyPath: path])
        guard own != other else { return nil }
        let (missing, more) = (Set(own).subtracting(other).sorted(), Set(other).subtracting(own).sorted())
        return "cells and vectors have other \(name): \(missing.prefix(3)) and \(more.prefix(3))"
      }.first
    }
  }

  /// What can be read from a painting.
  private protocol Painted {
    /// The sign at the place of a mark; nil outside the plot.
    func sign(of mark: RowPlacement.PlacedMark, _ line: Int, _ scale: TimeScale) -> Character?
    /// The signs of the ends of a row and of its streams, from top to bottom.
    func ends(ofRow position: Int, in layout: TimelineLayout, upTo column: Int) -> [Character]
    /// The events that are joined by lines.
    var lines: [(source: EventKey, target: EventKey)] { get }
  }

  private struct Cells: Painted {
    let canvas: Canvas
    let connections: [Connection]

    func sign(of mark: RowPlacement.PlacedMark, _ line: Int, _ scale: TimeScale) -> Character? {
      let column = mark.column - scale.scrolled
      return scale.columns.contains(column) ? canvas[column, line].text.first : nil
    }

    func ends(ofRow position: Int, in layout: TimelineLayout, upTo column: Int) -> [Character] {
      ([layout.middle(position)] + layout.laneLines(position)).flatMap { line in
        (layout.gutter..<column).compactMap { canvas[$0, line].text.first }.filter { "┃╳╱".contains($0) }
      }
    }

    var lines: [(source: EventKey, target: EventKey)] { connections.map { ($0.source, $0.target) } }
  }

  private struct Vectors: Painted {
    let elements: [PictureElement]

    func sign(of mark: RowPlacement.PlacedMark, _ line: Int, _ scale: TimeScale) -> Character? {
      let place = scale.x(mark.mark.place)
      return elements.lazy.compactMap { element -> Character? in
        guard case .text(let text) = element, text.row == line, text.width == 1,
          abs(Double(text.column) + text.shift + 0.5 - place) < 0.01
        else { return nil }
        return text.text.first
      }.first { PainterAudit.marks.contains($0) }
    }

    func ends(ofRow position: Int, in layout: TimelineLayout, upTo column: Int) -> [Character] {
      elements.compactMap { element in
        guard case .end(let end) = element, layout.band(position).contains(end.row) else { return nil }
        return switch end.kind {
        case .finish: "┃"
        case .error: "╳"
        case .cancelled: "╱"
        }
      }
    }

    var lines: [(source: EventKey, target: EventKey)] {
      elements.compactMap { element in
        if case .link(let link) = element { (link.source, link.target) } else { nil }
      }
    }
  }
}
