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
    /// The cells of its expression.
    var expression: CellBounds?
    /// Its inner streams, by their lines.
    var lanes: [RowPlacement]
  }

  /// Adds the cells of a row.
  private mutating func add(_ row: Row, in layout: TimelineLayout) {
    let plot = layout.scale.columns.clamped(to: layout.gutter..<columns)
    let (band, middle) = (layout.band(row.position), layout.middle(row.position))
    for line in band { set(plot, line..<line + 1, line == middle ? .crossing : .free, plot) }
    func add(_ shapes: [MarbleShape], rows: Range<Int>, middle: Int) {
      for shape in shapes {
        let columns = shape.columns.lowerBound - row.scrolled..<shape.columns.upperBound - row.scrolled
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
      let column = end.column - row.scrolled
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
      if let end = lane.end {
        set(end.column - row.scrolled..<end.column - row.scrolled + 1, line..<line + 1, .marble, plot)
      }
    }
  }

  private mutating func set(_ columns: Range<Int>, _ rows: Range<Int>, _ ground: CellObstacle, _ plot: Range<Int>) {
    for row in rows where row >= 0 && (row + 1) * self.columns <= cells.count {
      for column in columns.clamped(to: plot) { cells[row * self.columns + column] = ground }
    }
  }
}
