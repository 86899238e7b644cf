internal import Layout
internal import Marbles
internal import Scenes
internal import Terminal

/// Draws a row as a curve, as bars, or as a mark for each value: its name and axis, its values, the playhead and the newest
/// value at the right of it.
struct FormPainter {
  let row: Recording.Row
  let reading: RowReading
  let position: Int
  /// The time through which the values are known.
  let time: SceneTime
  let layout: TimelineLayout
  let palette: CellPalette
  /// What the row did without emitting a value, by the places of the marks.
  var marks: [RowMark] = []
  /// The values, by column or by interval.
  var bins: ValueBins?
  /// The length of an interval of bars.
  var interval = SceneTime.seconds(1)
  /// Whether the row notes what it does not show, rather than a panel.
  var showsNotes = true
  /// The scale, scrolled to the time of the row.
  let scale: TimeScale
  /// The column of the playhead, and its exact place.
  let now: Int
  private let exactNow: Double
  /// The rows of cells of the plot.
  let lines: Range<Int>

  init(
    row: Recording.Row, reading: RowReading, position: Int, time: SceneTime, playhead: SceneTime,
    color: MarbleColor?, layout: TimelineLayout, palette: CellPalette
  ) {
    self.color = color ?? (reading.severity != nil ? .green : row.timeline.events.last?.color ?? .green)
    (self.row, self.reading, self.position, self.time) = (row, reading, position, time)
    (self.layout, self.palette) = (layout, palette)
    scale = layout.scale.following(playhead)
    (now, exactNow) = (min(scale.center(playhead), scale.end), scale.playhead(playhead))
    lines = reading.form == .lines ? layout.middle(position)..<layout.middle(position) + 1 : layout.formLines(position)
  }

  var glyphs: Glyphs { palette.glyphs }
  var theme: Theme { palette.theme }
  /// The colour of the row: green where warnings and errors have colours, unless the scene chooses one.
  var color: MarbleColor
  /// The columns at the right of the playhead.
  var room: Int { max(0, layout.size.columns - now - 2) }

  /// Draws the row.
  func draw(isMarked: Bool, on surface: inout Surface) {
    drawExpression(on: &surface)
    switch reading.form {
    case .marbles: break
    case .curve: drawCurve(isMarked: isMarked, on: &surface)
    case .bars: drawBars(isMarked: isMarked, on: &surface)
    case .lines: drawMarks(isMarked: isMarked, on: &surface)
    }
    EditMarks(row: row, lines: lines, layout: layout, scale: scale, palette: palette, time: time).draw(on: &surface)
    drawPlayhead(on: &surface)
    drawMarks(on: &surface)
    drawEnd(on: &surface)
  }

  /// The most marks of a column that are compared.
  private static let mostMarks = 100

  /// Draws the greatest mark of each column, on the first line of the plot that is free there.
  private func drawMarks(on surface: inout Surface) {
    let plot = layout.gutter..<scale.columns.upperBound
    var index = marks.partitioningIndex { scale.center($0.place) >= plot.lowerBound }
    while index < marks.count, plot.contains(scale.center(marks[index].place)) {
      let column = scale.center(marks[index].place)
      let next = marks[index...].partitioningIndex { scale.center($0.place) > column }
      let known = marks[index..<next].prefix(Self.mostMarks).filter { $0.time <= time }
      index = next
      guard let mark = known.max(by: { $0.kind < $1.kind }) else { continue }
      let line = lines.first { surface[column, $0].text == " " } ?? lines.lowerBound
      surface.set(
        palette.mark(mark.kind), column: column, row: line, shift: scale.x(mark.place) - Double(column) - 0.5)
    }
  }

  // MARK: The gutter

  /// Draws the name in a line of the gutter.
  func drawName(line: Int, isMarked: Bool, isLeft: Bool = false, on surface: inout Surface) {
    let width = layout.gutter - 2
    let label = DisplayWidth.shortened(row.name, width: width, ellipsis: glyphs.ellipsis)
    let column = isLeft ? 1 : width - DisplayWidth.of(label) + 1
    surface.put(
      label, column: column, row: line, style: row.isInput ? Style(bold: true) : Style(foreground: theme.accent))
    guard isMarked else { return }
    surface.put(
      String(glyphs.selection), column: column - 1, row: line, style: Style(foreground: theme.accent, bold: true))
  }

