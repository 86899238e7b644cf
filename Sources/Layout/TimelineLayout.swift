package import Marbles
internal import Scenes

/// The positions of the rows of a scene on a screen, computed from the measures of the recording and the size.
package struct TimelineLayout: Hashable {
  /// The height of marbles.
  package enum Density: Hashable {
    /// Five rows of cells per marble, for large screens.
    case large
    /// Three rows of cells per marble.
    case comfortable
    /// One row of cells per marble.
    case compact

    /// The rows of cells of a marble.
    package var height: Int {
      switch self {
      case .large: 5
      case .comfortable: 3
      case .compact: 1
      }
    }

    /// The maximum number of blank columns on each side of a text, so that a marble of one character is round.
    package var padding: Int { self == .large ? 3 : 1 }
  }

  package var size: Room
  /// The time scale without scrolling.
  package var scale: TimeScale
  package var density: Density
  /// The maximum width of a marble, in columns.
  package var marbleWidth: Int
  /// What the marbles of all rows have in common.
  package let form: MarbleForm
  /// Whether expressions are in the gutter, right-aligned like names.
  package let hasExpressionsInGutter: Bool
  /// Where expressions are.
  package let expressionPlace: RowStack.ExpressionPlace
  /// The visible inner streams of each row.
  package var lanes: ConnectorLanes
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

  /// The rows of cells of a visible row.
  private struct Band: Hashable {
    var rows: Range<Int>
    /// The first row of cells of the marbles.
    var marbles: Int
    var hasExpression: Bool
  }
  private var visibleBands: [Band] = []

  /// The default of ``marbleWidth``.
  package static let defaultMarbleWidth = 24
  /// Rows of cells above the rows: status, blank, axis, mark.
  private static let header = 4
  /// Rows of cells below the rows: blank, keys.
  private static let footer = 2
  /// The number of rows of cells from which on a blank line separates the keys.
  package static let leastRoomy = 12
  /// The rows of cells of a caption, in order of preference: two lines and a blank, two lines, one.
  private static let captions = [3, 2, 1]
  /// The maximum number of lines of a caption.
  private static let longestCaption = 8
  /// The number of columns from which on expressions are in the gutter.
  private static let wide = 100
  /// The number of columns from which on marbles may be large.
  private static let large = 160

  /// - Parameters:
  ///   - measures: the measures of the recording.
  ///   - size: the size of the frame.
  ///   - window: the time to show at once; nil for all.
  ///   - latest: the latest time of any row of the frame, for open scenes.
  ///   - scroll: the position of the first visible row.
  ///   - hasCaption: whether to reserve room for a caption.
  ///   - marbleWidth: the maximum width of a marble, in columns.
  ///   - isPresenting: whether marbles are large wherever there is room for them.
  package init(
    _ measures: LayoutMetrics, size: Room, window: SceneTime? = nil, latest: SceneTime = .zero, scroll: Int = 0,
    hasCaption: Bool = false, marbleWidth: Int = TimelineLayout.defaultMarbleWidth, isPresenting: Bool = false
  ) {
    self.size = size
    self.marbleWidth = max(MarbleGroups.narrowest, marbleWidth)
    let isTight = size.rows < Self.leastRoomy
    let room = max(1, size.rows - (isTight ? 2 : Self.header) - (isTight ? 1 : Self.footer))
    let captions = hasCaption && size.rows >= 14 ? Self.captions.filter { $0 < room } : []
    let budget = size.columns >= Self.wide ? size.columns / 4 : 0
    func place(_ large: RowStack.Large) -> Placed {
      Placed(
        measures, room: room, captions: captions, size: size, budget: budget, large: large, window: window,
        latest: latest, marbleWidth: max(MarbleGroups.narrowest, marbleWidth))
    }
    let large: RowStack.Large = isPresenting ? .always : size.columns >= Self.large ? .roomy : .never
    var placed = place(large)
    // Small text in a large marble is harder to read than in a small one.
    if large != .never, placed.stack.density == .large, !placed.form.isBig { placed = place(.never) }
    let (caption, stack) = (placed.caption, placed.stack)
    hasExpressionsInGutter = placed.isInGutter
    (gutter, laneLabel) = (placed.gutter, max(1, placed.gutter - 1 - placed.laneName))
    (density, lanes, expressionPlace) = (stack.density, stack.lanes, stack.place)
    (scale, form) = (placed.scale, placed.form)
    // One space between two labels, and one column for rounding.
    let digits = ClockText(upTo: scale.extent).tick(scale.extent).prefix { $0 != "." }.count
    tickInterval = scale.tickInterval(labelWidth: max(4, digits + 2))
    ticks = scale.ticks(every: tickInterval).map(scale.center)
    let first = max(0, min(scroll, measures.rows - stack.shown))
    visibleRows = first..<first + stack.shown
    // A half of the gap is above each row.
    let lead = min(stack.free, stack.gap / 2)
    axis = isTight ? 1 : 2 + (stack.free - lead) / 3
    top = axis + (isTight ? 1 : 2)
    placeBands(stack, lead: lead, hasExpression: measures.hasExpression)
    if caption > 0 {
      // Close to the rows, but apart from them; on a small screen the blank line above the keys gives way for that.
      let last = size.rows - Self.footer + (caption < 3 || isPresenting ? 1 : 0)
      let line = min(last - min(2, caption), bands.upperBound + 1)
      captionLines = line..<min(last, line + Self.longestCaption)
    }
  }

  /// What follows from the height of marbles.
  private struct Placed {
    let isInGutter: Bool
    /// The rows of cells of the caption.
    let caption: Int
    let stack: RowStack
    /// The width of the labels, and that of the names of inner streams, in columns.
    let gutter, laneName: Int
    let scale: TimeScale
    let form: MarbleForm

    init(
      _ measures: LayoutMetrics, room: Int, captions: [Int], size: Room, budget: Int, large: RowStack.Large,
      window: SceneTime?, latest: SceneTime, marbleWidth: Int
    ) {
      (isInGutter, caption, stack) = TimelineLayout.stack(
        measures, room: room, captions: captions, budget: budget, large: large)
      laneName =
        measures.longestLane > 0
        ? 2 + min(isInGutter ? budget - 2 : size.columns >= wide ? 16 : 8, measures.longestLane) : 0
      let names = min(max(measures.longestName, laneName), max(4, size.columns / 4 - 2))
      gutter = max(names, isInGutter ? min(measures.longestExpression, budget) : 0) + 2
      scale = TimelineLayout.scale(
        measures, size: size, gutter: gutter, window, latest, density: stack.density, marbleWidth: marbleWidth)
      form = measures.forms.form(
        of: measures, scale: scale, widest: marbleWidth, density: stack.density)
    }
  }

  /// The vertical layout, with expressions in the gutter if they fit there, and the rows of cells of the caption.
  private static func stack(
    _ measures: LayoutMetrics, room: Int, captions: [Int], budget: Int, large: RowStack.Large
  ) -> (isInGutter: Bool, caption: Int, stack: RowStack) {
    var needs = RowStack.Needs(
      hasExpression: measures.hasExpression, inner: measures.lanes.map(\.count), isInGutter: budget > 0,
      large: large, firstOutput: measures.firstOutput)
    if budget > 0 {
      let (caption, stack) = stack(needs, room: room, captions: captions)
      // Two lines need a few columns more, because they break between words.
      let room = stack.hasSecondLine ? 2 * budget - 10 : budget
      if measures.longestExpression <= room { return (true, caption, stack) }
    }
    needs.isInGutter = false
    let (caption, stack) = stack(needs, room: room, captions: captions)
    return (false, caption, stack)
  }

  private static func stack(
    _ needs: RowStack.Needs, room: Int, captions: [Int]
  ) -> (caption: Int, stack: RowStack) {
    let whole = RowStack(needs, room: room)
    // A caption may make marbles smaller, but never hides a row or an expression.
    let stacks = captions.map { (caption: $0, stack: RowStack(needs, room: room - $0)) }.filter {
      $0.stack.keeps(whole)
    }
    let equal = stacks.filter { $0.stack.density == whole.density }
    // A blank line between rows is worth more than the second line of a caption, or than one above it.
    let least = min(1, equal.map(\.stack.gap).max() ?? 0)
    let roomy = equal.filter { $0.stack.gap >= least }
    // An audience in the last row reads large marbles, but no caption.
    if needs.large == .always, whole.density == .large, equal.isEmpty { return (0, whole) }
    return roomy.first ?? stacks.first ?? (0, whole)
  }

  private static func scale(
    _ measures: LayoutMetrics, size: Room, gutter: Int, _ window: SceneTime?, _ latest: SceneTime, density: Density,
    marbleWidth: Int
  ) -> TimeScale {
    // The last columns are for end marks and a margin.
    let columns = max(8, size.columns - gutter - 2)
    let extent = max(measures.duration, latest)
    func scale(trailing: Int) -> TimeScale {
      TimeScale(
        left: gutter, width: columns, marble: columns < 24 ? 3 : 3 + 2 * density.padding,
        duration: window ?? measures.duration,
        extent: extent, trailing: trailing, isLive: measures.isGrowing)
    }
    var best = scale(trailing: 0)
    guard window == nil, !best.isWindow else { return best }
    // Room for the text of the last values: each column that it takes from the times moves them to the left.
    func isCut(in scale: TimeScale) -> Bool {
      measures.last.contains { value in
        scale.center(value.time) + min(value.width, marbleWidth - 2) + 1 > scale.limit
      }
    }
    var trailing = 0
    while trailing < columns / 6, isCut(in: best) {
      trailing += 1
      best = scale(trailing: trailing)
    }
    return best
  }

  private mutating func placeBands(_ stack: RowStack, lead: Int, hasExpression: [Bool]) {
    var start = top
    for position in visibleRows {
      let height = stack.height(position)
      let isLast = position == visibleRows.upperBound - 1
      visibleBands.append(
        Band(
          rows: start..<start + height + (isLast ? lead : stack.gap(after: position)),
          marbles: start + lead + stack.above(position), hasExpression: hasExpression[position]))
      start += height + stack.gap(after: position)
    }
  }

  /// The columns of ticks; the same for all rows that show one time.
  package func tickColumns(in scale: TimeScale) -> [Int] {
    scale == self.scale ? ticks : scale.ticks(every: tickInterval).map(scale.center)
  }

  /// The rows of cells of the row at `position`.
  package func band(_ position: Int) -> Range<Int> { self[position].rows }

  private subscript(position: Int) -> Band { visibleBands[position - visibleRows.lowerBound] }

  /// All rows of cells of rows.
  package var bands: Range<Int> { top..<(visibleBands.last?.rows.upperBound ?? top) }

  /// The row of cells of the baseline and of the middle of the marbles of the row at `position`.
  package func middle(_ position: Int) -> Int { self[position].marbles + density.height / 2 }

  /// The rows of cells of the expression; nil when there is no room, or no expression.
  package func expressionLines(_ position: Int) -> Range<Int>? {
    guard self[position].hasExpression else { return nil }
    let (middle, marbles) = (middle(position), marbleLines(position))
    let lines: Range<Int>? =
      switch expressionPlace {
      case .beside: middle + 1..<marbles.upperBound
      case .below: marbles.upperBound..<marbles.upperBound + 1
      case .above: marbles.lowerBound - 1..<marbles.lowerBound
      case .nowhere: nil
      }
    return lines
  }

  /// The rows of cells of the marbles of the row at `position`.
  package func marbleLines(_ position: Int) -> Range<Int> {
    let first = self[position].marbles
    return first..<first + density.height
  }

  /// The rows of cells of the inner streams of the row at `position`, right below its marbles.
  package func laneLines(_ position: Int) -> Range<Int> {
    let first = marbleLines(position).upperBound
    return first..<first + lanes[position]
  }

  /// The position of the row that owns a row of cells; nil when none does.
  package func position(at line: Int) -> Int? {
    visibleBands.firstIndex { $0.rows.contains(line) }.map { visibleRows.lowerBound + $0 }
  }
}
