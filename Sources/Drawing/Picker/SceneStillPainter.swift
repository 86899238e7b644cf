internal import Layout
internal import Marbles
internal import Scenes
internal import Terminal

/// Draws a scene of the list of scenes at its end, below its title and the sentence about it.
struct SceneStillPainter {
  let choice: SceneChoice
  /// Nil until it is computed.
  let still: SceneStill?
  let palette: CellPalette
  /// The cells to draw on.
  let bounds: CellBounds

  /// The most lines of the sentence about the scene.
  private static let mostLines = 3

  private var left: Int { bounds.columns.lowerBound }

  func draw(on canvas: inout Canvas) {
    let muted = Style(foreground: palette.theme.muted)
    let width = bounds.columns.count
    let length = length
    let room = width - (length.isEmpty ? 0 : DisplayWidth.of(length) + 2)
    canvas.put(
      DisplayWidth.shortened(choice.title, width: room, ellipsis: palette.glyphs.ellipsis), column: left,
      row: bounds.rows.lowerBound, style: Style(bold: true))
    canvas.put(
      length, column: bounds.columns.upperBound - DisplayWidth.of(length), row: bounds.rows.lowerBound, style: muted)
    let about = WrappedText.lines(choice.about, width: width, limit: Self.mostLines)
    for (offset, line) in about.enumerated() {
      canvas.put(line, column: left, row: bounds.rows.lowerBound + 1 + offset, style: muted, maxWidth: width)
    }
    let top = bounds.rows.lowerBound + about.count + 2
    switch still {
    case .drawing(let drawing): draw(drawing, rows: top..<max(top, bounds.rows.upperBound), on: &canvas)
    case .problem(let text):
      canvas.put(
        DisplayWidth.shortened(text, width: width, ellipsis: palette.glyphs.ellipsis), column: left, row: top,
        style: Style(foreground: palette.theme.alarm))
    case nil: canvas.put(EditState.computing, column: left, row: top, style: muted)
    }
  }

  /// How long the scene is; empty until it is known, and for a scene without time.
  private var length: String {
    guard case .drawing(let drawing) = still, drawing.plan.duration > .zero else { return "" }
    let text = ClockText(upTo: drawing.plan.duration)
    return text.tenths(drawing.plan.duration) + (text.unit.isEmpty ? "" : " \(text.unit)")
  }

  /// Draws the picture without the lines for the title and the keys.
  private func draw(_ drawing: SceneDrawing, rows: Range<Int>, on canvas: inout Canvas) {
    var drawing = drawing
    if drawing.theme != palette.theme { drawing.theme = palette.theme }
    let moment = FrameState(
      time: drawing.plan.duration, speedFactor: drawing.scene.speedFactor, state: .finished)
    // The text of a picture has a margin of one column.
    let columns = left - 1..<bounds.columns.upperBound + 1
    let (above, below) = Self.bars(of: drawing.scene, rows: rows.count)
    let size = Size(columns: columns.count, rows: above + rows.count + below)
    guard size.rows >= SceneDrawing.minimumSize.rows, !rows.isEmpty else { return }
    let picture = drawing.picture(of: drawing.plan, at: moment, size: size)
    for row in rows {
      for column in columns {
        canvas[column, row] = picture.canvas[column - columns.lowerBound, row - rows.lowerBound + above]
      }
    }
    let hidden = picture.hidden.above + picture.hidden.below
    guard hidden > 0 else { return }
    let text = "\(hidden) more \(picture.hidden.unit)\(hidden == 1 ? "" : "s")"
    canvas.put(
      text, column: bounds.columns.upperBound - DisplayWidth.of(text), row: bounds.rows.upperBound,
      style: Style(foreground: palette.theme.muted))
  }

  /// The lines of a picture above and below what is shown of it: the title, a sentence about the scene, and the keys.
  private static func bars(of scene: Scene, rows: Int) -> (above: Int, below: Int) {
    if case .matrix = scene.kind { return (0, 0) }
    return (rows + 3 < TimelineLayout.leastRoomy ? 1 : 2, 1)
  }
}