  /// Draws the axis at the left of the plot, with the name, a text below it, and the numbers at the ends of the axis.
  func drawAxis(
    _ lines: Range<Int>, top: String?, bottom: String?, note: String?, isMarked: Bool, on surface: inout Surface
  ) {
    let muted = Style(foreground: theme.muted)
    for line in lines { surface.put(String(glyphs.axis), column: layout.gutter - 1, row: line, style: muted) }
    func put(_ text: String?, _ line: Int) {
      guard let text, DisplayWidth.of(text) <= layout.gutter - 2 else { return }
      surface.put(text, column: layout.gutter - 1 - DisplayWidth.of(text), row: line, style: muted)
    }
    if lines.count < 3 {
      let label = DisplayWidth.of(top ?? "")
      let fits = lines.count == 2 && DisplayWidth.of(row.name) + 1 + label <= layout.gutter - 2
      drawName(line: lines.lowerBound, isMarked: isMarked, isLeft: fits, on: &surface)
      if fits { put(top, lines.lowerBound) }
      if lines.count == 2 { put(bottom, lines.lowerBound + 1) }
      return
    }
    let middle = lines.lowerBound + (lines.count - 1) / 2
    drawName(line: middle, isMarked: isMarked, on: &surface)
    if lines.count > 3 { put(note, middle + 1) }
    put(top, lines.lowerBound)
    put(bottom, lines.upperBound - 1)
  }

  private func drawExpression(on surface: inout Surface) {
    guard var place = layout.expressionLines(position) else { return }
    let isInGutter = layout.hasExpressionsInGutter
    // The last line of the gutter has the least number.
    if isInGutter, reading.form != .lines { place = place.lowerBound..<max(place.lowerBound, place.upperBound - 1) }
    guard !place.isEmpty else { return }
    ExpressionLabel(
      row.expression, notes: showsNotes ? row.lossNotes : [], lines: place,
      columns: 1..<(isInGutter ? layout.gutter - 1 : layout.size.columns - 2), isTrailing: isInGutter, glyphs: glyphs
    )?.draw(Style(foreground: theme.muted, italic: true), on: &surface)
  }

  // MARK: The playhead and what is right of it

  private func drawPlayhead(on surface: inout Surface) {
    for line in layout.band(position) where lines.contains(line) || surface[now, line].text == " " {
      surface.cells { $0.set(palette.playhead, column: now, row: line) }
    }
    surface.add(.playhead(x: exactNow, rows: layout.band(position), palette.playhead.style))
  }

  /// Writes the newest of something at the right of the playhead, if it fits.
  func drawNewest(_ texts: some Sequence<String>, line: Int, style: Style, on surface: inout Surface) {
    guard let text = texts.first(where: { DisplayWidth.of($0) <= room }) else { return }
    surface.put(text, column: now + 2, row: line, style: style)
  }

  private func drawEnd(on surface: inout Surface) {
    guard let end = row.timeline.end.time, end <= time else { return }
    let column = scale.center(end)
    guard column >= layout.gutter, column <= scale.columns.upperBound else { return }
    let isError = if case .error = row.timeline.end { true } else { false }
    surface.put(
      PictureElement.End(
        kind: isError ? .error : .finish, column: column, x: scale.x(end), row: lines.upperBound - 1,
        style: isError ? Style(foreground: theme.alarm, bold: true) : .plain), glyphs)
  }
}

extension FormPainter {
  /// The colour of values of a severity.
  func style(of severity: Severity?) -> Style {
    switch severity {
    case .error: Style(foreground: theme.alarm, bold: true)
    case .warning: Style(foreground: theme.marbles[.yellow], bold: true)
    case .normal, nil: Style(foreground: theme.marbles[color])
    }
  }
}
