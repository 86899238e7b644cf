internal import Layout
internal import Marbles
internal import Terminal

/// Draws an appearing element from a picture of its final look.
///
/// In a single row of cells there is no room for vertical movement, so each transition has different shapes, which also
/// differ without colours.
struct TransitionPainter {
  /// The final look: only the rows of ``bounds``.
  let picture: Canvas
  /// The cells of the final look.
  let bounds: CellBounds
  /// The cells that may be used during the transition.
  let area: CellBounds
  /// Cells that stay in front of the transition.
  var front: CellBounds?
  let glyphs: Glyphs

  /// The distance of a slide, in columns, if there is room.
  static let way = 12

  /// Draws the element, and returns how many columns it is to the right of its final position.
  func draw(_ appearance: MarbleAppearance, on canvas: inout Canvas) -> Int {
    switch appearance.transition {
    case .slide:
      let right = right(appearance)
      copy(right: right, on: &canvas)
      return right
    case .drop where bounds.rows.count > 1: copy(down: down(appearance), on: &canvas)
    case .drop: cover(appearance.drawing, [glyphs.motion.high, glyphs.motion.upper], showsText: false, on: &canvas)
    case .fade: cover(appearance.drawing, [glyphs.motion.light, glyphs.motion.medium], showsText: true, on: &canvas)
    case .pop: grow(appearance, on: &canvas)
    }
    return 0
  }

  /// The number of columns to the right of the final position.
  private func right(_ appearance: MarbleAppearance) -> Int {
    let way = min(Self.way, max(2, area.columns.upperBound - bounds.columns.upperBound))
    return max(appearance.distance(of: way), area.columns.lowerBound - bounds.columns.lowerBound)
  }

  /// The number of rows below the final position: negative above it, positive when a spring overshoots.
  private func down(_ appearance: MarbleAppearance) -> Int {
    let way = max(1, bounds.rows.upperBound - area.rows.lowerBound)
    return min(-appearance.distance(of: way), area.rows.upperBound - bounds.rows.upperBound)
  }

  // MARK: What is drawn

  private func copy(right: Int = 0, down: Int = 0, on canvas: inout Canvas) {
    for row in bounds.rows where area.rows.contains(row + down) {
      for column in bounds.columns where area.columns.contains(column + right) {
        if let front, front.contains(column: column + right, row: row + down) { continue }
        canvas[column + right, row + down] = cell(column, row)
      }
    }
  }

  /// Draws the picture, or a part of it, behind a character that gets denser.
  private func cover(_ drawing: Int, _ characters: [Character], showsText: Bool, on canvas: inout Canvas) {
    guard drawing < 2 else { return copy(on: &canvas) }
    for row in bounds.rows {
      for column in bounds.columns {
        let cell = cell(column, row)
        // The text in the middle becomes legible before the rest.
        if showsText, drawing == 1, isInside(column, row), isWritten(cell) {
          canvas[column, row] = cell
        } else if !cell.isContinuation, !isEmpty(cell) {
          canvas[column, row] = Cell(characters[drawing], style: Style(foreground: color, dim: drawing == 0))
        }
      }
    }
  }

  /// Grows from a dot in the middle to the full size.
  private func grow(_ appearance: MarbleAppearance, on canvas: inout Canvas) {
    let middle = bounds[.center]
    switch appearance.drawing {
    case 0: canvas[middle.column, middle.row] = Cell(glyphs.motion.dot, style: Style(foreground: color, bold: true))
    case 1:
      // Odd, so that the middle stays in place.
      let width = min(bounds.columns.count, Int(Double(bounds.columns.count) * appearance.progress) | 1)
      let start = bounds.columns.lowerBound + (bounds.columns.count - width) / 2
      let columns = start..<start + width
      for column in columns { canvas[column, middle.row] = cell(column, middle.row) }
      guard width >= 3 else { return }
      // The growing shape has edges.
      for (edge, own) in [(columns.lowerBound, bounds.columns.lowerBound), (columns.last!, bounds.columns.last!)] {
        canvas[edge, middle.row] = cell(own, middle.row)
      }
    default: copy(on: &canvas)
    }
  }

  // MARK: What is in the picture

  /// The final cell at a position of the canvas.
  private func cell(_ column: Int, _ row: Int) -> Cell { picture[column, row - bounds.rows.lowerBound] }

  /// The colour of the first cell that has one.
  private var color: TerminalColor? {
    for row in bounds.rows {
      for column in bounds.columns {
        let cell = cell(column, row)
        if !isEmpty(cell), let color = cell.style.foreground { return color }
      }
    }
    return nil
  }

  private func isInside(_ column: Int, _ row: Int) -> Bool {
    column > bounds.columns.lowerBound && column < bounds.columns.upperBound - 1
      && (bounds.rows.count < 3 || (row > bounds.rows.lowerBound && row < bounds.rows.upperBound - 1))
  }

  private func isWritten(_ cell: Cell) -> Bool { cell.isContinuation || cell.text != " " }

  private func isEmpty(_ cell: Cell) -> Bool {
    cell.text == " " && cell.style.background == nil && !cell.style.reverse
  }
}
