internal import Layout
internal import Marbles
internal import Terminal

/// Draws the axis above the rows: the times of ticks, and the playhead.
struct AxisPainter {
  let layout: TimelineLayout
  let palette: CellPalette

  private var text: ClockText { ClockText(upTo: layout.scale.extent) }

  func draw(at time: SceneTime, on surface: inout Surface) {
    let scale = layout.scale.following(time)
    let (muted, text) = (Style(foreground: palette.theme.muted), text)
    for second in scale.ticks(every: layout.tickInterval) {
      let isFirstOrLast = second == .zero || second + layout.tickInterval > scale.extent
      let label = text.tick(second) + (isFirstOrLast ? text.unit : "")
      let digits = label.count - (isFirstOrLast ? text.unit.count : 0)
      let place = scale.center(second) - (digits - 1) / 2
      guard place >= layout.gutter - 1 else { continue }
      let column = min(place, surface.size.columns - label.count)
      // The number is in the middle of its tick; the unit follows it.
      let shift = scale.x(second) - Double(digits) / 2 - Double(column)
      surface.put(label, column: column, row: layout.axis, style: muted, shift: shift)
    }
    let (now, line) = (min(scale.center(time), scale.end), layout.top - 1)
    let x = scale.playhead(time)
    // On a low screen, the mark shares the line of the labels, and does not cover them.
    guard line > layout.axis else {
      if surface[now, line].text == " " { drawMark(column: now, x: x, row: line, on: &surface) }
      return
    }
    drawMark(column: now, x: x, row: line, on: &surface)
    drawClock(time, beside: now, shift: x - Double(now) - 0.5, line: line, on: &surface)
  }

  private func drawMark(column: Int, x: Double, row: Int, on surface: inout Surface) {
    surface.cells { $0.set(palette.mark, column: column, row: row) }
    surface.add(.pointer(x: x, row: row, palette.mark.style))
  }

  /// Draws the time of the playhead at its right if it fits, else at its left.
  private func drawClock(_ time: SceneTime, beside now: Int, shift: Double, line: Int, on surface: inout Surface) {
    let clock = text.tenths(time)
    let isRight = now + 2 + clock.count < surface.size.columns
    let (column, style) = (
      isRight ? now + 2 : now - 1 - clock.count, Style(foreground: palette.theme.accent, bold: true)
    )
    let width = surface.cells { $0.put(clock, column: column, row: line, style: style) }
    surface.addText(
      columns: column..<column + width, row: line, style: style, shift: shift, as: PictureElement.clock)
  }
}
