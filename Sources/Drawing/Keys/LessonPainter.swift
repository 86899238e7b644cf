internal import Layout
internal import Marbles
internal import Scenes
package import Terminal

/// Draws what a scene teaches, or what the doctor found in it, in a frame in the middle of a picture.
struct LessonPainter {
  /// The paragraphs.
  let lesson: [String]
  /// The key that turns the pages.
  var key: Character = "L"
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
      page + 1 < pages.count ? "press \(key) for more" : "press \(key) to close", column: column + 2,
      row: row + height - 2,
      style: Style(foreground: palette.theme.muted), maxWidth: width - 4)
  }
}

/// What the panel of a scene tells.
package enum SceneLesson: Hashable {
  /// What has to be known to predict the outputs, a hint, and the keys.
  case task
  /// What the scene and its rows teach, and what to try.
  case notes
  /// The same, where another lesson may follow.
  case notesOfLesson
}

extension SceneDrawing {
  private func lessonPainter(_ lesson: SceneLesson, page: Int) -> LessonPainter {
    let minutes = (scene.exercise?.minutes).map { " (\($0) min)" } ?? ""
    return LessonPainter(
      lesson: paragraphs(lesson), title: DisplayWidth.escaped(scene.title + minutes), palette: palette, page: page)
  }

  private func paragraphs(_ lesson: SceneLesson) -> [String] {
    guard let exercise = scene.exercise else { return scene.lesson(of: scene.rows.indices) }
    let parts: [String]
    if lesson == .task {
      parts = [
        exercise.task, scene.about, exercise.hint.isEmpty ? "" : "Hint: \(exercise.hint)",
        "Escape closes this. n draws a marble in the selected row, \(palette.glyphs.above) \(palette.glyphs.below) select a row, "
          + "< and > move the marble, | draws the end, d takes a diagram, c compares, and L shows this again.",
      ]
    } else {
      parts =
        scene.lesson(of: scene.rows.indices)
        + [
          exercise.variation.isEmpty ? "" : "To try after H: \(exercise.variation)",
          lesson == .notesOfLesson ? "H plays the outputs, and N is the next lesson." : "",
        ]
    }
    return parts.filter { !$0.isEmpty }.map { text in
      DisplayText.shortened(text.split(whereSeparator: \.isWhitespace).joined(separator: " "), to: .max)
    }
  }

  /// Draws what the scene teaches over a picture.
  ///
  /// - Parameter page: the page, from 0, where not all fits on one.
  package func drawLesson(_ lesson: SceneLesson = .notes, page: Int = 0, on canvas: inout Canvas) {
    lessonPainter(lesson, page: page).draw(on: &canvas)
  }

  /// The number of pages of what the scene teaches; 0 when it teaches nothing.
  package func pagesOfLesson(_ lesson: SceneLesson = .notes, size: Size) -> Int {
    lesson == .task || scene.hasLesson ? lessonPainter(lesson, page: 0).pageCount(size: size) : 0
  }
}
