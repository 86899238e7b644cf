/// A list that a row is shown as, in a frame.
struct ListPanel {
  /// The position of the row.
  var row: Int
  /// The cells that it takes.
  var bounds: Bounds
  /// What of it does not fit.
  var hidden: HiddenCount
}
