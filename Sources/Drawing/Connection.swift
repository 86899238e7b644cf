package import Marbles

/// A line between two events of a frame of cells.
package struct Connection: Hashable, Sendable {
  /// A cell of the line.
  package struct Cell: Hashable, Sendable {
    /// The column of the frame.
    package var column: Int
    /// The row of cells.
    package var row: Int
  }

  /// The event from which the line comes.
  package var source: EventKey
  /// The event that was made from it.
  package var target: EventKey
  /// The way of the line, from top to bottom; empty for a line without a path.
  package var cells: [Cell]

  init(source: EventKey, target: EventKey, cells: [(column: Int, row: Int)]) {
    (self.source, self.target) = (source, target)
    self.cells = cells.map { Cell(column: $0.column, row: $0.row) }
  }
}
