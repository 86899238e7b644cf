internal import Layout
internal import Marbles
internal import Terminal

/// Draws marbles: round ones in three or more rows of cells, or compact ones in one; a window may cut them off.
struct MarblePainter {
  /// The columns of the plot.
  let plot: Range<Int>
  /// The rows of cells of a marble: an odd number.
  let lines: Range<Int>
  /// The sign that a text begins left of the plot.
  private let ellipsis: Character

  init(scale: TimeScale, lines: Range<Int>, ellipsis: Character) {
    plot = scale.left..<scale.columns.upperBound
    (self.lines, self.ellipsis) = (lines, ellipsis)
  }

  private var isRound: Bool { lines.count > 1 }
  private var middle: Int { lines.lowerBound + lines.count / 2 }

  /// The same painter for other rows of cells; the number of rows must be equal.
  func moved(to lines: Range<Int>) -> MarblePainter {
    MarblePainter(plot: plot, lines: lines, ellipsis: ellipsis)
  }

  private init(plot: Range<Int>, lines: Range<Int>, ellipsis: Character) {
    (self.plot, self.lines, self.ellipsis) = (plot, lines, ellipsis)
  }

  /// Draws a marble with the cells of its look, and returns its position.
  func draw(_ shape: MarbleShape, _ brush: CellPalette.Marble, on canvas: inout Canvas) -> Anchors.Place {
    let visible = shape.columns.clamped(to: plot)
    let (left, right) = (shape.columns.lowerBound, shape.columns.upperBound - 1)
    let sides = isRound ? lines.dropFirst().dropLast() : lines
    let inside = (left + 1..<right).clamped(to: plot)
    for line in sides {
      if line != middle || shape.isMoreThanText {
        canvas.fill(columns: inside, rows: line..<line + 1, with: brush.blank)
      }
      if visible.contains(left) { canvas.set(isRound ? brush.left : brush.compactLeft, column: left, row: line) }
      if visible.contains(right) { canvas.set(isRound ? brush.right : brush.compactRight, column: right, row: line) }
    }
    switch shape.face {
    case .text(let text):
      let column = left + 1 + shape.padding
      put(text, column: column, line: middle, within: visible, style: brush.face, on: &canvas)
      // The first visible character gives way, because the rest of a number is another number.
      if column < visible.lowerBound, let first = visible.first, column + DisplayWidth.of(text) > first {
        canvas.put(String(ellipsis), column: first, row: middle, style: brush.face)
      }
    case .count(let count): put(count, shape, brush, on: &canvas)
    case .big(_, let texts):
      // Columns after the last letter are blank.
      let column = left + 1 + (right - left - (texts.first?.count ?? 0)) / 2
      for (line, text) in zip(middle - 1...middle + 1, texts) {
        put(text, column: column, line: line, within: inside, style: brush.face, on: &canvas)
      }
    }
    if isRound {
      for (line, cells) in [(lines.lowerBound, brush.top), (lines.upperBound - 1, brush.bottom)] {
        canvas.fill(columns: visible, rows: line..<line + 1, with: cells[1])
        if visible.contains(left) { canvas.set(cells[0], column: left, row: line) }
        if visible.contains(right) { canvas.set(cells[2], column: right, row: line) }
      }
    }
    // Lines are joined to a marble inside its edges.
    let edges = (Double(visible.lowerBound) + 1 + shape.shift, Double(visible.upperBound) - 1 + shape.shift)
    return Anchors.Place(
      events: shape.events, bounds: CellBounds(columns: visible, rows: lines),
      anchor: min(max(visible.lowerBound, shape.anchor), max(visible.lowerBound, visible.upperBound - 1)),
      shift: shape.shift, dock: max(edges.0, min(shape.dock, edges.1)))
  }

  /// Draws a marble, and adds its element.
  func draw(_ shape: MarbleShape, _ brush: CellPalette.Marble, on surface: inout Surface) -> Anchors.Place {
    let place = surface.cells { draw(shape, brush, on: &$0) }
    if surface.recordsElements {
      let element = element(of: shape, place, brush, on: surface)
      surface.add(element)
    }
    return place
  }

  /// The element of a marble that was drawn.
  private func element(
    of shape: MarbleShape, _ place: Anchors.Place, _ brush: CellPalette.Marble, on surface: Surface
  ) -> PictureElement {
    var marble = PictureElement.Marble(
      bounds: place.bounds, shift: place.shift, text: "", textColumns: place.bounds.columns, isBig: false,
      look: brush.look.form, face: brush.face, edge: brush.edge)
    let inside = (shape.columns.lowerBound + 1..<shape.columns.upperBound - 1).clamped(to: plot)
    if case .big(let text, _) = shape.face {
      (marble.text, marble.textColumns, marble.isBig) = (text, inside, true)
    } else if let shown = surface.text(columns: inside, row: middle, style: brush.face) {
      (marble.text, marble.textColumns) = (shown.text, shown.column..<shown.column + shown.width)
    }
    return .marble(marble)
  }

  /// Writes a text that the window may cut off.
  private func put(
    _ text: String, column: Int, line: Int, within visible: Range<Int>, style: Style, on canvas: inout Canvas
  ) {
    guard column < visible.lowerBound else {
      canvas.put(text, column: column, row: line, style: style, maxWidth: visible.upperBound - column)
      return
    }
    var next = column
    for character in text {
      let width = DisplayWidth.of(character)
      if next >= visible.lowerBound, next + width <= visible.upperBound {
        canvas.put(String(character), column: next, row: line, style: style)
      } else {
        for half in next..<next + width where visible.contains(half) {
          canvas.put(" ", column: half, row: line, style: style)
        }
      }
      next += width
    }
  }

  /// Writes a count such as `≡12` from prepared cells, because there may be thousands.
  private func put(_ count: Int, _ shape: MarbleShape, _ brush: CellPalette.Marble, on canvas: inout Canvas) {
    let inside = shape.columns.lowerBound + 1..<shape.columns.upperBound - 1
    var column = inside.upperBound - 1 - shape.padding
    var rest = count
    repeat {
      if plot.contains(column) { canvas.set(brush.digits[rest % 10], column: column, row: middle) }
      rest /= 10
      column -= 1
    } while rest > 0 && column > inside.lowerBound
    for cell in brush.list.reversed() where column >= inside.lowerBound {
      if plot.contains(column) { canvas.set(cell, column: column, row: middle) }
      column -= 1
    }
    while column >= inside.lowerBound {
      if plot.contains(column) { canvas.set(brush.blank, column: column, row: middle) }
      column -= 1
    }
  }
}
