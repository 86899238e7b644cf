/// A list that a row is shown as, in a frame.
package struct ListPanel {
  /// The position of the row.
  package var row: Int
  /// The cells that it takes.
  package var bounds: Bounds
  /// What of it does not fit.
  package var hidden: HiddenCount
}
