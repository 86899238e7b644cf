internal import Layout
internal import Terminal

/// The room for lists beside or below the timelines whose latest values they show.
///
/// It is computed for the items of all times, so that timelines stay in place when items arrive.
struct ListPanelLayout: Hashable {
  /// The size that is left for timelines.
  private(set) var timelines: Size
  /// The area of each list, including its title, in the given order.
  private(set) var areas: [CellBounds] = []
  /// The column of the line between timelines and lists; nil when lists are below.
  private(set) var divider: Int?

  /// The number of columns from which on lists are beside the timelines.
  private static let wide = 100
  /// The number of rows of cells below which only timelines are shown.
  private static let low = 18
  /// The rows of cells below the contents: a blank and the keys.
  private static let footer = 2

  /// - Parameter isVector: whether a vector picture is wanted, which is as high as its rows and lists need.
  init(_ contents: [ListContent], size: Size, isVector: Bool = false) {
    timelines = size
    guard !contents.isEmpty, size.rows >= Self.low else { return }
    if size.columns >= Self.wide { placeBeside(contents) } else { placeBelow(contents, isVector) }
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
      return CellBounds(columns: columns, rows: start..<top + room * (index + 1) / contents.count)
    }
  }

  private mutating func placeBelow(_ contents: [ListContent], _ isVector: Bool) {
    let size = timelines
    // A title, the items, and a blank above.
    let height = min(size.rows * (isVector ? 4 : 2) / 5, (contents.map(\.largest.count).max() ?? 0) + 2)
    timelines = Size(columns: size.columns, rows: size.rows - height)
    let bottom = size.rows - Self.footer
    let room = size.columns - 4
    areas = contents.indices.map { index in
      let start = 2 + room * index / contents.count
      return CellBounds(
        columns: start..<2 + room * (index + 1) / contents.count - (index + 1 < contents.count ? 2 : 0),
        rows: bottom - height + 1..<bottom)
    }
  }
}
