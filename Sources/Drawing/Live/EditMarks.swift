internal import Layout
internal import Marbles
internal import Scenes
internal import Terminal

/// Lines where the expression of a live row was changed: what is at the left of one came from the expression before.
struct EditMarks {
  let row: Recording.Row
  /// The lines of the row that they cross.
  let lines: Range<Int>
  let layout: TimelineLayout
  let scale: TimeScale
  let palette: CellPalette
  let time: SceneTime

  func draw(on surface: inout Surface) {
    let cell = Cell(palette.glyphs.edited, style: Style(foreground: palette.theme.accent))
    for edit in row.edits where edit.time <= time {
      let column = scale.center(edit.time)
      guard column >= layout.gutter, scale.columns.contains(column) else { continue }
      let shift = scale.x(edit.time) - Double(column) - 0.5
      for line in lines { surface.set(cell, column: column, row: line, shift: shift) }
    }
  }
}
