internal import Layout
internal import Scenes
internal import Terminal

/// The name and the expression of a row in a vector picture.
extension RowPainter {
  func label(isMarked: Bool) -> PictureElement.Label {
    let columns = 1..<max(2, layout.gutter - 2)
    let mark = isMarked ? String(glyphs.selection) : ""
    let name = DisplayWidth.shortened(mark + row.shownName, width: columns.count, ellipsis: glyphs.ellipsis)
    return PictureElement.Label(
      name: name, lines: expressionLines(in: columns.count), columns: columns, row: middle, isBoxed: !row.isInput,
      style: row.isInput ? Style(bold: true) : Style(foreground: theme.accent, bold: true),
      expressionStyle: Style(foreground: theme.muted), box: Style(foreground: theme.faint))
  }

  /// The lines of the expression and of notes; what has no room is left out where it matters least.
  private func expressionLines(in columns: Int) -> [String] {
    let notes = (showsNotes ? row.lossNotes : []).joined(separator: " \(glyphs.dot) ")
    let characters = ExpressionLines.characters(in: columns)
    let room = ExpressionLines.most - (notes.isEmpty ? 0 : 1)
    guard var expression = row.expression else {
      return CaptionPainter.wrapped(notes, width: characters, lines: ExpressionLines.most, glyphs.ellipsis)
    }
    // The name of a stage is the beginning of its expression, and is shown once.
    if row.shownName.first == ".", expression.hasPrefix(row.shownName) {
      expression = String(expression.dropFirst(row.shownName.count).drop { $0 == " " })
    }
    // A call without arguments says no more than its name.
    if expression == "()" { expression = "" }
    let last = notes.isEmpty ? [] : [DisplayWidth.shortened(notes, width: characters, ellipsis: glyphs.ellipsis)]
    func wrapped(_ text: String) -> [String]? {
      let lines = ExpressionLines.wrapped(text, characters: characters, measure: glyphs.measure)
      return lines.flatMap { $0.count <= room ? $0 : nil }
    }
    if let lines = wrapped(expression) { return lines + last }
    for width in stride(from: room * characters, to: characters, by: -1) {
      let text = ExpressionText.fitted(expression, width: width, ellipsis: glyphs.ellipsis)
      if let lines = wrapped(text) { return lines + last }
    }
    return [ExpressionText.fitted(expression, width: characters, ellipsis: glyphs.ellipsis)] + last
  }
}
