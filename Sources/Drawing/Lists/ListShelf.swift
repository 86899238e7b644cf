internal import Terminal

/// The room that lists take beside or below the timelines whose latest values they show.
///
/// It is made for all that is ever in them, so that timelines stay where they are when items arrive.
struct ListShelf: Hashable {
  /// What is left for timelines.
  private(set) var timelines: Size
  /// The area of each list, with its title, in the order in which they were given.
  private(set) var areas: [Bounds] = []
  /// The column of the line between timelines and lists; nil where they are below.
  private(set) var divider: Int?

  /// Columns from which on there is room beside the timelines.
  private static let wide = 100
  /// Rows of cells below which there is room for timelines only.
  private static let low = 18
  /// Rows of cells below what is shown: a blank and the keys.
  private static let footer = 2

  init(_ contents: [ListContent], size: Size) {
    timelines = size
    guard !contents.isEmpty, size.rows >= Self.low else { return }
    if size.columns >= Self.wide { placeBeside(contents) } else { placeBelow(contents) }
  }

  private mutating func placeBeside(_ contents: [ListContent]) {
    let size = timelines
    let widest = contents.map { $0.icon + ListLayout.afterIcon + min($0.text, ListLayout.longestLine) }.max() ?? 0
    let width = min(size.columns * 2 / 5, max(20, widest + 2))
    timelines = Size(columns: size.columns - width - 2, rows: size.rows)
    divider = timelines.columns
    let columns = timelines.columns + 2..<size.columns
    let top = 4
    let room = size.rows - Self.footer - top
    areas = contents.indices.map { index in
      let start = top + room * index / contents.count
      return Bounds(columns: columns, rows: start..<top + room * (index + 1) / contents.count)
    }
  }

  private mutating func placeBelow(_ contents: [ListContent]) {
    let size = timelines
    // A title, the items, and a blank above.
    let height = min(size.rows * 2 / 5, (contents.map(\.largest.count).max() ?? 0) + 2)
    timelines = Size(columns: size.columns, rows: size.rows - height)
    let bottom = size.rows - Self.footer
    let room = size.columns - 4
    areas = contents.indices.map { index in
      let start = 2 + room * index / contents.count
      return Bounds(
        columns: start..<2 + room * (index + 1) / contents.count - (index + 1 < contents.count ? 2 : 0),
        rows: bottom - height + 1..<bottom)
    }
  }
}
