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
    // Below the values of a column, their colour, darker; where the last value is still the newest, grey.
    let value = palette.levels(Style(foreground: theme.marbles[color]))
    let below = palette.levels(theme.edge(color, isGhost: true))
    let held = (
      value: palette.levels(Style(foreground: theme.muted)), below: palette.levels(Style(foreground: theme.faint))
    )
    for column in curve.columns {
      for line in 0..<lines.count {
        let parts = levels.parts(ofLine: line, level: column.levels.upperBound)
        guard parts > 0 else { continue }
        let isValue = parts > levels.parts(ofLine: line, level: column.levels.lowerBound - 1)
        let cells = column.isHeld ? (isValue ? held.value : held.below) : isValue ? value : below
        surface.set(cells[parts - 1], column: layout.gutter + column.column, row: lines.lowerBound + line)
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
  private func newestTexts(_ number: Double) -> some Sequence<String> {
    // The first one mostly fits.
    [nil, 2, 1, 0].lazy.compactMap { decimals in
      guard let decimals else { return writtenNumber }
      return AxisNumber.text(number, decimals)
    }
  }

  /// The newest number with its unit.
  private var writtenNumber: String? {
    let events = row.timeline.events
    let past = events[..<events.partitioningIndex { $0.time > time }]
    return past.suffix(Self.searched).reversed().lazy.compactMap { reading.number?.text(in: $0.value) }.first
  }
}
