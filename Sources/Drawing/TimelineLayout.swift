package import Marbles
internal import Scenes
package import Terminal

/// The positions of the rows of a scene on a screen, computed from the measures of the recording and the size.
package struct TimelineLayout: Hashable {
  /// The height of marbles.
  package enum Density: Hashable {
    /// Three rows of cells per marble: round marbles.
    case comfortable
    /// One row of cells per marble.
    case compact
  }

  package var size: Size
  /// The time scale without scrolling.
  package var scale: TimeScale
  package var density: Density
  /// The number of rows of cells from one row of the scene to the next, without those of inner streams.
  package var pitch: Int
  /// The visible inner streams of each row.
  var lanes: Lanes
  /// The column of the names of inner streams, in the gutter.
  package var laneLabel: Int
  /// The row of cells of the axis' labels.
  package var axis: Int
  /// The first row of cells of the first visible row.
  package var top: Int
  /// The positions of the visible rows.
  package var visibleRows: Range<Int>
  /// The width of the labels at the left, in columns.
  package var gutter: Int
  package var tickInterval: SceneTime
  /// The columns of the ticks without scrolling.
  private var ticks: [Int]
  /// The rows of cells of the caption; nil when there is no caption, or no room.
  package var captionLines: Range<Int>?

  /// Rows of cells above the rows: status, blank, axis, mark.
  private static let header = 4
  /// Rows of cells below the rows: blank, keys.
  private static let footer = 2
  /// The number of rows of cells from which on a blank line separates the keys.
  package static let leastRoomy = 12
  /// The rows of cells of a caption, in order of preference: two lines and a blank, two lines, one.
  private static let captions = [3, 2, 1]

  /// - Parameters:
  ///   - measures: the measures of the recording.
  ///   - size: the size of the frame.
  ///   - window: the time to show at once; nil for all.
  ///   - latest: the latest time of any row of the frame, for open scenes.
  ///   - scroll: the position of the first visible row.
  ///   - hasCaption: whether to reserve room for a caption.
  init(
    _ measures: LayoutMetrics, size: Size, window: SceneTime? = nil, latest: SceneTime = .zero, scroll: Int = 0,
    hasCaption: Bool = false
  ) {
    self.size = size
    let laneName = measures.longestLane > 0 ? 2 + min(8, measures.longestLane) : 0
    gutter = min(max(measures.longestName, laneName), max(4, size.columns / 4 - 2)) + 2
    laneLabel = max(1, gutter - 1 - laneName)
    // The last columns are for end marks and a margin.
    let columns = max(8, size.columns - gutter - 2)
    let span = window ?? measures.duration
    let extent = max(measures.duration, latest)
    let marble = measures.marbleWidth(left: gutter, columns: columns, duration: span, extent: extent)
    scale = TimeScale(left: gutter, width: columns, marble: marble, duration: span, extent: extent)
    // One space between two labels, and one column for rounding.
    let digits = scale.extent.description.prefix { $0 != "." }.count
    tickInterval = scale.tickInterval(labelWidth: max(4, digits + 2))
    ticks = scale.ticks(every: tickInterval).map(scale.center)

    let isTight = size.rows < Self.leastRoomy
    let room = max(1, size.rows - (isTight ? 2 : Self.header) - (isTight ? 1 : Self.footer))
    let heights = hasCaption && size.rows >= 14 ? Self.captions.filter { $0 < room } : []
    let inner = measures.lanes.map(\.count)
    func stack(_ caption: Int) -> RowStack { RowStack(inner: inner, room: room - caption, isRound: marble == 5) }
    let whole = stack(0)
    // A caption may turn round marbles into compact ones, but never hides a row or an expression.
    let caption =
      heights.first { $0 > 1 && stack($0).density == whole.density && stack($0).keeps(whole) }
      ?? heights.first { stack($0).keeps(whole) } ?? 0
    let stack = stack(caption)
    (pitch, density, lanes) = (stack.pitch, stack.density, stack.lanes)
    let first = max(0, min(scroll, measures.rows - stack.shown))
    visibleRows = first..<first + stack.shown
    axis = isTight ? 1 : 2 + stack.free / 3
    top = axis + (isTight ? 1 : 2)
    if caption > 0 {
      // Close to the rows.
      let lines = min(2, caption)
      let line = min(
        size.rows - Self.footer - lines, top + stack.shown * pitch + lanes.total + (caption > lines ? 1 : 0))
      captionLines = line..<line + lines
    }
  }

  /// The columns of ticks; the same for all rows that show one time.
  package func tickColumns(in scale: TimeScale) -> [Int] {
    scale == self.scale ? ticks : scale.ticks(every: tickInterval).map(scale.center)
  }

  /// The rows of cells of the row at `position`.
  package func band(_ position: Int) -> Range<Int> {
    let start = start(position)
    return start..<start + pitch + lanes[position]
  }

  private func start(_ position: Int) -> Int {
    // Rows with lanes are all visible.
    let above = lanes.total == 0 ? 0 : (visibleRows.lowerBound..<position).reduce(0) { $0 + lanes[$1] }
    return top + (position - visibleRows.lowerBound) * pitch + above
  }

  /// All rows of cells of rows.
  package var bands: Range<Int> { top..<top + visibleRows.count * pitch + lanes.total }

  /// The row of cells of the baseline and of the middle of the marbles of the row at `position`.
  package func middle(_ position: Int) -> Int { start(position) + pitch / 2 }

  /// The row of cells of the expression; nil when there is no room.
  package func expressionLine(_ position: Int) -> Int? {
    switch density {
    case .comfortable: middle(position) - 2
    case .compact: pitch >= 2 ? middle(position) - 1 : nil
    }
  }

  /// The rows of cells of the marbles of the row at `position`.
  package func marbleLines(_ position: Int) -> Range<Int> {
    let middle = middle(position)
    return density == .comfortable ? middle - 1..<middle + 2 : middle..<middle + 1
  }

  /// The rows of cells of the inner streams of the row at `position`, right below its marbles.
  package func laneLines(_ position: Int) -> Range<Int> {
    let first = marbleLines(position).upperBound
    return first..<first + lanes[position]
  }

  /// The position of the row that owns a row of cells; nil when none does.
  package func position(at line: Int) -> Int? {
    guard bands.contains(line) else { return nil }
    if lanes.total == 0 { return visibleRows.lowerBound + (line - top) / pitch }
    return visibleRows.first { band($0).contains(line) }
  }
}
