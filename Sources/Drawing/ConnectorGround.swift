internal import Layout
internal import Marbles

/// What is in the way of connectors, cell by cell: everything that any frame of the scene shows in a row, so that a line keeps
/// its way from its first frame to its last.
struct ConnectorGround: Hashable {
  /// The number of columns.
  let columns: Int
  private(set) var cells: [CellObstacle]

  subscript(column: Int, row: Int) -> CellObstacle { cells[row * columns + column] }

  /// The cells of some rows on a screen, which is blocked elsewhere.
  init(of all: [Row], in layout: TimelineLayout, columns: Int, rows: Int) {
    self.columns = columns
    cells = Array(repeating: .blocked, count: columns * rows)
    for row in all { add(row, in: layout) }
  }

  /// A row that is drawn.
  struct Row {
    var position: Int
    var placement: RowPlacement
    /// The columns by which it is scrolled.
    var scrolled: Int
    /// How far exact places are right of those columns, in a vector picture; nil for marbles in their cells.
    var scrollShift: Double?
    /// The cells of its expression.
    var expression: CellBounds?
    /// Its inner streams, by their lines.
    var lanes: [RowPlacement]

    /// How far from its cells a marble is drawn, in whole columns; see ``Anchors/placedExactly``.
    fileprivate func moved(_ shape: MarbleShape) -> Int {
      scrollShift.map { Int((shape.shift + $0).rounded()) } ?? 0
    }
  }

  /// Adds the cells of a row.
  private mutating func add(_ row: Row, in layout: TimelineLayout) {
    let plot = layout.scale.columns.clamped(to: layout.gutter..<columns)
    let (band, middle) = (layout.band(row.position), layout.middle(row.position))
    for line in band { set(plot, line..<line + 1, line == middle ? .crossing : .free, plot) }
    func add(_ shapes: [MarbleShape], rows: Range<Int>, middle: Int) {
      for shape in shapes {
        let moved = row.moved(shape) - row.scrolled
        let columns = shape.columns.lowerBound + moved..<shape.columns.upperBound + moved
        set(columns, shape.isDot ? middle..<middle + 1 : rows, .marble, plot)
      }
    }
    add(row.placement.shapes, rows: layout.marbleLines(row.position), middle: middle)
    for mark in row.placement.marks {
      let line = layout.row(ofLine: mark.line, of: row.position)
      let column = mark.column - row.scrolled
      set(column..<column + 1 + (mark.text?.count ?? 0), line..<line + 1, .marble, plot)
    }
    if let end = row.placement.end {
      let last = end.isBorder ? row.placement.shapes.last : nil
      let column = end.column - row.scrolled + (last.map(row.moved) ?? 0)
      set(column..<column + 1, middle..<middle + 1, .marble, plot)
    }
    for text in row.placement.texts {
      let lines =
        layout.row(
          ofLine: text.lines.upperBound, of: row.position)...layout.row(
          ofLine: text.lines.lowerBound, of: row.position)
      let columns = text.columns.lowerBound - row.scrolled..<text.columns.upperBound - row.scrolled
      set(columns, lines.lowerBound..<lines.upperBound + 1, .text, plot)
      let anchor = text.anchor - row.scrolled
      set(anchor..<anchor + 1, lines.upperBound + 1..<middle, .text, plot)
    }
    if let expression = row.expression { set(expression.columns, expression.rows, .text, plot) }
    for (line, lane) in zip(layout.laneLines(row.position), row.lanes) {
      set(plot, line..<line + 1, .crossing, plot)
      add(lane.shapes, rows: line..<line + 1, middle: line)
    }
  }

  private mutating func set(_ columns: Range<Int>, _ rows: Range<Int>, _ ground: CellObstacle, _ plot: Range<Int>) {
    for row in rows where row >= 0 && (row + 1) * self.columns <= cells.count {
      for column in columns.clamped(to: plot) { cells[row * self.columns + column] = ground }
    }
  }
}
