internal import Layout
internal import Marbles
internal import Scenes
internal import Terminal

/// Draws what an output row did without emitting a value, where the value was, and the message of an error behind its mark.
struct RowMarks {
  let layout: TimelineLayout
  let palette: CellPalette
  let row: Recording.Row
  /// By their places.
  let marks: [RowMark]
  let position: Int
  let scale: TimeScale
  let time: SceneTime
  /// The cells of the row's expression.
  let expression: CellBounds?

  /// The most marks of one column that are looked at.
  private static let mostInColumn = 64
  /// The widest text of a dropped value, in columns.
  private static let widestText = 6

  private var middle: Int { layout.middle(position) }

  /// Draws over the line of the row and the free cells above and below it, never over marbles.
  func draw(on surface: inout Surface) {
    drawMarks(on: &surface)
    drawMessage(on: &surface)
  }

  /// Draws one mark in each column.
  private func drawMarks(on surface: inout Surface) {
    var index = marks.partitioningIndex { scale.center($0.place) >= layout.gutter }
    while index < marks.count {
      let column = scale.center(marks[index].place)
      guard column < scale.columns.upperBound else { return }
      let end = marks.partitioningIndex { scale.center($0.place) > column }
      let known = marks[index..<end].prefix(Self.mostInColumn).filter { $0.time <= time }
      if let mark = known.max(by: { $0.kind < $1.kind }) {
        let next = end < marks.count ? scale.center(marks[end].place) : .max
        draw(mark, column: column, text: known.count == 1 ? mark.value : nil, before: next, on: &surface)
      }
      index = end
    }
  }

  /// Draws a mark on the line of the row, with its value where there is room for it, or, where a marble is in the way, above
  /// or below that.
  ///
  /// - Parameter next: the column of the next mark, which may be unknown yet.
  private func draw(_ mark: RowMark, column: Int, text value: Value?, before next: Int, on surface: inout Surface) {
    let (cell, shift) = (cell(of: mark.kind), scale.x(mark.place) - Double(column) - 0.5)
    guard isLine(surface[column, middle]) else {
      if let place = place(beside: column, on: surface) {
        surface.set(cell, column: column, row: place, shift: shift)
      }
      return
    }
    surface.set(cell, column: column, row: middle, shift: shift)
    guard let value else { return }
    let text = MarbleText.fitted(value, width: Self.widestText, measure: palette.glyphs.measure)
    let columns = column + 1..<column + 1 + DisplayWidth.of(text)
    // One column of the line stays between the text and what follows.
    guard columns.upperBound < next, columns.upperBound < scale.columns.upperBound,
      !text.contains(palette.glyphs.ellipsis),
      (columns.lowerBound...columns.upperBound).allSatisfy({ isLine(surface[$0, middle]) })
    else { return }
    surface.put(text, column: columns.lowerBound, row: middle, style: cell.style, shift: shift)
  }

  /// The line above the marbles, or below them, where its cell is free.
  private func place(beside column: Int, on surface: Surface) -> Int? {
    let (lines, band) = (layout.marbleLines(position), layout.band(position))
    return [lines.lowerBound - 1, lines.upperBound].first { line in
      (layout.top..<band.upperBound).contains(line) && surface[column, line].text == " "
        && expression?.contains(column: column, row: line) != true
    }
  }

  private func cell(of kind: RowMark.Kind) -> Cell {
    let (glyphs, theme) = (palette.glyphs, palette.theme)
    return switch kind {
    case .drop: Cell(glyphs.drop, style: Style(foreground: theme.muted))
    case .again: Cell(glyphs.again, style: Style(foreground: theme.accent))
    case .timeout: Cell(glyphs.timeout, style: Style(foreground: theme.alarm))
    }
  }

  /// Whether a cell shows only the line of the row.
  private func isLine(_ cell: Cell) -> Bool { palette.isLine(cell) }

  /// The minimum number of columns for a message.
  private static let leastMessage = 4

  /// Writes the message of an error to the right of its mark, or to the left if there is more room.
  private func drawMessage(on surface: inout Surface) {
    guard case .error(let end, let message) = row.timeline.end, end <= time else { return }
    let mark = Cell(palette.glyphs.error)
    let last = layout.size.columns - 2
    let center = max(scale.center(end), layout.gutter)
    guard center < last, let column = (center..<last).first(where: { surface[$0, middle].shows(mark) }) else { return }
    let right = last - column - 3
    let left = (layout.gutter..<column).reversed().prefix { isLine(surface[$0, middle]) }.count - 2
    let isRight = right >= min(left, DisplayWidth.of(message))
    guard max(left, right) >= Self.leastMessage else { return }
    let text = DisplayWidth.shortened(
      message, width: isRight ? right : left, ellipsis: palette.glyphs.ellipsis)
    let start = isRight ? column + 2 : column - 1 - DisplayWidth.of(text)
    surface.put(
      " \(text) ", column: start - 1, row: middle, style: Style(foreground: palette.theme.alarm),
      shift: surface.shiftOfEnd(column: column, row: middle))
  }
}
