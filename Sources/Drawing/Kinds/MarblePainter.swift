internal import Marbles
internal import Terminal

/// Draws marbles: round ones in three rows of cells, or compact ones in one; a window may cut them off.
struct MarblePainter {
  let scale: TimeScale
  /// The first column of the plot.
  let left: Int
  /// The rows of cells of a marble: three or one.
  let lines: Range<Int>
  let glyphs: Glyphs

  private var isRound: Bool { lines.count == 3 }
  private var middle: Int { lines.lowerBound + lines.count / 2 }

  /// The same painter for other rows of cells; the number of rows must be equal.
  func moved(to lines: Range<Int>) -> MarblePainter {
    MarblePainter(scale: scale, left: left, lines: lines, glyphs: glyphs)
  }

  /// Draws a marble, and returns its position.
  ///
  /// - Parameters:
  ///   - group: the events of the marble.
  ///   - value: the value of a single event; nil for a group, which shows its count.
  ///   - brush: the cells of its look.
  func draw(_ group: MarbleGroup, of value: Value?, _ brush: CellPalette.Marble, on canvas: inout Canvas)
    -> Anchors.Place
  {
    let face = value.map { MarbleText.face($0, width: group.width - 2, glyphs: glyphs) }
    let inner = face.map { DisplayWidth.of($0) } ?? group.width - 2
    let visible = max(group.column, left)..<min(group.column + inner + 2, scale.columns.upperBound)
    let right = group.column + inner + 1
    if visible.contains(right) {
      canvas.set(isRound ? brush.right : brush.compactRight, column: right, row: middle)
    }
    if visible.contains(group.column) {
      canvas.set(isRound ? brush.left : brush.compactLeft, column: group.column, row: middle)
    }
    if let face {
      put(face, column: group.column + 1, within: visible, style: brush.face, on: &canvas)
    } else {
      drawCount(of: group, brush, within: visible, on: &canvas)
    }
    if isRound {
      for (line, cells) in [(middle - 1, brush.top), (middle + 1, brush.bottom)] {
        canvas.fill(columns: visible, rows: line..<line + 1, with: cells[1])
        if visible.contains(group.column) { canvas.set(cells[0], column: group.column, row: line) }
        if visible.contains(right) { canvas.set(cells[2], column: right, row: line) }
      }
    }
    return Anchors.Place(
      events: group.events, bounds: Bounds(columns: visible, rows: lines))
  }

  /// Writes a face that the window may cut off.
  private func put(_ face: String, column: Int, within visible: Range<Int>, style: Style, on canvas: inout Canvas) {
    guard column < visible.lowerBound else {
      canvas.put(face, column: column, row: middle, style: style, maxWidth: visible.upperBound - column)
      return
    }
    var next = column
    for character in face {
      let width = DisplayWidth.of(character)
      if next >= visible.lowerBound, next + width <= visible.upperBound {
        canvas.put(String(character), column: next, row: middle, style: style)
      } else {
        for half in next..<next + width where visible.contains(half) {
          canvas.put(" ", column: half, row: middle, style: style)
        }
      }
      next += width
    }
  }

  /// Writes a count such as `12×` from prepared cells, because there may be thousands.
  private func drawCount(
    of group: MarbleGroup, _ brush: CellPalette.Marble, within visible: Range<Int>, on canvas: inout Canvas
  ) {
    let inside = group.column + 1..<group.column + group.width - 1
    var digits = 0
    var rest = group.events.count
    repeat {
      digits += 1
      rest /= 10
    } while rest > 0
    let start = inside.lowerBound + (inside.count - digits - brush.times.count) / 2
    rest = group.events.count
    let text = start..<start + digits + brush.times.count
    if text != inside {
      for column in inside where visible.contains(column) && !text.contains(column) {
        canvas.set(brush.blank, column: column, row: middle)
      }
    }
    for column in (start..<start + digits).reversed() {
      if visible.contains(column) { canvas.set(brush.digits[rest % 10], column: column, row: middle) }
      rest /= 10
    }
    for offset in 0..<brush.times.count where visible.contains(start + digits + offset) {
      canvas.set(brush.times[offset], column: start + digits + offset, row: middle)
    }
  }
}
