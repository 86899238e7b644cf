internal import Marbles
internal import Terminal

/// Draws the axis above the rows: the times of ticks, and the playhead.
struct AxisPainter {
  let layout: TimelineLayout
  let palette: CellPalette

  func draw(at time: SceneTime, on surface: inout Surface) {
    let scale = layout.scale.following(time)
    let muted = Style(foreground: palette.theme.muted)
    for second in scale.ticks(every: layout.tickInterval) {
      let isFirstOrLast = second == .zero || second + layout.tickInterval > scale.extent
      let label = second.description + (isFirstOrLast ? "s" : "")
      let column = scale.center(second) - (label.count - (isFirstOrLast ? 1 : 0) - 1) / 2
      guard column >= layout.gutter - 1 else { continue }
      surface.put(label, column: min(column, surface.size.columns - label.count), row: layout.axis, style: muted)
    }
    let (now, line) = (min(scale.center(time), scale.end), layout.top - 1)
    // On a low screen, the mark shares the line of the labels, and does not cover them.
    guard line > layout.axis else {
      if surface[now, line].text == " " { drawMark(column: now, row: line, on: &surface) }
      return
    }
    drawMark(column: now, row: line, on: &surface)
    drawClock(time, beside: now, line: line, on: &surface)
  }

  private func drawMark(column: Int, row: Int, on surface: inout Surface) {
    surface.cells { $0.set(palette.mark, column: column, row: row) }
    surface.add(.pointer(column: column, row: row, palette.mark.style))
  }

  /// Draws the time of the playhead at its right if it fits, else at its left.
  private func drawClock(_ time: SceneTime, beside now: Int, line: Int, on surface: inout Surface) {
    let clock = StatusBars.tenths(time)
    let isRight = now + 2 + clock.count < surface.size.columns
    let (column, style) = (
      isRight ? now + 2 : now - 1 - clock.count, Style(foreground: palette.theme.accent, bold: true)
    )
    let width = surface.cells { $0.put(clock, column: column, row: line, style: style) }
    surface.addText(columns: column..<column + width, row: line, style: style, as: PictureElement.clock)
  }
}
