/// The vertical layout of the rows of a scene and their inner streams within a number of rows of cells.
struct RowStack: Hashable {
  /// The number of rows of cells from one row of the scene to the next, without those of inner streams.
  var pitch: Int
  var density: TimelineLayout.Density
  /// The number of visible rows.
  var shown: Int
  /// The visible inner streams of each row.
  var lanes: Lanes
  /// The number of unused rows of cells.
  var free: Int

  /// - Parameters:
  ///   - inner: the number of inner streams of each row.
  ///   - room: the available rows of cells.
  ///   - isRound: whether marbles are wide enough for the round shape.
  init(inner: [Int], room: Int, isRound: Bool) {
    let rows = inner.count
    lanes = Lanes(inner, room: room)
    pitch = min(8, max(1, (room - lanes.total) / max(1, rows)))
    density = pitch >= 4 && isRound ? .comfortable : .compact
    if density == .compact { pitch = min(4, pitch) }
    shown = min(rows, (room - lanes.total) / pitch)
    free = room - lanes.total - shown * pitch
  }

  /// Whether everything that is visible in the other stack is visible in this one.
  func keeps(_ other: RowStack) -> Bool {
    shown == other.shown && lanes == other.lanes && min(2, pitch) == min(2, other.pitch)
  }
}
