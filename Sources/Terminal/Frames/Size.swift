/// The extent of a screen, in cells.
public struct Size: Hashable, Sendable {
  /// How many cells wide.
  public var columns: Int
  /// How many cells high.
  public var rows: Int

  /// A size; negative numbers count as 0.
  public init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }
}
