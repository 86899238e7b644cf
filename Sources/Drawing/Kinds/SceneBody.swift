internal import Layout
internal import Terminal

/// The cells between the status line and the key line, for scenes without an axis.
struct SceneBody: Hashable {
  /// The size of the frame.
  let size: Size
  /// The cells for the contents.
  let bounds: CellBounds
  /// The rows of cells of the caption; nil when there is no caption, or no room.
  let captionLines: Range<Int>?
  /// Whether the line below the status line is free for the description of the scene.
  let hasLineBelow: Bool

  init(size: Size, hasCaption: Bool) {
    self.size = size
    hasLineBelow = size.rows >= 12
    let header = hasLineBelow ? 3 : 1
    let keys = size.rows - (hasLineBelow ? 2 : 1)
    captionLines = hasCaption && size.rows >= 14 ? keys - 2..<keys : nil
    let end = captionLines.map { $0.lowerBound - 1 } ?? keys
    bounds = CellBounds(columns: 0..<size.columns, rows: header..<max(header, end))
  }
}
