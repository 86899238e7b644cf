internal import Layout
internal import Terminal

/// Where the lines of a vector picture meet a marble or the start of an inner stream: at the exact place of its time.
struct ConnectorDock {
  /// The cells of the marble.
  let bounds: CellBounds
  /// The column of its time.
  private let anchor: Int
  /// The exact place of its time.
  private let x: Double
  /// How far the marble is right of its cells, in columns.
  private let shift: Double

  init(_ marble: Anchors.Marble) {
    (bounds, anchor, x, shift) = (marble.bounds, marble.anchor, marble.dock, marble.shift)
  }

  init(_ beginning: Anchors.Beginning) {
    (bounds, anchor) = (beginning.bounds, beginning.bounds.columns.lowerBound)
    (x, shift) = (beginning.dock, beginning.dock - Double(anchor) - 0.5)
  }

  /// How far a line in a column is right of the middle of the column.
  private func shift(at column: Int) -> Double { column == anchor ? x - Double(anchor) - 0.5 : shift }

  /// The cells of a route, which is shifted at both ends to meet its marbles.
  static func cells(of steps: [ConnectorRoute.Step], between docks: [ConnectorDock]) -> [PictureElement.Line.Cell] {
    guard let first = steps.first, let last = steps.last else { return [] }
    func shift(at step: ConnectorRoute.Step, _ side: Int) -> Double {
      docks.first { $0.bounds.contains(column: step.column, row: step.row + side) }?.shift(at: step.column) ?? 0
    }
    let (above, below) = (shift(at: first, -1), shift(at: last, 1))
    let start = steps.prefix { $0.column == first.column }.count
    let end = steps.count - steps.reversed().prefix { $0.column == last.column }.count
    return steps.enumerated().map { index, step in
      var cell = PictureElement.Line.Cell(column: step.column, row: step.row, sides: step.sides)
      if start == steps.count {
        // A line straight down stays straight where the marbles are not exactly one above the other.
        cell.shift = (above + below) / 2
      } else if index < start {
        cell.shift = above
      } else if index >= end {
        cell.shift = below
      }
      return cell
    }
  }
}
