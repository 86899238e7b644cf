internal import Layout
internal import Scenes
package import Terminal

/// Draws what a scene teaches in a frame in the middle of a picture.
struct LessonPainter {
  /// The paragraphs.
  let lesson: [String]
  let title: String
  let palette: CellPalette
  /// The page, from 0.
  var page = 0

  /// The widest text that is easy to read, in columns.
  private static let widest = 72

  private func width(in size: Size) -> Int { max(8, min(Self.widest, size.columns - 6)) }

  /// The pages of lines: all of them on one where they fit.
  private func pages(size: Size) -> [ArraySlice<String>] {
    var lines: [String] = []
    for paragraph in lesson {
      if !lines.isEmpty { lines.append("") }
      lines += WrappedText.lines(paragraph, width: width(in: size))
    }
    let room = max(1, size.rows - 4)
    guard lines.count > room else { return [lines[...]] }
    // The last row of a page says that there is more.
    let length = max(1, room - 1)
    return stride(from: 0, to: lines.count, by: length).map { lines[$0..<min(lines.count, $0 + length)] }
  }

  /// The number of pages on a screen of this size.
  func pageCount(size: Size) -> Int { pages(size: size).count }

  func draw(on canvas: inout Canvas) {
    let pages = pages(size: canvas.size)
    let shown = pages[min(page, pages.count - 1)]
    let title = DisplayWidth.shortened(title, width: width(in: canvas.size), ellipsis: palette.glyphs.ellipsis)
    let width = max(pages.joined().map(DisplayWidth.of).max() ?? 0, DisplayWidth.of(title) + 2) + 4
    let height = (pages.first?.count ?? 0) + (pages.count > 1 ? 1 : 0) + 2
    guard width <= canvas.size.columns, height <= canvas.size.rows else { return }
    let (column, row) = ((canvas.size.columns - width) / 2, (canvas.size.rows - height) / 2)
    canvas.drawFrame(
      CellBounds(columns: column..<column + width, rows: row..<row + height), palette.glyphs.solid,
      style: Style(foreground: palette.theme.accent))
    canvas.put(" \(title) ", column: column + 2, row: row, style: Style(bold: true), maxWidth: width - 4)
    for (offset, line) in shown.enumerated() { canvas.put(line, column: column + 2, row: row + 1 + offset) }
    guard pages.count > 1 else { return }
    canvas.put(
      page + 1 < pages.count ? "press L for more" : "press L to close", column: column + 2, row: row + height - 2,
      style: Style(foreground: palette.theme.muted), maxWidth: width - 4)
  }
}

extension SceneDrawing {
  private func lessonPainter(page: Int) -> LessonPainter {
    LessonPainter(
      lesson: scene.lesson(of: scene.rows.indices), title: DisplayWidth.escaped(scene.title), palette: palette,
      page: page)
  }

  /// Draws what the scene teaches over a picture.
  ///
  /// - Parameter page: the page, from 0, where not all fits on one.
  package func drawLesson(page: Int = 0, on canvas: inout Canvas) { lessonPainter(page: page).draw(on: &canvas) }

  /// The number of pages of what the scene teaches; 0 when it teaches nothing.
  package func pagesOfLesson(size: Size) -> Int { scene.hasLesson ? lessonPainter(page: 0).pageCount(size: size) : 0 }
}
