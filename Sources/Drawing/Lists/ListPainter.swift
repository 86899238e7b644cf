internal import Layout
internal import Marbles
internal import Scenes
internal import Terminal

/// Draws the items of a list and returns the positions of their icons, which the lines need.
struct ListPainter {
  let items: [ListItem]
  let style: ListStyle
  let layout: ListLayout
  let palette: CellPalette
  /// The progress of moving items, by id; all others are in place.
  var appearances: [ListItem.ID: MarbleAppearance] = [:]

  /// The minimum and maximum distance of a slide, in columns.
  private static let ways = 4...24

  private var theme: Theme { palette.theme }

  /// Draws the visible part of the list, and returns the bounds of its icons.
  func draw(on surface: inout Surface) -> [(id: ListItem.ID, bounds: CellBounds)] {
    var published: [(id: ListItem.ID, bounds: CellBounds)] = []
    let way = way
    for place in layout.places {
      let item = items[place.index]
      let background = background(of: place)
      if let background {
        surface.fill(columns: layout.area.columns, rows: place.rows, with: Cell(style: Style(background: background)))
      }
      let appearance = appearances[item.id]
      if appearance?.isHidden == true { continue }
      let icon = ListIcon.shown(item, palette.glyphs)
      var bounds = layout.bounds(of: icon, at: place)
      let offset = appearance?.transition == .slide ? appearance?.distance(of: way) ?? 0 : 0
      let rise = min(appearance?.rise ?? 0, place.line - layout.area.rows.lowerBound)
      bounds.columns = bounds.columns.lowerBound + offset..<bounds.columns.upperBound + offset
      bounds.rows = bounds.rows.lowerBound - rise..<bounds.rows.upperBound - rise
      let isFaint = appearance?.isFaint == true
      put(
        icon, column: bounds.columns.lowerBound, row: place.line - rise,
        style: iconStyle(item, isFaint: isFaint, background), on: &surface)
      published.append((item.id, bounds))
      if appearance?.isSmall == true { continue }
      let text = Style(foreground: isFaint ? theme.faint : nil, background: background)
      for (line, words) in place.text.enumerated() {
        put(words, column: layout.texts.lowerBound + offset, row: place.line + line - rise, style: text, on: &surface)
      }
    }
    return published
  }

  /// The distance of a slide: equal for all items, so that their texts are legible on the way.
  private var way: Int {
    let sliding = layout.places.filter { appearances[items[$0.index].id]?.transition == .slide }
    let widest = sliding.flatMap(\.text).map { DisplayWidth.of($0) }.max() ?? 0
    let room = layout.area.columns.upperBound - layout.texts.lowerBound - widest
    return min(max(Self.ways.lowerBound, room), Self.ways.upperBound)
  }

  /// Every other row is striped; the stripe moves with its row when the list is scrolled.
  private func background(of place: ListLayout.Place) -> TerminalColor? {
    style.alternateRows && place.index % 2 == 1 ? theme.stripe : nil
  }

  private func iconStyle(_ item: ListItem, isFaint: Bool, _ background: TerminalColor?) -> Style {
    let color = item.color.flatMap { theme.marbles[$0] } ?? theme.accent
    return Style(foreground: isFaint ? theme.faint : color, background: background, bold: true)
  }

  private func put(_ text: String, column: Int, row: Int, style: Style, on surface: inout Surface) {
    guard layout.area.rows.contains(row) else { return }
    let room = layout.area.columns.upperBound - column
    let shown = DisplayWidth.shortened(text, width: room, ellipsis: palette.glyphs.ellipsis)
    surface.put(shown, column: column, row: row, style: style, maxWidth: room)
  }
}
