internal import Layout
internal import Marbles
internal import Scenes
internal import Terminal

/// Draws the lines of a list: from the bottom of each icon to the top of the next one, with a corner while one of them
/// moves.
struct ListLines {
  let items: [ListItem]
  let connector: ListStyle.Connector
  let layout: ListLayout
  let palette: CellPalette
  /// The bounds of an item's icon, by id; nil when it is not visible.
  let bounds: (ListItem.ID) -> CellBounds?

  func draw(on surface: inout Surface) {
    guard let line, let first = layout.places.first, let last = layout.places.last else { return }
    // Skips invisible items.
    let shown = items[first.index...last.index].filter { bounds($0.id) != nil }
    for (source, target) in zip(shown, shown.dropFirst()) {
      guard let from = bounds(source.id), let to = bounds(target.id) else { continue }
      let (start, end) = (from[.bottom], to[.top])
      draw(line, from: start.column, to: end.column, rows: start.row + 1, end.row, of: source, on: &surface)
    }
    // A line towards hidden items shows that the list continues.
    if layout.hidden.above > 0, let to = bounds(items[first.index].id) {
      let source = items[first.index - 1]
      let end = to[.top]
      draw(
        line, from: end.column, to: end.column, rows: layout.area.rows.lowerBound, end.row, of: source, on: &surface)
    }
    if layout.hidden.below > 0, let from = bounds(items[last.index].id) {
      let source = items[last.index]
      let start = from[.bottom]
      draw(
        line, from: start.column, to: start.column, rows: start.row + 1, layout.area.rows.upperBound, of: source,
        on: &surface)
    }
  }

  private var line: Glyphs.Line? {
    switch connector {
    case .solid: palette.glyphs.solid
    case .dotted: palette.glyphs.dotted
    case .none: nil
    }
  }

  /// A line in the area of its first item; it bends in the last row of that area.
  private func draw(
    _ line: Glyphs.Line, from column: Int, to target: Int, rows start: Int, _ end: Int, of source: ListItem,
    on surface: inout Surface
  ) {
    let color = source.color.flatMap { palette.theme.marbles[$0] } ?? palette.theme.muted
    func set(_ sides: CellSides, _ column: Int, _ row: Int) {
      var style = surface[column, row].style
      style.foreground = color
      surface.cells { $0.set(Cell(line[sides], style: style), column: column, row: row) }
      surface.add(
        .line(
          PictureElement.Line(
            cells: [PictureElement.Line.Cell(column: column, row: row, sides: sides)],
            isDotted: connector == .dotted, style: Style(foreground: color))))
    }
    let rows = max(start, layout.area.rows.lowerBound)..<max(start, layout.area.rows.lowerBound, end)
    for row in rows where row < layout.area.rows.upperBound {
      guard row == rows.upperBound - 1, target != column else {
        set(.vertical, column, row)
        continue
      }
      let isRight = target > column
      set(isRight ? [.up, .right] : [.up, .left], column, row)
      for between in min(column, target) + 1..<max(column, target) { set(.horizontal, between, row) }
      set(isRight ? [.left, .down] : [.right, .down], target, row)
    }
  }
}
