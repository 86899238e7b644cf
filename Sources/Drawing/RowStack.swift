/// How the rows of a scene stand above one another in so many rows of cells, and their inner streams below each.
struct RowStack: Hashable {
  /// Rows of cells from one row of the scene to the next, those of inner streams not counted.
  var pitch: Int
  var density: TimelineLayout.Density
  /// How many rows are shown.
  var shown: Int
  /// What of each row's inner streams has a row of cells.
  var lanes: Lanes
  /// What is left over.
  var free: Int

  /// - Parameters:
  ///   - inner: how many inner streams each row has.
  ///   - room: the rows of cells that there are.
  ///   - isRound: whether marbles are wide enough to be round.
  init(inner: [Int], room: Int, isRound: Bool) {
    let rows = inner.count
    lanes = Lanes(inner, room: room)
    pitch = min(8, max(1, (room - lanes.total) / max(1, rows)))
    density = pitch >= 4 && isRound ? .comfortable : .compact
    if density == .compact { pitch = min(4, pitch) }
    shown = min(rows, (room - lanes.total) / pitch)
    free = room - lanes.total - shown * pitch
  }

  /// Whether everything that stands in the other stands in this one.
  func keeps(_ other: RowStack) -> Bool {
    shown == other.shown && lanes == other.lanes && min(2, pitch) == min(2, other.pitch)
  }
}
