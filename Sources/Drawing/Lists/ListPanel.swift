package import Layout

/// A row that is shown as a list.
package struct ListPanel {
  /// The position of the row.
  package var row: Int
  /// The cells that the list covers.
  package var bounds: CellBounds
  /// The number of hidden items.
  package var hidden: OverflowCount
}
