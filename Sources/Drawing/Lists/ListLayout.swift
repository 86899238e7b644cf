internal import Layout
internal import Scenes
internal import Terminal

/// The positions of the items of a list, computed from the items, the style and the room.
struct ListLayout {
  /// One item.
  struct Place: Hashable {
    /// The index in the list.
    var index: Int
    /// The rows of cells of the item.
    var rows: Range<Int>
    /// The row of cells of the icon and the first line of text.
    var line: Int
    /// The text, broken into lines.
    var text: [String]
  }

  /// The rows of cells between two items.
  struct Gap: Hashable {
    var above: Int
    var below: Int
  }

  /// The maximum length of a line; longer lines are hard to read.
  static let longestLine = 56
  /// Columns between an icon and its text.
  static let afterIcon = 2

  /// The cells for the list.
  let area: CellBounds
  /// The columns of the icons; an icon may be narrower.
  let icons: Range<Int>
  /// The columns of the texts.
  let texts: Range<Int>
  /// The visible items, from top to bottom.
  let places: [Place]
  /// The number of hidden items.
  let hidden: OverflowCount

  private let gap: Gap
  private let padding: Int

  /// - Parameters:
  ///   - items: the current items.
  ///   - content: the items of all times, for which room is reserved.
  ///   - area: the cells for the list.
  ///   - scroll: the index of the first visible item; limited so that items fill the area.
  ///   - isCentered: whether to centre the list in the area instead of placing it in the upper left corner.
  init(
    _ items: [ListItem], of content: ListContent, style: ListStyle, area: CellBounds, scroll: Int = 0,
    isCentered: Bool = false
  ) {
    self.area = area
    padding = style.padding
    let icon = content.icon
    let width = max(2, min(content.text, Self.longestLine, area.columns.count - icon - Self.afterIcon - 1))
    let free = max(0, area.columns.count - icon - Self.afterIcon - width)
    let left = area.columns.lowerBound + (isCentered ? free / 2 : 0)
    icons = left..<left + icon
    texts = icons.upperBound + Self.afterIcon..<icons.upperBound + Self.afterIcon + width
    let room = area.rows.count
    let texts = texts
    func height(_ items: some Sequence<ListItem>, _ gap: Gap, most: Int) -> Int {
      var sum = 0
      for item in items {
        let lines = WrappedText.lines(item.text, width: texts.count, limit: room).count
        sum += Self.height(lines: lines, gap, padding: style.padding)
        if sum > most { break }
      }
      return sum
    }
    let gaps = Self.gaps(style)
    // Wide gaps only if they don't fill the screen.
    gap =
      gaps.first { gap in
        let limit = gap.above > 1 ? room * 2 / 3 : room
        return height(content.largest, gap, most: limit) <= limit
      } ?? gaps[gaps.count - 1]
    let gap = gap
    let tallest = height(content.largest, gap, most: room)
    // At one third of the height, where the eye rests.
    let top = area.rows.lowerBound + (isCentered ? max(0, room - tallest) / 3 : 0)

    // The last possible first item, for which the following items fill the area.
    var (latest, filled) = (items.count, 0)
    while latest > 0 {
      filled += height(CollectionOfOne(items[latest - 1]), gap, most: room)
      if filled > area.rows.upperBound - top { break }
      latest -= 1
    }
    if latest == items.count { latest = max(0, items.count - 1) }
    var places: [Place] = []
    var next = top
    for index in items.indices[min(max(0, scroll), latest)...] {
      let lines = WrappedText.lines(items[index].text, width: texts.count, limit: room)
      let line = next + gap.above + style.padding
      guard line < area.rows.upperBound else { break }
      let rows = next..<next + Self.height(lines: lines.count, gap, padding: style.padding)
      // An item that is cut off counts as hidden, unless it is the only one.
      guard line + lines.count <= area.rows.upperBound || places.isEmpty else { break }
      places.append(Place(index: index, rows: rows.clamped(to: area.rows), line: line, text: lines))
      next = rows.upperBound
    }
    self.places = places
    hidden = OverflowCount(
      above: places.first?.index ?? 0, below: items.count - 1 - (places.last?.index ?? items.count - 1), unit: "item")
  }

  /// The possible gaps, wider ones first.
  private static func gaps(_ style: ListStyle) -> [Gap] {
    if style.connector == .none {
      return [style.alternateRows ? Gap(above: 1, below: 1) : Gap(above: 0, below: 1), Gap(above: 0, below: 0)]
    }
    return [5, 4, 3, 2, 1].map { Gap(above: $0, below: $0) } + [Gap(above: 0, below: 1)]
  }

  private static func height(lines: Int, _ gap: Gap, padding: Int) -> Int {
    gap.above + padding + 1 + max(lines - 1, padding) + gap.below
  }

  /// The bounds of an icon including its padding.
  func bounds(of icon: String, at place: Place) -> CellBounds {
    let width = DisplayWidth.of(icon)
    // All icons are centred in one column, so that lines are straight.
    let left = icons.lowerBound + max(0, (icons.count - 1) / 2 - max(0, width - 1) / 2)
    return CellBounds(columns: left..<left + width, rows: place.line - padding..<place.line + 1 + padding)
  }
}
