internal import Marbles
internal import Scenes
internal import Terminal

/// Draws the lines of a list: from the bottom of each icon to the top of the next one, wherever they say that they are,
/// around a corner where one of them is on its way.
struct ListLines {
  let items: [ListItem]
  let connector: ListStyle.Connector
  let layout: ListLayout
  let brushes: Brushes
  /// Where the icon of the item of this id is; nil when it can't be seen.
  let bounds: (ListItem.ID) -> Bounds?

  func draw(on canvas: inout Canvas) {
    guard let line, let first = layout.places.first, let last = layout.places.last else { return }
    // Around what is not there yet.
    let shown = items[first.index...last.index].filter { bounds($0.id) != nil }
    for (source, target) in zip(shown, shown.dropFirst()) {
      guard let from = bounds(source.id), let to = bounds(target.id) else { continue }
      let (start, end) = (from[.bottom], to[.top])
      draw(line, from: start.column, to: end.column, rows: start.row + 1, end.row, of: source, on: &canvas)
    }
    // Towards what is hidden, so that a list that goes on looks as if it did.
    if layout.hidden.above > 0, let to = bounds(items[first.index].id) {
      let source = items[first.index - 1]
      let end = to[.top]
      draw(
        line, from: end.column, to: end.column, rows: layout.area.rows.lowerBound, end.row, of: source, on: &canvas)
    }
    if layout.hidden.below > 0, let from = bounds(items[last.index].id) {
      let source = items[last.index]
      let start = from[.bottom]
      draw(
        line, from: start.column, to: start.column, rows: start.row + 1, layout.area.rows.upperBound, of: source,
        on: &canvas)
    }
  }

  private var line: Glyphs.Line? {
    switch connector {
    case .solid: brushes.glyphs.solid
    case .dotted: brushes.glyphs.dotted
    case .none: nil
    }
  }

  /// A line that belongs to the item that it comes from; it goes aside in its last row.
  private func draw(
    _ line: Glyphs.Line, from column: Int, to target: Int, rows start: Int, _ end: Int, of source: ListItem,
    on canvas: inout Canvas
  ) {
    let color = source.color.flatMap { brushes.theme.marbles[$0] } ?? brushes.theme.muted
    func set(_ sides: LineSides, _ column: Int, _ row: Int) {
      var style = canvas[column, row].style
      style.foreground = color
      canvas.set(Cell(line[sides], style: style), column: column, row: row)
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
