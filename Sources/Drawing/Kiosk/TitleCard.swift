internal import Scenes
internal import Terminal

/// What announces a scene: its title, in big letters where they fit, and what it is about.
struct TitleCard {
  private static let margin = 7

  private let stage: Stage
  private let title: [String]
  private let about: [String]
  private let column: Int

  /// The lines that it takes, the blank ones between it and the scene included.
  var height: Int { 1 + title.count + (about.isEmpty ? 0 : 1 + about.count) + 1 }

  init(_ stage: Stage, size: Size) {
    self.stage = stage
    let margin = size.columns >= 60 ? Self.margin : 1
    column = margin
    let width = size.columns - 2 * margin
    let letters = stage.glyphs == .ascii ? nil : BigLetters.lines(stage.scene.title)
    let hasRoom = size.rows >= 18
    if hasRoom, let letters, letters.allSatisfy({ DisplayWidth.of($0) <= width }) {
      title = letters
    } else {
      title = [MarbleText.shortened(stage.scene.title, width: width, ellipsis: stage.brushes.glyphs.ellipsis)]
    }
    let text = stage.scene.about
    // Lines that are read, not scanned.
    about = text.isEmpty ? [] : WrappedText.lines(text, width: min(width, 72), limit: hasRoom ? 4 : 2)
  }

  func draw(on canvas: inout Canvas) {
    var row = 1
    for line in title {
      canvas.put(line, column: column, row: row, style: Style(foreground: stage.theme.accent, bold: true))
      row += 1
    }
    row += 1
    for line in about {
      canvas.put(line, column: column, row: row)
      row += 1
    }
  }
}
