internal import Layout
package import Terminal

/// Draws the keys that work now at the right of a picture, on screens with room for both.
package struct KeyPanelPainter {
  let context: KeyContext
  let palette: CellPalette
  /// The page, from 0.
  var page = 0
  /// The size of the screen.
  let size: Size

  /// The number of columns from which on the keys are beside the picture.
  private static let leastWide = 120
  /// The number of columns that the picture keeps beside two columns of keys.
  private static let leastPicture = 80
  /// The number of rows in which one column has all keys, with blank lines.
  private static let leastTall = 48

  /// The number of columns of keys.
  private static func columns(in size: Size) -> Int {
    size.rows < leastTall && size.columns - KeySheet.width(2) - 3 >= leastPicture ? 2 : 1
  }

  /// The columns of the panel: the line at its left, two margins and the keys. It depends on nothing else, so that the picture
  /// does not move while it plays on.
  ///
  /// - Returns: nil for a screen on which the keys cover the picture.
  package static func width(in size: Size) -> Int? {
    size.columns < leastWide || size.rows < SceneDrawing.minimumSize.rows ? nil : KeySheet.width(columns(in: size)) + 3
  }

  /// The rows above and below the keys: the title and how to close the list, and blank lines where there is room.
  private var margin: Int { size.rows < TimelineLayout.leastRoomy ? 1 : 2 }

  private var sheet: KeySheet {
    KeySheet(
      context.groups(palette.glyphs), columns: Self.columns(in: size), rows: max(1, size.rows - 2 * margin))
  }

  var pageCount: Int { sheet.pages.count }

  func draw(on canvas: inout Canvas) {
    let left = size.columns - (Self.width(in: size) ?? 0)
    let sheet = sheet
    canvas.fill(columns: left..<size.columns, rows: 0..<size.rows)
    canvas.fill(
      columns: left..<left + 1, rows: 0..<size.rows,
      with: Cell(palette.glyphs.solid.vertical, style: Style(foreground: palette.theme.muted)))
    canvas.put(context.title(palette.glyphs), column: left + 2, row: 0, style: Style(bold: true))
    sheet.draw(page: page, column: left + 2, row: margin, palette: palette, on: &canvas)
    let rest = sheet.keys(after: page)
    canvas.putKeys(
      rest > 0 ? [("?", "\(rest) more"), ("Esc", "close")] : [("?", "close")], column: left + 2, row: size.rows - 1,
      theme: palette.theme)
  }
}
