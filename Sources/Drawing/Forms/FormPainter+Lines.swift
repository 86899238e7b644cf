internal import Layout
internal import Marbles
internal import Scenes
internal import Terminal

/// A mark for each line of text; the lines are in the panel.
extension FormPainter {
  func drawMarks(isMarked: Bool, on surface: inout Surface) {
    let line = lines.lowerBound
    drawName(line: line, isMarked: isMarked, on: &surface)
    let start = max(layout.gutter, scale.center(.zero))
    let end = min(row.timeline.end.time.map { $0 <= time ? scale.center($0) : scale.end } ?? scale.end, scale.end)
    guard start <= end else { return }
    surface.cells { canvas in
      canvas.fill(columns: start..<min(now, end) + 1, rows: line..<line + 1, with: palette.baseline)
      for column in layout.tickColumns(in: scale) where (start...min(now, end)).contains(column) {
        canvas.set(palette.tick(isInput: row.isInput, isPast: column <= now), column: column, row: line)
      }
    }
    drawRate(line: line, on: &surface)
    guard let bins else { return }
    let shift = scale.center(.zero)
    for column in start...max(start, min(now, end)) {
      let bin = bins[column - shift]
      guard let worst = bin.worst else { continue }
      let glyph =
        switch worst {
        case .error: glyphs.errorLine
        case .warning: glyphs.warningLine
        case .normal: bin.count > 1 ? glyphs.manyLines : glyphs.line
        }
      surface.set(Cell(glyph, style: style(of: worst)), column: column, row: line)
    }
  }

  /// Writes the newest line at the right of the playhead, if no panel has it, and how fast lines come.
  private func drawRate(line: Int, on surface: inout Surface) {
    let (events, span) = (row.timeline.events, min(.seconds(5), max(.seconds(1), time)))
    let past = events[..<events.partitioningIndex { $0.time > time }]
    let recent = past[past.partitioningIndex { $0.time > time - span }...]
    guard row.timeline.end.time == nil, let rate = Bars.rate(recent.count, in: span) else { return }
    var texts = [rate]
    if showsNotes, let newest = past.last?.value.summary() {
      let text = "\(newest) \(glyphs.dot) \(rate)"
      texts = [text, newest, DisplayWidth.shortened(newest, width: room, ellipsis: glyphs.ellipsis)]
    }
    drawNewest(texts, line: line, style: Style(foreground: theme.marbles[color], bold: true), on: &surface)
  }
}
