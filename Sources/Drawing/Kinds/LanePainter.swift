internal import Layout
internal import Marbles
internal import Scenes
internal import Terminal

/// Draws one inner stream below the row whose closure made it: a line that starts under the marble of its cause.
///
/// Future events of inner streams are never shown.
struct LanePainter {
  let layout: TimelineLayout
  let palette: CellPalette
  let scale: TimeScale
  /// The row of cells.
  let line: Int
  let time: SceneTime
  /// Where the events of the stream are, in columns that are not scrolled.
  let placement: RowPlacement

  private var glyphs: Glyphs { palette.glyphs }
  private var now: Int { min(scale.center(time), scale.end) }

  /// The position of a drawn lane.
  struct Drawn {
    var marbles: [Anchors.Place]
    /// The end of a connector to the start of the stream.
    var beginning: CellBounds
    /// The exact place of the start of the stream.
    var dock: Double
  }

  /// Draws a stream that has started.
  ///
  /// - Parameter isLast: whether it is the last of the streams that have started.
  func draw(_ plan: LanePlan, isLast: Bool, on surface: inout Surface) -> Drawn {
    drawLabel(plan, isLast: isLast, on: &surface)
    let cause = min(plan.cause ?? plan.stream.begin, plan.stream.begin)
    let start = max(layout.gutter, scale.center(cause))
    let exactStart = max(Double(layout.gutter) + 0.5, scale.x(cause))
    drawLine(plan.stream, from: start, exactly: exactStart, on: &surface)
    let shown = plan.times.partitioningIndex { $0 > time }
    let painter = MarblePainter(scale: scale, lines: line..<line + 1, ellipsis: glyphs.ellipsis)
    func brush(_ shape: MarbleShape) -> CellPalette.Marble {
      palette.marble(plan.stream.events[shape.events.lowerBound].color, .output)
    }
    let shapes = shapes(upTo: shown)
    let marbles = shapes.map { painter.draw($0, brush($0), on: &surface) }
    for text in placement.texts {
      guard let shape = shapes.first(where: { $0.anchor == text.anchor - scale.scrolled }) else { continue }
      painter.draw(
        text, count: min(text.texts.count, shape.events.count), of: shape, scrolled: scale.scrolled,
        stem: glyphs.stem, brush(shape).edge, on: &surface)
    }
    drawEnd(of: plan.stream, on: &surface)
    return Drawn(
      marbles: marbles, beginning: CellBounds(columns: start..<start + 1, rows: line..<line + 1), dock: exactStart)
  }

  /// The visible marbles of the first events of the stream, in the columns of the frame.
  private func shapes(upTo count: Int) -> [MarbleShape] {
    let visible = scale.left..<scale.columns.upperBound
    return placement.shapes.prefix { $0.events.lowerBound < count }.compactMap { shape in
      var shape = shape
      shape.scroll(by: scale)
      shape.events = shape.events.clamped(to: 0..<count)
      return shape.columns.overlaps(visible) && shape.isWhole(in: scale) ? shape : nil
    }
  }

  private func drawLabel(_ plan: LanePlan, isLast: Bool, on surface: inout Surface) {
    let muted = Style(foreground: palette.theme.muted)
    let column = layout.laneLabel
    let room = layout.gutter - 1 - column
    surface.put(String(isLast ? glyphs.lastBranch : glyphs.branch), column: column, row: line, style: muted)
    let stream = plan.stream
    let indent = min(2 + stream.depth, max(2, room - 1))
    let label = DisplayWidth.shortened(plan.label(error: glyphs.error), width: room - indent, ellipsis: glyphs.ellipsis)
    surface.put(
      label, column: column + indent, row: line, style: Style(foreground: palette.theme.marbles[stream.color]),
      maxWidth: room - indent)
  }

  /// Draws a corner under the cause of the stream, dots while it waited, and a line while it was active.
  private func drawLine(
    _ stream: Recording.Inner, from start: Int, exactly exactStart: Double, on surface: inout Surface
  ) {
    let begin = max(start, scale.center(stream.begin))
    let end = min(now, scale.end, stream.end.time.map { $0 <= time ? scale.center($0) : now } ?? now)
    let style = palette.trail(stream.color).style
    let columns = start..<max(start, end + 1)
    for column in columns where column != now || column == start {
      let glyph = column == start ? glyphs.sprout : column < begin ? glyphs.trail : glyphs.baseline
      surface.cells { $0.set(Cell(glyph, style: style), column: column, row: line) }
    }
    guard !columns.isEmpty else { return }
    surface.add(
      .line(
        PictureElement.Line(
          cells: [
            PictureElement.Line.Cell(
              column: start, row: line, sides: [.up, .right], shift: exactStart - Double(start) - 0.5)
          ], isDotted: false, style: style)))
    // The corner is half a column wide.
    let left = exactStart + 0.5
    let middle = max(left, scale.x(stream.begin))
    let right = max(middle, scale.playhead(min(time, stream.end.time ?? time)))
    if left < middle {
      surface.add(.trail(PictureElement.Trail(x: left..<middle, row: line, look: .dotted, style: style)))
    }
    // In a film it is there from its beginning on, and grows with the playhead.
    surface.add(.trail(PictureElement.Trail(x: middle..<right, row: line, look: .thin, style: style)))
  }

  private func drawEnd(of stream: Recording.Inner, on surface: inout Surface) {
    guard let end = stream.end.time, end <= time, let placed = placement.end else { return }
    let column = placed.column - scale.scrolled
    guard column >= layout.gutter, column <= scale.columns.upperBound else { return }
    let (kind, style): (PictureElement.End.Kind, Style)
    switch stream.end {
    case .finish: (kind, style) = (.finish, .plain)
    case .error: (kind, style) = (.error, Style(foreground: palette.theme.alarm, bold: true))
    case .cancelled: (kind, style) = (.cancelled, Style(bold: true))
    case .open: return
    }
    surface.put(
      PictureElement.End(
        kind: kind, column: column, x: placement.exactEnd(at: end, in: scale), row: line,
        style: style),
      glyphs)
  }
}
