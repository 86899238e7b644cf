internal import Layout
internal import Marbles
internal import Scenes
internal import Terminal

/// Draws what an output row did without emitting a value, where the value was, and the message of an error beside its mark.
struct RowMarks {
  let layout: TimelineLayout
  let palette: CellPalette
  let placement: RowPlacement
  let position: Int
  let scale: TimeScale
  let time: SceneTime

  private var middle: Int { layout.middle(position) }

  /// Draws the marks that are known.
  func draw(on surface: inout Surface) {
    let marks = placement.marks
    var index = marks.partitioningIndex { $0.column - scale.scrolled >= layout.gutter }
    while index < marks.count, marks[index].column - scale.scrolled < scale.columns.upperBound {
      if marks[index].mark.time <= time { draw(marks[index], on: &surface) }
      index += 1
    }
  }

  private func draw(_ placed: RowPlacement.PlacedMark, on surface: inout Surface) {
    let (column, row) = (placed.column - scale.scrolled, layout.row(ofLine: placed.line, of: position))
    let (cell, shift) = (palette.mark(placed.mark.kind), scale.x(placed.mark.place) - Double(column) - 0.5)
    surface.set(cell, column: column, row: row, shift: shift)
    guard let text = placed.text else { return }
    surface.put(text, column: column + 1, row: row, style: cell.style, shift: shift)
  }

  /// The minimum number of columns for a message.
  private static let leastMessage = 4

  /// Writes the message of an error to the right of its mark, or to the left if there is more room.
  func draw(_ message: String, besideEndAt column: Int, on surface: inout Surface) {
    let last = layout.size.columns - 2
    guard column < last else { return }
    let right = last - column - 3
    let before = placement.shapes.last.map { $0.columns.upperBound - scale.scrolled } ?? layout.gutter
    let marks = placement.marks.last { $0.line == 0 && $0.column - scale.scrolled < column }
    let left = column - max(layout.gutter, before, marks.map { $0.column + 1 - scale.scrolled } ?? 0) - 2
    let isRight = right >= min(left, DisplayWidth.of(message))
    guard max(left, right) >= Self.leastMessage else { return }
    let text = palette.glyphs.measure.shortened(message, width: isRight ? right : left)
    let start = isRight ? column + 2 : column - 1 - DisplayWidth.of(text)
    surface.put(
      " \(text) ", column: start - 1, row: middle, style: Style(foreground: palette.theme.alarm),
      shift: surface.shiftOfEnd(column: column, row: middle))
  }
}
