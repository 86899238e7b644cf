internal import Layout
internal import Marbles
internal import Scenes
internal import Terminal

/// How many values come, as bars; warnings and errors have bars of their own.
extension FormPainter {
  func drawBars(isMarked: Bool, on surface: inout Surface) {
    guard let bins else { return }
    let bars = Bars(bins, interval: interval, scale: scale, through: time)
    let names = reading.severity?.names
    let extra: [(severity: Severity, name: String)] =
      names.map {
        lines.count >= 4 ? [(.warning, $0.warning), (.error, $0.error)] : lines.count >= 2 ? [(.error, $0.error)] : []
      }
      ?? []
    let plot = lines.lowerBound..<lines.upperBound - extra.count
    let greatest = bars.greatest(nil)
    drawAxis(
      plot, top: greatest > 0 ? RowNotes.grouped(greatest) : nil, bottom: "0",
      note: "per \(interval) s", isMarked: isMarked, on: &surface)
    draw(bars, nil, greatest: greatest, plot, style(of: nil), on: &surface)
    let span = SceneTime.seconds(5)
    if let rate = rate(bars, nil, span) {
      drawNewest(
        [rate], line: plot.upperBound - 1, style: Style(foreground: theme.marbles[color], bold: true), on: &surface)
    }
    for (line, (severity, name)) in zip(plot.upperBound..., extra) {
      let style = style(of: severity)
      surface.put(name, column: layout.gutter - 1 - DisplayWidth.of(name), row: line, style: style)
      surface.put(String(glyphs.axis), column: layout.gutter - 1, row: line, style: Style(foreground: theme.muted))
      draw(bars, severity, greatest: bars.greatest(severity), line..<line + 1, style, on: &surface)
      let rate = rate(bars, severity, .seconds(60)) ?? "0/s"
      drawNewest([rate], line: line, style: style, on: &surface)
    }
  }

  private func draw(
    _ bars: Bars, _ severity: Severity?, greatest: Int, _ plot: Range<Int>, _ style: Style, on surface: inout Surface
  ) {
    let levels = Levels(lines: plot.count, parts: glyphs.levels.count)
    for bar in bars.bars {
      let level = levels.level(ofCount: bar.bin.count(of: severity), greatest: greatest)
      guard level > 0 else { continue }
      // A gap between wide bars.
      let columns = bar.columns.count > 2 ? bar.columns.dropLast() : bar.columns
      for line in 0..<plot.count {
        let parts = levels.parts(ofLine: line, level: level)
        guard parts > 0 else { continue }
        for column in columns {
          surface.set(
            Cell(glyphs.levels[parts - 1], style: style), column: layout.gutter + column,
            row: plot.lowerBound + line)
        }
      }
    }
  }

  /// The rate of the newest whole intervals.
  private func rate(_ bars: Bars, _ severity: Severity?, _ span: SceneTime) -> String? {
    let count = Int(max(1, span.nanoseconds / interval.nanoseconds))
    // The last interval is not over, unless the row is.
    let whole = bars.bars.dropLast().suffix(count)
    guard !whole.isEmpty else { return nil }
    let values = whole.reduce(0) { $0 + $1.bin.count(of: severity) }
    return Bars.rate(values, in: .nanoseconds(interval.nanoseconds * Int64(whole.count)))
  }
}
