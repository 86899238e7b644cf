internal import Layout
internal import Marbles
internal import Scenes
package import Terminal

/// Draws the keys that work now in a frame in the middle of a picture.
struct KeyOverlayPainter {
  let context: KeyContext
  let palette: CellPalette
  /// The page, from 0.
  var page = 0

  private var glyphs: Glyphs { palette.glyphs }
  /// The blank columns between the keys and what they do.
  private static let gap = 3

  /// The keys that work now, and what they do.
  private var keys: [(String, String)] {
    KeyBinding.all.filter { $0.works(in: context) }
      .map { ($0.label(glyphs, in: context), $0.sentence(in: context)) } + [("Ctrl-L", "redraw the screen")]
  }

  /// The pages of keys: all of them on one where they fit.
  private func pages(rows: Int) -> [ArraySlice<(String, String)>] {
    let (keys, room) = (keys, max(1, rows - 2))
    guard keys.count > room else { return [keys[...]] }
    // The last row of a page says how many more keys there are.
    let length = max(1, room - 1)
    return stride(from: 0, to: keys.count, by: length).map { keys[$0..<min(keys.count, $0 + length)] }
  }

  /// The number of pages on a screen with this number of rows.
  func pageCount(rows: Int) -> Int { pages(rows: rows).count }

  func draw(on canvas: inout Canvas) {
    let (keys, pages) = (keys, pages(rows: canvas.size.rows))
    let shown = pages[min(page, pages.count - 1)]
    let rest = keys.count - shown.endIndex
    let left = keys.map { DisplayWidth.of($0.0) }.max() ?? 0
    let right = keys.map { DisplayWidth.of($0.1) }.max() ?? 0
    let width = min(canvas.size.columns, max(left + right + Self.gap, DisplayWidth.of(title) + 2) + 4)
    let height = (pages.first?.count ?? 0) + (pages.count > 1 ? 1 : 0) + 2
    guard width > left + Self.gap + 8, height > 2 else { return }
    let (column, row) = ((canvas.size.columns - width) / 2, max(0, (canvas.size.rows - height) / 2))
    let bounds = CellBounds(columns: column..<column + width, rows: row..<row + height)
    canvas.drawFrame(bounds, glyphs.solid, style: Style(foreground: palette.theme.accent))
    canvas.put(" \(title) ", column: column + 2, row: row, style: Style(bold: true), maxWidth: width - 4)
    for (offset, (key, sentence)) in shown.enumerated() {
      let line = row + 1 + offset
      canvas.put(key, column: column + 2, row: line, style: Style(foreground: palette.theme.accent))
      canvas.put(
        DisplayWidth.shortened(sentence, width: width - left - Self.gap - 4, ellipsis: glyphs.ellipsis),
        column: column + 2 + left + Self.gap, row: line)
    }
    if pages.count > 1 {
      canvas.put(
        rest > 0 ? "press ? for \(rest) more" : "press ? to close", column: column + 2, row: row + height - 2,
        style: Style(foreground: palette.theme.muted), maxWidth: width - 4)
    }
  }

  /// What the keys depend on.
  private var title: String {
    var words = ["Keys"]
    if context.isLive { words.append("live scene") }
    if context.isPresenting { words.append("presenting") }
    if !context.permissions.contains(.pause) { words.append("only watching") }
    return words.joined(separator: " \(glyphs.dot) ")
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
  /// Draws the keys that work now over a picture.
  ///
  /// - Parameter page: the page of the list, from 0, where not all keys fit on one.
  package func drawKeys(_ context: KeyContext, page: Int = 0, on canvas: inout Canvas) {
    KeyOverlayPainter(context: context, palette: palette, page: page).draw(on: &canvas)
  }

  /// The number of pages that the keys need.
  package func pagesOfKeys(_ context: KeyContext, size: Size) -> Int {
    KeyOverlayPainter(context: context, palette: palette).pageCount(rows: size.rows)
  }
}
