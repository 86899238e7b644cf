internal import Marbles
internal import Scenes
internal import Terminal

/// Draws the items of a list, and says where their icons stand; what connects them is drawn over them, from that.
struct ListPainter {
  let items: [ListItem]
  let style: ListStyle
  let layout: ListLayout
  let brushes: Brushes
  /// How far items have come; those that it does not name are in their places.
  var appearances: [ListItem.ID: ListAppearance] = [:]

  private var theme: Theme { brushes.theme }

  /// Draws what can be seen of the list, and gives the bounds of its icons.
  func draw(on canvas: inout Canvas) -> [(id: ListItem.ID, bounds: Bounds)] {
    var published: [(id: ListItem.ID, bounds: Bounds)] = []
    for place in layout.places {
      let item = items[place.index]
      let background = background(of: place)
      if let background {
        canvas.fill(columns: layout.area.columns, rows: place.rows, with: Cell(style: Style(background: background)))
      }
      let appearance = appearances[item.id] ?? .whole
      guard !appearance.isHidden else { continue }
      let icon = ListIcon.shown(item, brushes.glyphs)
      var bounds = layout.bounds(of: icon, at: place)
      let offset = appearance.offset(in: layout.area.columns.upperBound - layout.texts.lowerBound)
      let rise = min(appearance.rise, place.line - layout.area.rows.lowerBound)
      bounds.columns = bounds.columns.lowerBound + offset..<bounds.columns.upperBound + offset
      put(
        icon, column: bounds.columns.lowerBound, row: place.line - rise,
        style: iconStyle(item, appearance, background), on: &canvas)
      published.append((item.id, bounds))
      guard !appearance.isSmall else { continue }
      let text = Style(foreground: appearance.isFaint ? theme.faint : nil, background: background)
      for (line, words) in place.text.enumerated() {
        put(words, column: layout.texts.lowerBound + offset, row: place.line + line - rise, style: text, on: &canvas)
      }
    }
    return published
  }

  /// Every other row has one, so that it stays the row's when the list is scrolled.
  private func background(of place: ListLayout.Place) -> TerminalColor? {
    style.alternateRows && place.index % 2 == 1 ? theme.stripe : nil
  }

  private func iconStyle(_ item: ListItem, _ appearance: ListAppearance, _ background: TerminalColor?) -> Style {
    let color = item.color.flatMap { theme.marbles[$0] } ?? theme.accent
    return Style(foreground: appearance.isFaint ? theme.faint : color, background: background, bold: true)
  }

  private func put(_ text: String, column: Int, row: Int, style: Style, on canvas: inout Canvas) {
    guard layout.area.rows.contains(row) else { return }
    canvas.put(text, column: column, row: row, style: style, maxWidth: layout.area.columns.upperBound - column)
  }
}
