internal import Layout
internal import Marbles
internal import Scenes
internal import Terminal

extension SceneDrawing {
  /// Draws the latest values of rows as lists beside or below the timelines, and counts the items that don't fit.
  func drawRowLists(
    _ shelf: ListPanelLayout, of recording: Recording, at moment: FrameState, anchors: inout Anchors,
    on surface: inout Surface
  ) -> [ListPanel] {
    guard !shelf.areas.isEmpty else { return [] }
    if let divider = shelf.divider {
      surface.drawDivider(column: divider, rows: 3..<surface.size.rows - 2, palette)
    }
    return zip(planned.rowContents, shelf.areas).compactMap { content, area in
      guard let position = content.row, recording.rows.indices.contains(position) else { return nil }
      return draw(content, position, in: area, of: recording, at: moment, anchors: &anchors, on: &surface)
    }
  }

  private func draw(
    _ content: ListContent, _ position: Int, in area: CellBounds, of recording: Recording, at moment: FrameState,
    anchors: inout Anchors, on surface: inout Surface
  ) -> ListPanel {
    let row = recording.rows[position]
    let items = content.items(of: recording, at: knownTime(ofRow: position, at: moment))
    let name = Style(foreground: row.isInput ? nil : theme.accent, bold: row.isInput)
    let (column, width) = (area.columns.lowerBound, area.columns.count)
    let title = DisplayWidth.shortened(row.name, width: width, ellipsis: palette.glyphs.ellipsis)
    surface.put(title, column: column, row: area.rows.lowerBound, style: name)
    let style = scene.rows[position].listStyle
    func layout(_ end: Int) -> ListLayout {
      let rows = area.rows.lowerBound + 1..<max(area.rows.lowerBound + 1, end)
      return ListLayout(
        items, of: content, style: style, area: CellBounds(columns: area.columns, rows: rows),
        scroll: moment.panelScrolls[position] ?? 0)
    }
    var placed = layout(area.rows.upperBound)
    if placed.hidden.above + placed.hidden.below > 0 {
      // The last line counts the hidden items.
      placed = layout(area.rows.upperBound - 1)
      let (above, below) = (placed.hidden.above, placed.hidden.below)
      surface.put(
        above > 0
          ? "\(palette.glyphs.above) \(above) \(palette.glyphs.below) \(below)"
          : "\(palette.glyphs.below) \(below) more", column: placed.texts.lowerBound,
        row: area.rows.upperBound - 1, style: Style(foreground: theme.muted), maxWidth: width)
    }
    draw(
      items, style, placed, of: position, appearances: appearances(in: content, of: recording, at: moment),
      anchors: &anchors, on: &surface)
    return ListPanel(row: position, bounds: area, hidden: placed.hidden)
  }
}
