internal import Layout
internal import Marbles
package import Terminal

/// Draws the list from which a viewer chooses a scene.
package struct ScenePickerPainter {
  private let choices: [SceneChoice]
  private let matches: [Int]
  private let selected: Int?
  private let filter: String
  private let palette: CellPalette
  private let size: Size

  /// - Parameters:
  ///   - choices: the scenes, group by group.
  ///   - matches: the positions of the choices to list.
  ///   - selected: the position of the selected choice; nil when none matches.
  ///   - filter: the text that the listed choices contain.
  ///   - drawing: a drawing with the theme and the characters of the terminal.
  ///   - size: the size of the screen.
  package init(
    _ choices: [SceneChoice], matches: [Int], selected: Int?, filter: String, drawing: SceneDrawing, size: Size
  ) {
    (self.choices, self.matches, self.selected, self.filter) = (choices, matches, selected, filter)
    (palette, self.size) = (drawing.palette, size)
  }

  /// The first row of cells of the list.
  private var top: Int { size.rows < TimelineLayout.leastRoomy ? 2 : 3 }
  /// The row of cells after the list.
  private var bottom: Int { max(top, size.rows - (size.rows < TimelineLayout.leastRoomy ? 1 : 2)) }

  /// The picture: a full screen.
  package func frame() -> Canvas {
    var canvas = Canvas(size: size)
    let theme = palette.theme
    canvas.put("Choose a scene", column: 1, row: 0, style: Style(bold: true))
    let count = matches.count == choices.count ? "\(choices.count)" : "\(matches.count) of \(choices.count)"
    canvas.put(
      count, column: max(17, size.columns - count.count - 1), row: 0, style: Style(foreground: theme.muted))
    let prompt = canvas.put(
      "\(palette.glyphs.selection) ", column: 1, row: 1, style: Style(foreground: theme.accent))
    if filter.isEmpty {
      canvas.put("type to filter", column: 1 + prompt, row: 1, style: Style(foreground: theme.muted))
    } else {
      let end = canvas.put(filter, column: 1 + prompt, row: 1, style: Style(bold: true), maxWidth: size.columns - 5)
      canvas.put(" ", column: 1 + prompt + end, row: 1, style: Style(reverse: true))
    }
    for (row, line) in zip(top..<bottom, lines.visible(selected: place, count: bottom - top)) {
      draw(line, row: row, on: &canvas)
    }
    if matches.isEmpty {
      canvas.put("no scene contains this text", column: 3, row: top, style: Style(foreground: theme.muted))
    }
    let keys = [
      ("\(palette.glyphs.above)\(palette.glyphs.below)", "select"), ("Enter", "play"), ("Esc", "leave"),
    ]
    canvas.putKeys(keys, row: size.rows - 1, theme: theme)
    return canvas
  }

  /// The choice at a row of cells; nil for a row without one.
  package func choice(at row: Int) -> Int? {
    lines.entry(at: row - top, selected: place, count: bottom - top).map { matches[$0] }
  }

  private var lines: GroupedLines { GroupedLines(matches.map { choices[$0].group }, isAiry: true) }
  /// The position of the selected choice among the matches.
  private var place: Int? { selected.flatMap { matches.firstIndex(of: $0) } }

  private func draw(_ line: GroupedLines.Line, row: Int, on canvas: inout Canvas) {
    switch line {
    case .blank: break
    case .heading(let text):
      canvas.put(text, column: 1, row: row, style: Style(foreground: palette.theme.accent), maxWidth: size.columns - 2)
    case .entry(let entry):
      let index = matches[entry]
      let isSelected = index == selected
      let choice = choices[index]
      if isSelected {
        canvas.put(
          palette.glyphs.selection.description, column: 1, row: row,
          style: Style(foreground: palette.theme.accent, bold: true))
      }
      canvas.put(
        DisplayWidth.shortened(choice.title, width: titleWidth, ellipsis: palette.glyphs.ellipsis), column: 3, row: row,
        style: Style(bold: isSelected, underline: isSelected))
      let room = size.columns - 3 - titleWidth - 3
      guard room >= 12 else { return }
      canvas.put(
        DisplayWidth.shortened(choice.about, width: room, ellipsis: palette.glyphs.ellipsis),
        column: 3 + titleWidth + 2,
        row: row, style: isSelected ? .plain : Style(foreground: palette.theme.muted))
    }
  }

  /// The width of the titles, which does not change while the viewer types.
  private var titleWidth: Int {
    min(choices.map { DisplayWidth.of($0.title) }.max() ?? 0, max(12, min(size.columns - 5, size.columns * 2 / 5)))
  }
}
