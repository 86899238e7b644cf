internal import Layout
internal import Scenes
internal import Terminal

/// The title card of a scene: its title, in big letters if they fit, and its description.
struct TitleCard {
  private static let margin = 7

  private let drawing: SceneDrawing
  private let title: [String]
  private let about: [String]
  private let column: Int

  /// The number of lines, including the blank ones between the card and the scene.
  var height: Int { 1 + title.count + (about.isEmpty ? 0 : 1 + about.count) + 1 }

  init(_ drawing: SceneDrawing, size: Size) {
    self.drawing = drawing
    let margin = size.columns >= 60 ? Self.margin : 1
    column = margin
    let width = size.columns - 2 * margin
    let letters = drawing.glyphs == .ascii ? nil : BigLetters.lines(drawing.scene.title)
    let hasRoom = size.rows >= 18
    if hasRoom, let letters, letters.allSatisfy({ DisplayWidth.of($0) <= width }) {
      title = letters
    } else {
      title = [DisplayWidth.shortened(drawing.scene.title, width: width, ellipsis: drawing.palette.glyphs.ellipsis)]
    }
    let text = drawing.scene.about
    // Short lines are easier to read.
    about = text.isEmpty ? [] : WrappedText.lines(text, width: min(width, 72), limit: hasRoom ? 4 : 2)
  }

  func draw(on canvas: inout Canvas) {
    var row = 1
    for line in title {
      canvas.put(line, column: column, row: row, style: Style(foreground: drawing.theme.accent, bold: true))
      row += 1
    }
    row += 1
    for line in about {
      canvas.put(line, column: column, row: row)
      row += 1
    }
  }
}
