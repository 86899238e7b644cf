internal import Marbles
internal import Scenes
internal import Terminal

/// Where the rows of a scene stand on a screen; made once for a scene and a size.
struct TimelineLayout: Hashable {
  /// How high marbles are.
  enum Density: Hashable {
    /// Three rows of cells: round marbles.
    case comfortable
    /// One row of cells.
    case compact
  }

  var size: Size
  var scale: TimeScale
  var density: Density
  /// Rows of cells from one row of the scene to the next.
  var pitch: Int
  /// The row of cells of the axis' labels.
  var axis: Int
  /// The first row of cells of the first row.
  var top: Int
  /// How many rows of the scene fit.
  var visibleRows: Int
  /// The columns of the labels, at the left.
  var gutter: Int
  var tickInterval: SceneTime

  /// Rows of cells above the rows: status, blank, axis, mark.
  private static let header = 4
  /// Rows of cells below the rows: blank, keys.
  private static let footer = 2

  init(plan: Recording, size: Size) {
    self.size = size
    let longest = plan.rows.map { DisplayWidth.of($0.name) }.max() ?? 0
    gutter = min(longest, max(4, size.columns / 4 - 2)) + 2
    // The last columns are for the end marks, and air.
    let columns = max(8, size.columns - gutter - 2)
    let times = plan.rows.map { $0.timeline.events.map(\.time) }
    let marble = MarbleGroups.width(rows: times, left: gutter, columns: columns, duration: plan.duration)
    scale = TimeScale(left: gutter, width: columns, marble: marble, duration: plan.duration)
    // A space between two labels, and a column for what rounding takes from one gap or another.
    let digits = scale.duration.description.prefix { $0 != "." }.count
    tickInterval = scale.tickInterval(labelWidth: max(4, digits + 2))

    let isTight = size.rows < 12
    let room = max(1, size.rows - (isTight ? 3 : Self.header + Self.footer))
    let count = max(1, plan.rows.count)
    pitch = min(8, max(1, room / count))
    density = pitch >= 4 && marble == 5 ? .comfortable : .compact
    if density == .compact { pitch = min(4, pitch) }
    visibleRows = min(plan.rows.count, room / pitch)
    let free = room - visibleRows * pitch
    axis = isTight ? 1 : 2 + free / 2
    top = axis + (isTight ? 1 : 2)
  }

  /// The rows of cells that belong to the row at `position`.
  func band(_ position: Int) -> Range<Int> { top + position * pitch..<top + (position + 1) * pitch }

  /// The row of cells that the baseline and the middle of the marbles of the row at `position` stand in.
  func middle(_ position: Int) -> Int {
    let band = band(position)
    switch density {
    case .comfortable: return band.lowerBound + pitch / 2
    case .compact: return band.lowerBound + pitch / 2
    }
  }

  /// The row of cells that the expression stands in; nil where there is no room.
  func caption(_ position: Int) -> Int? {
    switch density {
    case .comfortable: middle(position) - 2
    case .compact: pitch >= 2 ? middle(position) - 1 : nil
    }
  }
}
