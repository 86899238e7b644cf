internal import Marbles
internal import Terminal

/// Draws the axis above the rows: the times of ticks, and the playhead.
struct AxisPainter {
  let layout: TimelineLayout
  let palette: CellPalette

  func draw(at time: SceneTime, on canvas: inout Canvas) {
    let scale = layout.scale.following(time)
    let muted = Style(foreground: palette.theme.muted)
    for second in scale.ticks(every: layout.tickInterval) {
      let isFirstOrLast = second == .zero || second + layout.tickInterval > scale.extent
      let label = second.description + (isFirstOrLast ? "s" : "")
      let column = scale.center(second) - (label.count - (isFirstOrLast ? 1 : 0) - 1) / 2
      guard column >= layout.gutter - 1 else { continue }
      canvas.put(label, column: min(column, canvas.size.columns - label.count), row: layout.axis, style: muted)
    }
    let (now, line) = (min(scale.center(time), scale.end), layout.top - 1)
    // On a low screen, the mark shares the line of the labels, and does not cover them.
    guard line > layout.axis else {
      if canvas[now, line].text == " " { canvas.set(palette.mark, column: now, row: line) }
      return
    }
    canvas.set(palette.mark, column: now, row: line)
    drawClock(time, beside: now, line: line, on: &canvas)
  }

  /// Draws the time of the playhead at its right if it fits, else at its left.
  private func drawClock(_ time: SceneTime, beside now: Int, line: Int, on canvas: inout Canvas) {
    let clock = StatusBars.tenths(time)
    let isRight = now + 2 + clock.count < canvas.size.columns
    canvas.put(
      clock, column: isRight ? now + 2 : now - 1 - clock.count, row: line,
      style: Style(foreground: palette.theme.accent, bold: true))
  }
}
