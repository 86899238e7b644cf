public import Marbles

extension CheckReport {
  /// A row whose result depends on the order of what is due at one instant: a race of its operators.
  public struct Race: Sendable {
    /// The name of the row.
    public var row: String
    /// The location of its expression in the file.
    public var location: ScalarLocation
    /// The order of the scene.
    public var order: InstantOrder
    /// Another order, which gives another result.
    public var other: InstantOrder
    /// The first difference of the other result.
    public var difference: Difference
    /// The results of both orders, one above the other.
    public var diagrams: DiagramComparison

    /// Both results, with a caret under the first difference.
    ///
    /// - Parameter width: the maximum width of a line, in cells.
    public func picture(width: Int) -> String {
      let labels = (upper: "\(order)", lower: "\(other)")
      let margin = max(labels.upper.count, labels.lower.count) + 2
      return diagrams.picture(labels: labels, caret: difference.place, width: max(20, width - margin))
    }
  }
}
