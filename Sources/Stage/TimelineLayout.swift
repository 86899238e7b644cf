internal import Marbles
internal import Scenes
internal import Terminal

/// Where the rows of a scene stand on a screen: a function of what was measured of the recording, and of the size.
struct TimelineLayout: Hashable {
  /// How high marbles are.
  enum Density: Hashable {
    /// Three rows of cells: round marbles.
    case comfortable
    /// One row of cells.
    case compact
  }

  var size: Size
  /// Where times stand when nothing has been scrolled.
  var scale: TimeScale
  var density: Density
  /// Rows of cells from one row of the scene to the next.
  var pitch: Int
  /// The row of cells of the axis' labels.
  var axis: Int
  /// The first row of cells of the first row that is shown.
  var top: Int
  /// The positions of the rows of the scene that are shown.
  var visibleRows: Range<Int>
  /// The columns of the labels, at the left.
  var gutter: Int
  var tickInterval: SceneTime
  /// The columns of the ticks when nothing has been scrolled.
  private var ticks: [Int]
  /// The rows of cells of the caption; nil when there is none, or no room.
  var captionLines: Range<Int>?

  /// Rows of cells above the rows: status, blank, axis, mark.
  private static let header = 4
  /// Rows of cells below the rows: blank, keys.
  private static let footer = 2
  /// Rows of cells for a caption: two lines and a blank.
  private static let caption = 3

  /// - Parameters:
  ///   - measures: what is known of the recording.
  ///   - size: the extent of the frame.
  ///   - window: how much is shown at once; nil for all.
  ///   - latest: the latest time that any part of the frame shows, for scenes that go on.
  ///   - scroll: the position of the first row to show.
  ///   - hasCaption: whether there is something to say below the rows.
  init(
    _ measures: PlanMeasures, size: Size, window: SceneTime? = nil, latest: SceneTime = .zero, scroll: Int = 0,
    hasCaption: Bool = false
  ) {
    self.size = size
    gutter = min(measures.longestName, max(4, size.columns / 4 - 2)) + 2
    // The last columns are for the end marks, and air.
    let columns = max(8, size.columns - gutter - 2)
    let span = window ?? measures.duration
    let extent = max(measures.duration, latest)
    let marble = measures.marbleWidth(left: gutter, columns: columns, duration: span, extent: extent)
    scale = TimeScale(left: gutter, width: columns, marble: marble, duration: span, extent: extent)
    // A space between two labels, and a column for what rounding takes from one gap or another.
    let digits = scale.extent.description.prefix { $0 != "." }.count
    tickInterval = scale.tickInterval(labelWidth: max(4, digits + 2))
    ticks = scale.ticks(every: tickInterval).map(scale.center)

    let isTight = size.rows < 12
    let below = (isTight ? 1 : Self.footer) + (hasCaption && size.rows >= 14 ? Self.caption : 0)
    let room = max(1, size.rows - (isTight ? 2 : Self.header) - below)
    let count = max(1, measures.rows)
    pitch = min(8, max(1, room / count))
    density = pitch >= 4 && marble == 5 ? .comfortable : .compact
    if density == .compact { pitch = min(4, pitch) }
    let shown = min(measures.rows, room / pitch)
    let first = max(0, min(scroll, measures.rows - shown))
    visibleRows = first..<first + shown
    let free = room - shown * pitch
    axis = isTight ? 1 : 2 + free / 3
    top = axis + (isTight ? 1 : 2)
    if hasCaption, size.rows >= 14 {
      // Not far from the rows that it speaks of.
      let line = min(size.rows - Self.footer - 2, top + shown * pitch + 1)
      captionLines = line..<line + 2
    }
  }

  /// The columns in which ticks stand; the same for all rows that show one time.
  func tickColumns(in scale: TimeScale) -> [Int] {
    scale == self.scale ? ticks : scale.ticks(every: tickInterval).map(scale.center)
  }

  /// The rows of cells that belong to the row at `position`.
  func band(_ position: Int) -> Range<Int> {
    let start = top + (position - visibleRows.lowerBound) * pitch
    return start..<start + pitch
  }

  /// All rows of cells that belong to rows.
  var bands: Range<Int> { top..<top + visibleRows.count * pitch }

  /// The row of cells that the baseline and the middle of the marbles of the row at `position` stand in.
  func middle(_ position: Int) -> Int { band(position).lowerBound + pitch / 2 }

  /// The row of cells that the expression stands in; nil where there is no room.
  func expressionLine(_ position: Int) -> Int? {
    switch density {
    case .comfortable: middle(position) - 2
    case .compact: pitch >= 2 ? middle(position) - 1 : nil
    }
  }

  /// The rows of cells that a marble of the row at `position` takes.
  func marbleLines(_ position: Int) -> Range<Int> {
    let middle = middle(position)
    return density == .comfortable ? middle - 1..<middle + 2 : middle..<middle + 1
  }
}
