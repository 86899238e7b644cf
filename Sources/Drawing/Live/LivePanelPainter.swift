internal import Layout
internal import Marbles
internal import Scenes
internal import Terminal

/// Draws the panels of a live scene.
struct LivePanelPainter {
  let layout: LivePanelLayout
  let palette: CellPalette

  /// The number of lines of a command's standard error that are shown.
  private static let errorLines = 3

  /// - Parameters:
  ///   - status: what each row says, by position.
  ///   - logs: the newest values of rows that are shown as lines, by position.
  func draw(
    _ scene: Scene, _ status: [LiveRowStatus], _ logs: [Int: ArraySlice<Event>], on surface: inout Surface
  ) {
    if let divider = layout.divider, let first = layout.areas.first, let last = layout.areas.last {
      let rows = first.bounds.rows.lowerBound..<last.bounds.rows.upperBound
      surface.drawDivider(column: divider, rows: rows, palette)
    }
    for area in layout.areas where status.indices.contains(area.row) {
      draw(
        scene.rows[area.row], status[area.row], area.hasLines ? logs[area.row] : nil, in: area.bounds, on: &surface)
    }
  }

  private func draw(
    _ row: Scene.Row, _ status: LiveRowStatus, _ log: ArraySlice<Event>?, in area: CellBounds,
    on surface: inout Surface
  ) {
    let (column, width) = (area.columns.lowerBound, area.columns.count)
    drawTitle(of: row, status, in: area, on: &surface)
    func fitting(_ text: String) -> String {
      DisplayWidth.shortened(text, width: width, ellipsis: palette.glyphs.ellipsis)
    }
    let notes = status.losses.flatMap {
      BrokenText.lines($0, width: width, limit: 2, ellipsis: palette.glyphs.ellipsis)
    }
    let errors =
      status.failure.map { BrokenText.lines($0, width: width, limit: 3, ellipsis: palette.glyphs.ellipsis) } ?? []
    let edits = status.edits.flatMap {
      BrokenText.lines($0, width: width, limit: 2, ellipsis: palette.glyphs.ellipsis)
    }
    // What failed says how the command ended, too.
    let command = [status.failure == nil ? status.command : nil].compactMap(\.self).map(fitting)
    let said = status.errorLines.suffix(Self.errorLines).map { fitting(DisplayWidth.escaped($0)) }
    func lines(_ texts: [String], _ color: TerminalColor) -> [(text: String, color: TerminalColor)] {
      texts.map { ($0, color) }
    }
    // Where there is room for little, what a program said is worth more than that it has gone.
    let (alarm, muted) = (palette.theme.alarm, palette.theme.muted)
    let isTight = area.rows.count - 2 < command.count + errors.count + notes.count + said.count
    let ends = lines(isTight ? errors + notes : command + errors + notes, alarm)
    let all =
      ends + (isTight ? [] : lines(edits + ([status.wait].compactMap(\.self) + status.waits).map(fitting), muted))
      + lines(said, muted)
      + (isTight ? lines(command, alarm) : [])
    let below = all.prefix(max(0, area.rows.count - (area.rows.count > 2 ? 2 : 1)))
    var line = area.rows.lowerBound + 1
    // A blank line separates it from the panel below, where there is room for one.
    let gap = layout.divider != nil && area.rows.count - 1 - below.count > 3 ? 1 : 0
    let height = area.rows.count - 1 - below.count - gap
    if let log, !log.isEmpty, height > 0 {
      let painter = LogPainter(events: log, palette: palette)
      painter.draw(in: CellBounds(columns: area.columns, rows: line..<line + height), on: &surface)
      line += height
    } else if let newest = status.newest {
      let fields = ValueFields(newest, width: width, height: height, glyphs: palette.glyphs)
      for spans in fields.lines {
        for span in spans {
          let style = span.isKey ? Style(foreground: palette.theme.muted) : .plain
          surface.put(span.text, column: column + span.offset, row: line, style: style, maxWidth: width - span.offset)
        }
        line += 1
      }
    } else if height > 0 {
      let words = row.live == nil ? "no value yet" : "waiting for input"
      surface.put(words, column: column, row: line, style: Style(foreground: palette.theme.muted), maxWidth: width)
      line += 1
    }
    for (text, color) in below {
      surface.put(text, column: column, row: line, style: Style(foreground: color), maxWidth: width)
      line += 1
    }
  }

  /// Draws the name, and as many facts behind it as fit: age, rate, count.
  private func drawTitle(of row: Scene.Row, _ status: LiveRowStatus, in area: CellBounds, on surface: inout Surface) {
    let (start, line) = (area.columns.lowerBound, area.rows.lowerBound)
    let name = DisplayWidth.shortened(row.name, width: area.columns.count, ellipsis: palette.glyphs.ellipsis)
    let style = row.live == nil ? Style(foreground: palette.theme.accent) : Style(bold: true)
    var column = start + surface.put(name, column: start, row: line, style: style)
    let count = status.count == 1 ? "1 value" : "\(RowNotes.grouped(status.count)) values"
    var separator = "  "
    for fact in [status.state, status.rate, status.count > 0 ? count : nil].compactMap(\.self) {
      let text = separator + fact
      guard column + DisplayWidth.of(text) <= area.columns.upperBound else { continue }
      column += surface.put(text, column: column, row: line, style: Style(foreground: palette.theme.muted))
      separator = " \(palette.glyphs.dot) "
    }
  }
}
