/// The vertical layout of the rows of a scene and their inner streams within a number of rows of cells.
package struct RowStack: Hashable {
  /// Where the expression of a row is.
  package enum ExpressionPlace: Hashable {
    /// In the gutter, below the name and beside the lower half of the marbles.
    case beside
    /// In the line below the marbles.
    case below
    /// In the line above the marbles, because inner streams are below them.
    case above
    /// Nowhere: there is no room.
    case nowhere
  }

  /// What the rows of a scene need.
  package struct Needs: Hashable {
    /// Whether each row has an expression.
    package var hasExpression: [Bool]
    /// The number of inner streams of each row.
    package var inner: [Int]
    /// Whether expressions are in the gutter.
    package var isInGutter: Bool
    /// When marbles are large.
    package var large: Large
    /// The first output, if all inputs are above it.
    package var firstOutput: Int?
  }

  /// When marbles are large.
  package enum Large: Hashable {
    /// Never: the screen is too narrow.
    case never
    /// When there is room for two blank lines between rows.
    case roomy
    /// When there is room for one blank line between rows.
    case always
  }

  private(set) var density = TimelineLayout.Density.compact
  private(set) var place = ExpressionPlace.nowhere
  /// The number of visible rows.
  private(set) var shown: Int
  /// The visible inner streams of each row.
  package let lanes: ConnectorLanes
  /// The rows of cells between two rows of the scene.
  private(set) var gap = 0
  /// The rows of cells between the last input and the first output, in addition to the gap.
  private(set) var divide = 0
  /// The number of unused rows of cells.
  private(set) var free: Int
  private let needs: Needs

  /// - Parameter room: the available rows of cells.
  package init(_ needs: Needs, room: Int) {
    self.needs = needs
    let rows = needs.inner.count
    let texts = needs.hasExpression.count { $0 }
    lanes = ConnectorLanes(needs.inner, room: room, lines: 2 * rows - 1 + texts)
    shown = rows
    free = room
    let line: ExpressionPlace = lanes.total > 0 ? .above : .below
    let tall: ExpressionPlace = needs.isInGutter ? .beside : line
    let choices: [(TimelineLayout.Density, ExpressionPlace, gap: Int)] = [
      (.large, tall, needs.large == .always ? 1 : 2), (.comfortable, tall, 1), (.compact, line, 0),
      (.compact, .nowhere, 0),
    ]
    for (density, place, least) in choices where density != .large || needs.large != .never {
      (self.density, self.place) = (density, place)
      let lines = [.above, .below].contains(place) ? texts : 0
      let left = room - rows * density.height - lines - lanes.total
      let gaps = max(0, rows - 1)
      guard left >= least * gaps else { continue }
      gap = gaps == 0 ? 0 : min(Self.widestGap(density), left / gaps)
      free = left - gap * gaps
      divide = needs.firstOutput == nil || gap >= Self.widestGap(density) ? 0 : min(2, free)
      free -= divide
      return
    }
    shown = max(0, min(rows, room - lanes.total))
    free = room - lanes.total - shown
  }

  private static func widestGap(_ density: TimelineLayout.Density) -> Int { density == .compact ? 3 : 5 }

  /// The rows of cells of a row, its expression and its inner streams.
  package func height(_ position: Int) -> Int {
    let needsLine = [.above, .below].contains(place) && needs.hasExpression[position]
    return density.height + (needsLine ? 1 : 0) + lanes[position]
  }

  /// Whether expressions of all rows may have two lines in the gutter, beside the lower half of the marbles.
  package var hasSecondLine: Bool { density == .large }

  /// The rows of cells between a row and the next one.
  package func gap(after position: Int) -> Int { position + 1 == needs.firstOutput ? gap + divide : gap }

  /// The rows of cells above the marbles of a row, for its expression.
  package func above(_ position: Int) -> Int { place == .above && needs.hasExpression[position] ? 1 : 0 }

  /// Whether everything that is visible in the other stack is visible in this one.
  package func keeps(_ other: RowStack) -> Bool {
    shown == other.shown && lanes == other.lanes && (place != .nowhere || other.place == .nowhere)
  }
}
