internal import Marbles
internal import Operators
internal import Scenes
internal import Terminal

/// Draws what an output row did without emitting a value, on its line, and the message of an error behind its mark.
struct RowMarks {
  let layout: TimelineLayout
  let palette: CellPalette
  let row: Recording.Row
  let position: Int
  let scale: TimeScale
  let time: SceneTime

  private var middle: Int { layout.middle(position) }

  /// Draws over the line of the row only, never over marbles.
  func draw(on surface: inout Surface) {
    drawNotes(on: &surface)
    drawMessage(on: &surface)
  }

  /// Draws one mark in each column.
  private func drawNotes(on surface: inout Surface) {
    let notes = row.notes
    var count = notes.partitioningIndex { $0.time > time }
    while count > 0 {
      let column = scale.center(notes[count - 1].time)
      guard column >= layout.gutter else { break }
      let first = notes.partitioningIndex { scale.center($0.time) >= column }
      let mark = notes[first..<count].lazy.compactMap { self.mark(of: $0.note) }.max()
      if let mark, column < scale.columns.upperBound, isLine(surface[column, middle]) {
        surface.set(cell(of: mark), column: column, row: middle, shift: shift(of: notes[first].time))
      }
      count = first
    }
  }

  /// How far the exact place of a time is right of its cell, in columns.
  private func shift(of time: SceneTime) -> Double { scale.x(time) - Double(scale.center(time)) - 0.5 }

  /// The marks; of several in one column, the greatest is drawn.
  private enum Mark: Int, Comparable {
    case drop, again, timeout

    static func < (left: Mark, right: Mark) -> Bool { left.rawValue < right.rawValue }
  }

  private func mark(of note: OperatorNote) -> Mark? {
    switch note.action {
    case .dropped(.replacedRestarting), .restarted: .again
    case .dropped(.ended), .dropped(.idle), .used, .switched, .delivered: nil
    case .dropped: .drop
    case .timedOut: .timeout
    }
  }

  private func cell(of mark: Mark) -> Cell {
    let (glyphs, theme) = (palette.glyphs, palette.theme)
    return switch mark {
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
    let text = MarbleText.shortened(
      message, width: isRight ? right : left, ellipsis: palette.glyphs.ellipsis)
    let start = isRight ? column + 2 : column - 1 - DisplayWidth.of(text)
    surface.put(
      " \(text) ", column: start - 1, row: middle, style: Style(foreground: palette.theme.alarm),
      shift: surface.shiftOfEnd(column: column, row: middle))
  }
}
