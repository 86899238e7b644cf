internal import Layout
internal import Marbles
package import Terminal

/// Draws the list of operators in the columns at the right of a screen.
package struct OperatorListPainter {
  private let list: OperatorList
  private let palette: CellPalette
  private let size: Size
  private let left: Int

  package init(_ list: OperatorList, drawing: SceneDrawing, size: Size) {
    (self.list, palette, self.size) = (list, drawing.palette, size)
    left = size.columns - OperatorList.width(in: size.columns)
  }

  private var width: Int { max(1, size.columns - left - 3) }
  private var top: Int { 2 }
  /// Below the list is the description of the highlighted operator.
  private var bottom: Int { max(top + 1, size.rows - 5) }

  /// Draws the list, with the scene at its left.
  package func draw(_ scene: Canvas, on canvas: inout Canvas) {
    let theme = palette.theme
    let muted = Style(foreground: theme.muted)
    for row in 0..<min(scene.size.rows, size.rows) {
      for column in 0..<min(scene.size.columns, left) { canvas[column, row] = scene[column, row] }
    }
    // The keys of the scene don't work now.
    canvas.fill(columns: 0..<left, rows: max(0, size.rows - 1)..<size.rows)
    canvas.fill(
      columns: left..<left + 1, rows: 0..<size.rows,
      with: Cell(palette.glyphs.solid.vertical, style: muted))
    canvas.put(
      DisplayWidth.shortened("Operators for \(list.row)", width: width, ellipsis: palette.glyphs.ellipsis),
      column: left + 2, row: 0, style: Style(bold: true))
    let prompt = canvas.put(
      "\(palette.glyphs.selection) ", column: left + 2, row: 1, style: Style(foreground: theme.accent))
    if list.filter.isEmpty {
      canvas.put("type to search", column: left + 2 + prompt, row: 1, style: muted)
    } else {
      let end = canvas.put(
        list.filter, column: left + 2 + prompt, row: 1, style: Style(bold: true), maxWidth: width - 3)
      canvas.put(" ", column: left + 2 + prompt + end, row: 1, style: Style(reverse: true))
    }
    for (row, line) in zip(top..<bottom, lines.visible(selected: list.selected, count: bottom - top)) {
      draw(line, row: row, on: &canvas)
    }
    if list.entries.isEmpty {
      let text = list.advice ?? "no operator contains this"
      for (row, line) in zip(top..<bottom, WrappedText.lines(text, width: width)) {
        canvas.put(line, column: left + 2, row: row, style: muted, maxWidth: width)
      }
    }
    drawDescription(on: &canvas)
    let canAdd = list.selected.map { list.entries[$0].isUsable } == true && list.problem == nil
    canvas.putKeys(
      (canAdd ? [("Enter", "add it")] : []) + [("Esc", "leave")], column: left + 2, row: size.rows - 1, theme: theme)
  }

  /// The entry at a cell; nil for a cell without one.
  package func entry(atColumn column: Int, row: Int) -> Int? {
    column > left ? lines.entry(at: row - top, selected: list.selected, count: bottom - top) : nil
  }

  private var lines: GroupedLines { GroupedLines(list.entries.map(\.group)) }

  private func draw(_ line: GroupedLines.Line, row: Int, on canvas: inout Canvas) {
    switch line {
    case .blank: break
    case .heading(let text):
      canvas.put(text, column: left + 2, row: row, style: Style(foreground: palette.theme.accent), maxWidth: width)
    case .entry(let index):
      let entry = list.entries[index]
      let isSelected = index == list.selected
      if isSelected {
        canvas.put(
          String(palette.glyphs.selection), column: left + 2, row: row,
          style: Style(foreground: palette.theme.accent, bold: true))
      }
      canvas.put(
        entry.name, column: left + 4, row: row,
        style: entry.isUsable
          ? Style(bold: isSelected, underline: isSelected)
          : Style(foreground: palette.theme.muted, underline: isSelected),
        maxWidth: width - 2)
    }
  }

  private func drawDescription(on canvas: inout Canvas) {
    guard let selected = list.selected, size.rows > bottom + 1 else { return }
    let entry = list.entries[selected]
    let text = list.problem ?? entry.summary
    let style =
      list.problem == nil && entry.isUsable ? Style.plain : Style(foreground: palette.theme.alarm)
    for (row, line) in zip(bottom + 1..<max(bottom + 1, size.rows - 1), WrappedText.lines(text, width: width)) {
      canvas.put(line, column: left + 2, row: row, style: style, maxWidth: width)
    }
  }
}
