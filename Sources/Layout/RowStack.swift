/// The vertical layout of the rows of a scene, their texts and their inner streams within a number of rows of cells.
struct RowStack: Hashable {
  /// Where the expression of a row is.
  enum ExpressionPlace: Hashable {
    /// In the gutter, below the name and beside the lower half of the marbles.
    case beside
    /// In the uppermost line above the marbles, beside texts.
    case above
    /// Nowhere: there is no room.
    case nowhere
  }

  /// What the rows of a scene need.
  struct Needs {
    /// Whether each row has an expression.
    var hasExpression: [Bool]
    /// The number of inner streams of each row.
    var inner: [Int]
    /// Whether expressions are in the gutter.
    var isInGutter: Bool
    /// When marbles are large.
    var large: Large
    /// Whether all values are circles: neither marbles nor the lines of inner streams get smaller than those.
    var isRound = false
    /// The first output, if all inputs are above it.
    var firstOutput: Int?
    /// How many texts and marks of a row have no room with this number of lines above its marbles, the first of which may
    /// have the row's expression.
    var missing: (_ position: Int, _ density: TimelineLayout.Density, _ lines: Int) -> Int
    /// The rows of cells that a curve or bars take where there is room, with those of the marbles; 0 for other rows, and
    /// empty when there are only such.
    var tall: [Int] = []
  }

  /// When marbles are large.
  enum Large: Hashable {
    /// Never: the screen is too narrow.
    case never
    /// When there is room for two blank lines between rows.
    case roomy
    /// When there is room for one blank line between rows, below the texts and captions that they need.
    case close
    /// When there is room for one blank line between rows, whatever else needs it.
    case always
  }

  private(set) var density = TimelineLayout.Density.compact
  private(set) var place = ExpressionPlace.nowhere
  /// The number of visible rows.
  private(set) var shown: Int
  /// The visible inner streams of each row.
  let lanes: ConnectorLanes
  /// The lines above the marbles of each row for texts, and for its expression.
  private(set) var lines: [Int]
  /// The rows of cells between two rows of the scene, in addition to those lines.
  private(set) var gap = 0
  /// The rows of cells between the last input and the first output, in addition to the gap.
  private(set) var divide = 0
  /// The number of unused rows of cells.
  private(set) var free: Int
  /// The number of texts and marks without room.
  private(set) var missing = 0
  private let firstOutput: Int?

  /// What a hidden mark counts, in texts.
  static let mark = 1_000
  /// The most lines above a row.
  private static let mostLines = 4

  /// - Parameter room: the available rows of cells.
  init(_ needs: Needs, room: Int) {
    firstOutput = needs.firstOutput
    let rows = needs.inner.count
    let texts = needs.hasExpression.count { $0 }
    // Texts and marks come before inner streams.
    let needy = needs.inner.indices.count {
      needs.missing($0, .compact, needs.hasExpression[$0] ? 1 : 0) > 0
    }
    lanes =
      needs.isRound
      ? ConnectorLanes(needs.inner, height: 2, room: room, lines: 4 * rows - 1 + needy)
      : ConnectorLanes(needs.inner, room: room, lines: 2 * rows - 1 + texts + needy)
    shown = rows
    free = room
    lines = needs.inner.map { _ in 0 }
    let tall: ExpressionPlace = needs.isInGutter ? .beside : .above
    var choices: [(TimelineLayout.Density, ExpressionPlace, gap: Int)] = [
      (.large, tall, needs.large == .roomy ? 2 : 1), (.comfortable, tall, 1), (.compact, .above, 0),
      (.compact, .nowhere, 0),
    ]
    if needs.isRound { choices = [choices[1]] }
    for (density, place, least) in choices where density != .large || needs.large != .never {
      (self.density, self.place) = (density, place)
      lines = needs.hasExpression.map { place == .above && $0 ? 1 : 0 }
      let gaps = max(0, rows - 1)
      var left = room - rows * density.height - lines.reduce(0, +) - lanes.total - least * gaps
      guard left >= 0 else { continue }
      serve(needs, &left)
      // Large marbles are worth less than texts.
      guard missing == 0 || density == .compact || needs.isRound else { continue }
      serveTall(needs, &left)
      left += least * gaps
      // A vector picture is as high as it needs to be.
      let widest = needs.isRound ? least : Self.widestGap(density)
      gap = gaps == 0 ? 0 : min(widest, left / gaps)
      free = left - gap * gaps
      divide = needs.firstOutput == nil || gap >= Self.widestGap(density) ? 0 : min(needs.isRound ? 1 : 2, free)
      free -= divide
      return
    }
    lines = lines.map { _ in 0 }
    let height = needs.isRound ? density.height + 1 : density.height
    shown = max(0, min(rows, (room - lanes.total) / height))
    free = max(0, room - lanes.total - shown * height)
  }

  /// Gives each row that lacks room a line, from the top; then the row that lacks most, until there is no line left.
  private mutating func serve(_ needs: Needs, _ left: inout Int) {
    var missing = lines.indices.map { needs.missing($0, density, lines[$0]) }
    func add(_ position: Int, _ left: inout Int, _ lines: inout [Int]) {
      lines[position] += 1
      left -= 1
      missing[position] = needs.missing(position, density, lines[position])
    }
    // What is lost is worth more than a text that is cut.
    let order = lines.indices.sorted { (missing[$1] / Self.mark, $0) < (missing[$0] / Self.mark, $1) }
    for position in order where left > 0 && missing[position] > 0 { add(position, &left, &lines) }
    while left > 0,
      let position = lines.indices.filter({ missing[$0] > 0 && lines[$0] < Self.mostLines })
        .max(by: { (missing[$0], $1) < (missing[$1], $0) })
    {
      add(position, &left, &lines)
    }
    self.missing = missing.reduce(0, +)
  }

  /// Gives lines to curves and bars, one after the other.
  private mutating func serveTall(_ needs: Needs, _ left: inout Int) {
    let texts = lines
    func lacks(_ position: Int) -> Bool {
      density.height + lines[position] - texts[position] < needs.tall[position]
    }
    while left > 0, needs.tall.indices.contains(where: lacks) {
      for position in needs.tall.indices where left > 0 && lacks(position) {
        lines[position] += 1
        left -= 1
      }
    }
  }

  private static func widestGap(_ density: TimelineLayout.Density) -> Int { density == .compact ? 3 : 5 }

  /// The rows of cells of a row, its texts, its expression and its inner streams.
  func height(_ position: Int) -> Int { lines[position] + density.height + lanes[position] * lanes.height }

  /// Whether expressions of all rows may have two lines in the gutter, beside the lower half of the marbles.
  var hasSecondLine: Bool { density == .large }

  /// The rows of cells above the lines of a row, between it and the row before it.
  func gap(before position: Int) -> Int { position == firstOutput ? gap + divide : gap }

  /// Whether everything that is visible in the other stack is visible in this one.
  ///
  /// - Parameter fewStreams: whether inner streams of a row that has many don't count: on a large screen, sentences are worth
  ///   more than those.
  func keeps(_ other: RowStack, fewStreams: Bool) -> Bool {
    shown == other.shown && (fewStreams ? lanes.keep(other.lanes) : lanes == other.lanes)
      && (place != .nowhere || other.place == .nowhere)
  }
}
