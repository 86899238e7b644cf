internal import Layout
internal import Marbles
internal import Scenes
internal import Terminal

extension SceneDrawing {
  /// Draws a list scene.
  func draw(
    _ list: Scene.List, of recording: Recording, at moment: FrameState, anchors: inout Anchors,
    on surface: inout Surface
  ) -> Chrome {
    let body = body(size: surface.size)
    guard let content = planned.content else { return Chrome(body) }
    let time = content.row.map { knownTime(ofRow: $0, at: moment) } ?? moment.time
    let items = content.items(of: recording, at: time)
    let width = min(surface.size.columns - 2, content.icon + ListLayout.longestLine + 12)
    let left = (surface.size.columns - width) / 2
    let area = CellBounds(columns: left..<left + width, rows: body.bounds.rows)
    let layout = ListLayout(
      items, of: content, style: list.style, area: area, scroll: moment.scroll, isCentered: true)
    if items.isEmpty {
      let hasBegun =
        content.row.map { recording.rows[$0].timeline.events.first.map { $0.time <= time } == true } ?? true
      let words = hasBegun ? "no items" : "no items yet"
      surface.put(
        words, column: (surface.size.columns - words.count) / 2, row: body.bounds[.center].row,
        style: Style(foreground: theme.muted))
    }
    draw(
      items, list.style, layout, of: content.row, appearances: appearances(in: content, of: recording, at: moment),
      anchors: &anchors, on: &surface)
    return Chrome(body, rows: content.row.map { $0..<$0 + 1 } ?? 0..<0, hidden: layout.hidden)
  }

  /// The progress of the items of a list.
  func appearances(
    in content: ListContent, of recording: Recording, at moment: FrameState
  ) -> [ListItem.ID: MarbleAppearance] {
    guard let row = content.row, showsMotion else { return [:] }
    return content.appearances(of: recording, planned.motion.row(row, at: moment))
  }

  /// Draws items at the positions of the layout, publishes their icons, and draws the lines between them.
  func draw(
    _ items: [ListItem], _ style: ListStyle, _ layout: ListLayout, of row: Int?,
    appearances: [ListItem.ID: MarbleAppearance], anchors: inout Anchors, on surface: inout Surface
  ) {
    let painter = ListPainter(
      items: items, style: style, layout: layout, palette: palette, appearances: appearances)
    for (id, bounds) in painter.draw(on: &surface) { anchors.publish(bounds, ofItem: id, row: row) }
    let published = anchors
    ListLines(items: items, connector: style.connector, layout: layout, palette: palette) {
      published.bounds(ofItem: $0, row: row)
    }.draw(on: &surface)
  }
}
