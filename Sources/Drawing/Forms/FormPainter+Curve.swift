internal import Layout
internal import Marbles
internal import Scenes
internal import Terminal

/// Numbers as a curve.
extension FormPainter {
  func drawCurve(isMarked: Bool, on surface: inout Surface) {
    guard let bins else { return }
    let levels = Levels(lines: lines.count, parts: glyphs.levels.count)
    let curve = Curve(bins, scale: scale, through: min(time, row.timeline.end.time ?? time), levels: levels)
    let ends = curve.range.map(AxisNumber.texts)
    let isFlat = curve.range.map { $0.lowerBound == $0.upperBound } == true
    drawAxis(
      lines, top: isFlat ? nil : ends?.greatest, bottom: ends?.least, note: reading.name, isMarked: isMarked,
      on: &surface)
    let value = Style(foreground: theme.marbles[color])
    // Below the values of a column, their colour, darker; where the last value is still the newest, grey.
    let held = (value: Style(foreground: theme.muted), below: Style(foreground: theme.faint))
    let below = theme.edge(color, isGhost: true)
    for column in curve.columns {
      for line in 0..<lines.count {
        let parts = levels.parts(ofLine: line, level: column.levels.upperBound)
        guard parts > 0 else { continue }
        let isValue = parts > levels.parts(ofLine: line, level: column.levels.lowerBound - 1)
        surface.set(
          Cell(
            glyphs.levels[parts - 1],
            style: column.isHeld ? (isValue ? held.value : held.below) : isValue ? value : below),
          column: layout.gutter + column.column, row: lines.lowerBound + line)
      }
    }
    guard let newest = curve.newest else { return }
    drawNewest(
      newestTexts(newest.number), line: lines.lowerBound + levels.line(ofLevel: newest.level),
      style: Style(foreground: theme.marbles[color], bold: true), on: &surface)
  }

  /// The maximum number of values that are searched for the newest number.
  private static let searched = 50

  /// The newest number with its unit, and shorter texts for less room: digits are rounded, never cut.
  private func newestTexts(_ number: Double) -> [String] {
    let events = row.timeline.events
    let past = events[..<events.partitioningIndex { $0.time > time }]
    let written = past.suffix(Self.searched).reversed().lazy.compactMap { reading.number?.text(in: $0.value) }.first
    return [written].compactMap(\.self) + [2, 1, 0].map { AxisNumber.text(number, $0) }
  }
}
