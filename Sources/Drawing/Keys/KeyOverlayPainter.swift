internal import Layout
package import Terminal

/// Draws the keys that work now in a frame in the middle of a picture, on screens without room for both.
struct KeyOverlayPainter {
  let context: KeyContext
  let palette: CellPalette
  /// The page, from 0.
  var page = 0
  /// The size of the screen.
  let size: Size

  private var glyphs: Glyphs { palette.glyphs }
  /// The cells between the edges of the screen and the keys: a line and a margin.
  private static let margin = 2
  /// The number of keys that need no second column.
  private static let few = 8

  private func sheet(_ groups: [KeySheet.Group], _ widths: (key: Int, text: Int)) -> KeySheet {
    let isWide = KeySheet.width(2, of: KeySheet.column(widths)) + 2 * Self.margin <= size.columns
    let count = groups.reduce(0) { $0 + $1.lines.count }
    let (columns, rows) = (isWide && count > Self.few ? 2 : 1, size.rows - 2)
    let sheet = KeySheet(groups, columns: columns, rows: max(1, rows))
    // The last row of a page says how many more keys there are.
    return sheet.pages.count == 1 ? sheet : KeySheet(groups, columns: columns, rows: max(1, rows - 1))
  }

  /// The number of pages.
  var pageCount: Int {
    let groups = context.groups(glyphs)
    return sheet(groups, KeySheet.widths(groups)).pages.count
  }

  func draw(on canvas: inout Canvas) {
    let groups = context.groups(glyphs)
    var widths = KeySheet.widths(groups)
    let sheet = sheet(groups, widths)
    let (pages, title) = (sheet.pages, context.title(glyphs))
    let page = min(page, pages.count - 1)
    let (columns, rows) = (pages[0].count, pages[0].map(\.count).max() ?? 0)
    let wanted = max(KeySheet.width(columns, of: KeySheet.column(widths)), DisplayWidth.of(title) + 2)
    let width = min(size.columns, wanted + 2 * Self.margin)
    widths.text -= max(0, wanted + 2 * Self.margin - size.columns)
    let height = rows + (pages.count > 1 ? 1 : 0) + 2
    guard widths.text > 8, height > 2 else { return }
    let (column, row) = ((size.columns - width) / 2, max(0, (size.rows - height) / 2))
    let bounds = CellBounds(columns: column..<column + width, rows: row..<row + height)
    canvas.drawFrame(bounds, glyphs.solid, style: Style(foreground: palette.theme.accent))
    canvas.put(" \(title) ", column: column + 2, row: row, style: Style(bold: true), maxWidth: width - 4)
    sheet.draw(
      page: page, column: column + Self.margin, row: row + 1, key: widths.key, text: widths.text, palette: palette,
      on: &canvas)
    if pages.count > 1 {
      let rest = sheet.keys(after: page)
      canvas.put(
        rest > 0 ? "press ? for \(rest) more" : "press ? to close", column: column + 2, row: row + height - 2,
        style: Style(foreground: palette.theme.muted), maxWidth: width - 4)
    }
  }
}

extension Canvas {
  /// Clears a rectangle and draws a line around it.
  mutating func drawFrame(_ bounds: CellBounds, _ line: Glyphs.Line, style: Style) {
    let (left, right) = (bounds.columns.lowerBound, bounds.columns.upperBound - 1)
    let (top, bottom) = (bounds.rows.lowerBound, bounds.rows.upperBound - 1)
    fill(columns: bounds.columns, rows: bounds.rows)
    for row in [top, bottom] {
      fill(columns: bounds.columns, rows: row..<row + 1, with: Cell(line.horizontal, style: style))
    }
    for column in [left, right] {
      fill(columns: column..<column + 1, rows: bounds.rows, with: Cell(line.vertical, style: style))
    }
    let corners: [(CellSides, Int, Int)] = [
      ([.down, .right], left, top), ([.down, .left], right, top), ([.up, .right], left, bottom),
      ([.up, .left], right, bottom),
    ]
    for (sides, column, row) in corners { set(Cell(line[sides], style: style), column: column, row: row) }
  }
}

extension SceneDrawing {
  /// Draws the keys that work now on a screen: at the right of a picture that leaves the columns of ``KeyPanelPainter``
  /// free, else over it.
  ///
  /// - Parameter page: the page of the list, from 0, where not all keys fit on one.
  package func drawKeys(_ context: KeyContext, page: Int = 0, on canvas: inout Canvas) {
    if KeyPanelPainter.width(in: canvas.size) != nil {
      KeyPanelPainter(context: context, palette: palette, page: page, size: canvas.size).draw(on: &canvas)
    } else {
      KeyOverlayPainter(context: context, palette: palette, page: page, size: canvas.size).draw(on: &canvas)
    }
  }

  /// The number of pages that the keys need on a screen of this size.
  package func pagesOfKeys(_ context: KeyContext, size: Size) -> Int {
    KeyPanelPainter.width(in: size) != nil
      ? KeyPanelPainter(context: context, palette: palette, size: size).pageCount
      : KeyOverlayPainter(context: context, palette: palette, size: size).pageCount
  }
}
