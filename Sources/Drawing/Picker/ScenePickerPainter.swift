internal import Layout
internal import Marbles
package import Terminal

/// Draws the list from which a viewer chooses a scene, and the selected one beside it where the screen has room.
package struct ScenePickerPainter {
  private let choices: [SceneChoice]
  private let matches: [Int]
  private let selected: Int?
  private let filter: String
  private let advice: String?
  private let still: SceneStill?
  private let palette: CellPalette
  private let size: Size

  /// - Parameters:
  ///   - choices: the scenes, group by group.
  ///   - matches: the positions of the choices to list.
  ///   - selected: the position of the selected choice; nil when none matches.
  ///   - filter: the text that filters the choices.
  ///   - advice: what is known of a text that leaves no choice, as a clause; nil when nothing is.
  ///   - still: what to show of the selected choice; nil until it is computed.
  ///   - drawing: a drawing with the theme and the characters of the terminal.
  ///   - size: the size of the screen.
  package init(
    _ choices: [SceneChoice], matches: [Int], selected: Int?, filter: String, advice: String? = nil,
    still: SceneStill? = nil, drawing: SceneDrawing, size: Size
  ) {
    (self.choices, self.matches, self.selected, self.filter) = (choices, matches, selected, filter)
    (self.still, palette, self.size) = (still, drawing.palette, size)
    self.advice = advice
  }

  /// Whether a screen has room for the selected scene beside the list.
  package static func showsStill(in size: Size) -> Bool { size.columns >= 100 && size.rows >= leastTall }
  /// The number of rows from which on the selected scene is shown.
  private static let leastTall = 12
  /// The least number of columns of the list beside it: the filter and the number of scenes have room.
  private static let leastWide = 28

  /// The columns of the list.
  private var width: Int {
    guard Self.showsStill(in: size) else { return size.columns }
    let widestGroup = choices.map { DisplayWidth.of($0.group) }.max() ?? 0
    return min(max(Self.leastWide, 5 + widestTitle, 3 + widestGroup), max(36, size.columns * 3 / 10))
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
      count, column: max(17, width - count.count - 1), row: 0, style: Style(foreground: theme.muted))
    let prompt = canvas.put(
      "\(palette.glyphs.selection) ", column: 1, row: 1, style: Style(foreground: theme.accent))
    if filter.isEmpty {
      canvas.put("type to filter", column: 1 + prompt, row: 1, style: Style(foreground: theme.muted))
    } else {
      let end = canvas.put(filter, column: 1 + prompt, row: 1, style: Style(bold: true), maxWidth: width - 5)
      canvas.put(" ", column: 1 + prompt + end, row: 1, style: Style(reverse: true))
    }
    for (row, line) in zip(top..<bottom, lines.visible(selected: place, count: bottom - top)) {
      draw(line, row: row, on: &canvas)
    }
    if matches.isEmpty {
      let text = advice ?? "no scene contains this text"
      for (row, line) in zip(top..<bottom, WrappedText.lines(text, width: width - 4)) {
        canvas.put(line, column: 3, row: row, style: Style(foreground: theme.muted), maxWidth: width - 4)
      }
    }
    let keys = [
      ("\(palette.glyphs.above)\(palette.glyphs.below)", "select"), ("Enter", "play"), ("Esc", "leave"),
    ]
    canvas.putKeys(keys, row: size.rows - 1, theme: theme)
    drawStill(on: &canvas)
    return canvas
  }

  /// The choice at a row of cells; nil for a row without one.
  package func choice(at row: Int) -> Int? {
    lines.entry(at: row - top, selected: place, count: bottom - top).map { matches[$0] }
  }

  /// Draws the selected scene at the right of the list.
  private func drawStill(on canvas: inout Canvas) {
    guard Self.showsStill(in: size) else { return }
    canvas.fill(
      columns: width..<width + 1, rows: 0..<size.rows - 1,
      with: Cell(palette.glyphs.solid.vertical, style: Style(foreground: palette.theme.muted)))
    guard let selected else { return }
    SceneStillPainter(
      choice: choices[selected], still: still, palette: palette,
      bounds: CellBounds(columns: width + 3..<size.columns - 1, rows: 0..<size.rows - 1)
    ).draw(on: &canvas)
  }

  private var lines: GroupedLines { GroupedLines(matches.map { choices[$0].group }, isAiry: true) }
  /// The position of the selected choice among the matches.
  private var place: Int? { selected.flatMap { matches.firstIndex(of: $0) } }

  private func draw(_ line: GroupedLines.Line, row: Int, on canvas: inout Canvas) {
    switch line {
    case .blank: break
    case .heading(let text):
      canvas.put(text, column: 1, row: row, style: Style(foreground: palette.theme.accent), maxWidth: width - 2)
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
      guard !Self.showsStill(in: size), room >= 12 else { return }
      canvas.put(
        DisplayWidth.shortened(choice.about, width: room, ellipsis: palette.glyphs.ellipsis),
        column: 3 + titleWidth + 2,
        row: row, style: isSelected ? .plain : Style(foreground: palette.theme.muted))
    }
  }

  /// The width of the titles, which does not change while the viewer types.
  private var titleWidth: Int {
    if Self.showsStill(in: size) { return width - 4 }
    return min(widestTitle, max(12, min(size.columns - 5, size.columns * 2 / 5)))
  }

  private var widestTitle: Int { choices.map { DisplayWidth.of($0.title) }.max() ?? 0 }
}
