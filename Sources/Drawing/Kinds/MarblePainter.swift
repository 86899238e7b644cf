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
    if shape.isDot { return drawDot(shape, brush, on: &canvas) }
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
    // Only vector pictures have circles, which have no cells on a screen.
    case .dot, .hidden, .circle: break
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
    return Anchors.Place(
      events: shape.events, bounds: CellBounds(columns: visible, rows: lines),
      anchor: min(max(visible.lowerBound, shape.anchor), max(visible.lowerBound, visible.upperBound - 1)),
      dock: shape.dock)
  }

  /// Draws a dot in one cell.
  private func drawDot(_ shape: MarbleShape, _ brush: CellPalette.Marble, on canvas: inout Canvas) -> Anchors.Place {
    let cell =
      switch shape.face {
      case .hidden: brush.hidden
      default: shape.events.count > 1 ? brush.dots : brush.dot
      }
    canvas.set(cell, column: shape.anchor, row: middle)
    return Anchors.Place(
      events: shape.events, bounds: CellBounds(columns: shape.anchor..<shape.anchor + 1, rows: middle..<middle + 1),
      anchor: shape.anchor, dock: shape.dock)
  }

  /// Draws a marble, and adds its element.
  func draw(_ shape: MarbleShape, _ brush: CellPalette.Marble, on surface: inout Surface) -> Anchors.Place {
    let place = surface.cells { draw(shape, brush, on: &$0) }
    if surface.recordsElements {
      surface.add(element(of: shape, place, brush))
    }
    return place
  }

  /// The element of a marble that was drawn.
  private func element(of shape: MarbleShape, _ place: Anchors.Place, _ brush: CellPalette.Marble) -> PictureElement {
    let text: String? = if case .circle(let text) = shape.face { text } else { nil }
    return .marble(
      PictureElement.Marble(
        bounds: place.bounds, x: shape.dock, row: middle, text: text, look: brush.look.form, face: brush.face,
        edge: brush.edge))
  }

  /// Draws the text of a dot on its lines above, and the stem between them, both in a style.
  ///
  /// - Parameters:
  ///   - count: how many of its texts are known.
  ///   - scrolled: the columns by which the row is scrolled.
  func draw(
    _ text: RowPlacement.HungText, count: Int, of shape: MarbleShape, scrolled: Int, stem: Character, _ style: Style,
    on surface: inout Surface
  ) {
    for (offset, part) in text.texts.prefix(count).enumerated() {
      let row = middle - (text.line + text.texts.count - 1 - offset)
      // A row that still grows has room for its text behind the window, where a panel is.
      let column = text.columns.lowerBound - scrolled
      surface.put(part, column: column, row: row, style: style, maxWidth: plot.upperBound - column, shift: shape.shift)
    }
    for line in text.base..<max(text.base, text.line) {
      let row = middle - line
      surface.cells { $0.set(Cell(stem, style: style), column: shape.anchor, row: row) }
      let cell = PictureElement.Line.Cell(column: shape.anchor, row: row, sides: .vertical, shift: shape.shift)
      surface.add(.line(PictureElement.Line(cells: [cell], isDotted: false, style: style)))
    }
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
}
