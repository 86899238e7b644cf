internal import Marbles
internal import Scenes
internal import Terminal

/// Draws the lines of a list: from the bottom of each icon to the top of the next one, wherever they say that they are.
struct ListLines {
  let items: [ListItem]
  let connector: ListStyle.Connector
  let layout: ListLayout
  let brushes: Brushes
  /// Where the icon of the item of this id is; nil when it can't be seen.
  let bounds: (ListItem.ID) -> Bounds?

  func draw(on canvas: inout Canvas) {
    guard let line, let first = layout.places.first, let last = layout.places.last else { return }
    let shown = items[first.index...last.index]
    for (source, target) in zip(shown, shown.dropFirst()) {
      guard let from = bounds(source.id), let to = bounds(target.id) else { continue }
      draw(line, column: from[.bottom].column, rows: from[.bottom].row + 1, to[.top].row, of: source, on: &canvas)
    }
    // Towards what is hidden, so that a list that goes on looks as if it did.
    if layout.hidden.above > 0, let to = bounds(items[first.index].id) {
      let source = items[first.index - 1]
      draw(line, column: to[.top].column, rows: layout.area.rows.lowerBound, to[.top].row, of: source, on: &canvas)
    }
    if layout.hidden.below > 0, let from = bounds(items[last.index].id) {
      let source = items[last.index]
      draw(
        line, column: from[.bottom].column, rows: from[.bottom].row + 1, layout.area.rows.upperBound, of: source,
        on: &canvas)
    }
  }

  private var line: Character? {
    switch connector {
    case .solid: brushes.glyphs.solid.vertical
    case .dotted: brushes.glyphs.dotted.vertical
    case .none: nil
    }
  }

  /// A line that belongs to the item that it comes from.
  private func draw(
    _ line: Character, column: Int, rows start: Int, _ end: Int, of source: ListItem, on canvas: inout Canvas
  ) {
    let color = source.color.flatMap { brushes.theme.marbles[$0] } ?? brushes.theme.muted
    let rows = max(start, layout.area.rows.lowerBound)..<max(start, layout.area.rows.lowerBound, end)
    for row in rows where row < layout.area.rows.upperBound {
      var style = canvas[column, row].style
      style.foreground = color
      canvas.set(Cell(line, style: style), column: column, row: row)
    }
  }
}
