internal import Layout
internal import Scenes
internal import Terminal

/// The room beside or below the timelines of a live scene for the newest values of its rows.
///
/// It depends on the scene and the size alone, so nothing moves when a value arrives.
struct LivePanelLayout: Hashable {
  /// The room of one row.
  struct Area: Hashable {
    /// The position of the row.
    var row: Int
    var bounds: CellBounds
    /// Whether it has the newest values one below the other, rather than one in full.
    var hasLines = false
  }

  /// The size that is left for timelines.
  private(set) var timelines: Size
  /// The rows with a panel, in scene order: live rows come first when there is no room for all.
  private(set) var areas: [Area] = []
  /// The column of the line between timelines and panels; nil when panels are below.
  private(set) var divider: Int?
  /// The rows with a panel in their own lines, as there is no room for panels of the usual height beside all.
  private var crowded: Set<Int> = []

  /// The number of columns from which on panels are beside the timelines.
  private static let wide = 100
  /// The number of rows of cells below which there are no panels.
  private static let low = 20
  /// The minimum number of lines of a panel beside the timelines: the name, a value and its losses.
  private static let least = 4
  /// The minimum number of columns of a panel below the timelines, with the space after it.
  private static let narrow = 26
  /// The number of rows of cells below which there are no lines of a log.
  private static let lowest = 16
  /// The minimum number of lines of a log, with its title.
  private static let leastOfLog = 4
  /// The lines above and below the rows of a scene.
  private static let surroundings = 4
  /// The rows of cells below the contents: a blank and the keys.
  private static let footer = 2

  /// No panels.
  init(size: Size) { timelines = size }

  /// - Parameters:
  ///   - scene: a live scene.
  ///   - forms: how each row is drawn.
  ///   - size: the size for timelines and panels.
  init(_ scene: Scene, _ forms: [RowForm], size: Size) {
    timelines = size
    guard scene.kind == .timelines else { return }
    let hasLines = scene.rows.indices.map { forms.indices.contains($0) && forms[$0] == .lines }
    guard size.rows >= (hasLines.contains(true) ? Self.lowest : Self.low) else {
      return
    }
    let rows = scene.rows.indices.filter { scene.rows[$0].timeline == nil && scene.rows[$0].form != .list }
    let ranked = rows.filter { scene.rows[$0].live != nil } + rows.filter { scene.rows[$0].live == nil }
    if hasLines.contains(true) {
      place(ranked, hasLines, below: forms)
    } else if size.columns >= Self.wide {
      placeBeside(ranked)
    } else {
      placeBelow(ranked, of: scene.rows.count)
    }
  }

  private mutating func placeBeside(_ ranked: [Int]) {
    let size = timelines
    let top = 3
    let room = size.rows - Self.footer - top
    let rows = ranked.prefix(max(1, room / Self.least)).sorted()
    guard !rows.isEmpty else { return }
    if rows.count < ranked.count { crowded = Set(ranked) }
    let width = min(60, max(30, size.columns * 3 / 10))
    timelines = Size(columns: size.columns - width - 3, rows: size.rows)
    divider = timelines.columns
    let columns = timelines.columns + 2..<size.columns - 1
    areas = rows.enumerated().map { index, row in
      let lines = top + room * index / rows.count..<top + room * (index + 1) / rows.count
      return Area(row: row, bounds: CellBounds(columns: columns, rows: lines))
    }
  }

  /// With panels beside so many rows that each has only the lines of its row.
  func aligned(with layout: TimelineLayout) -> LivePanelLayout {
    guard !crowded.isEmpty, let columns = areas.first?.bounds.columns else { return self }
    var aligned = self
    aligned.areas = layout.visibleRows.filter(crowded.contains).map { row in
      Area(row: row, bounds: CellBounds(columns: columns, rows: layout.band(row)))
    }
    return aligned
  }

  /// Places lines of logs below the timelines, over the whole width, and a few lines for each other row above them.
  private mutating func place(_ ranked: [Int], _ hasLines: [Bool], below forms: [RowForm]) {
    let size = timelines
    let needed = forms.reduce(Self.surroundings) { $0 + ($1 == .curve || $1 == .bars ? 6 : 4) }
    let logs = ranked.filter { hasLines[$0] }
    let height = max(min(size.rows - 11, Self.leastOfLog + 1), size.rows - needed)
    var room = height - 1
    guard room >= Self.leastOfLog else { return }
    timelines = Size(columns: size.columns, rows: size.rows - height)
    let shown = logs.prefix(room / Self.leastOfLog)
    room -= shown.count * Self.leastOfLog
    let others = ranked.filter { !hasLines[$0] }.prefix(room / 3)
    // Its title, its newest value, and what it lost.
    let each = min(5, max(3, room / (others.count + shown.count)))
    room -= others.count * each
    var line = size.rows - Self.footer - height + 1
    func add(_ row: Int, _ count: Int) {
      let bounds = CellBounds(columns: 2..<size.columns - 2, rows: line..<line + count)
      areas.append(Area(row: row, bounds: bounds, hasLines: hasLines[row]))
      line += count
    }
    for row in others.sorted() { add(row, each) }
    for (index, row) in shown.sorted().enumerated() {
      add(row, Self.leastOfLog + room * (index + 1) / shown.count - room * index / shown.count)
    }
  }

  /// - Parameter count: the number of rows of the scene, which need at least two lines each.
  private mutating func placeBelow(_ ranked: [Int], of count: Int) {
    let size = timelines
    // Rows of round marbles and a caption come first.
    let height = max(4, min(8, size.rows - 8 - 5 * count))
    guard size.rows - height >= 8 + 2 * count, size.columns - 2 >= Self.narrow else { return }
    let room = size.columns - 2
    let rows = ranked.prefix(room / Self.narrow).sorted()
    guard !rows.isEmpty else { return }
    timelines = Size(columns: size.columns, rows: size.rows - height)
    let bottom = size.rows - Self.footer
    areas = rows.enumerated().map { index, row in
      let start = 2 + room * index / rows.count
      let end = 2 + room * (index + 1) / rows.count - 2
      return Area(row: row, bounds: CellBounds(columns: start..<end, rows: bottom - height + 1..<bottom))
    }
  }
}
