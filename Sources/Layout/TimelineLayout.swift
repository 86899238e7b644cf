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
  private let expressionPlace: RowStack.ExpressionPlace
  /// The visible inner streams of each row.
  package var lanes: ConnectorLanes
  /// The column of the names of inner streams, in the gutter.
  package var laneLabel: Int
  /// The number of texts and marks without room.
  package let missing: Int
  /// The row of cells of the axis' labels.
  package var axis: Int
  /// The first row of cells of the first visible row.
  package var top: Int
  /// The positions of the visible rows.
  package var visibleRows: Range<Int>
  /// The width of the labels at the left, in columns.
  package var gutter: Int
  /// The columns of it that only expressions need.
  package let columnsForExpressions: Int
  package var tickInterval: SceneTime
  /// The columns of the ticks without scrolling.
  private var ticks: [Int]
  /// The rows of cells of the caption; nil when there is no caption, or no room.
  package var captionLines: Range<Int>?

  /// The rows of cells of a visible row.
  private struct Band: Hashable {
    /// The free lines above it, its marbles and its inner streams.
    var rows: Range<Int>
    /// The first row of cells of the marbles.
    var marbles: Int
    /// The row of cells of the expression, if that is above the marbles.
    var expression: Int?
    /// The number of lines above the marbles that are not the gap.
    var lines: Int
  }
  private var visibleBands: [Band] = []
  private let stack: RowStack
  private var captionRoom: CaptionRoom?
  /// Whether the picture grows with its caption.
  private let captionGrows: Bool

  /// The room for a caption.
  private struct CaptionRoom: Hashable {
    /// The least rows of cells.
    var lines: Int
    /// The row of cells after its last line.
    var end: Int
  }
  /// Whether each row of the scene has an expression.
  private let hasExpression: [Bool]

  /// The width of the narrowest marble: one character between two edges.
  static let narrowestMarble = 3
  /// The default of ``marbleWidth``.
  package static let defaultMarbleWidth = 24
  /// Rows of cells above the rows: status, blank, axis, mark.
  private static let header = 4
  /// Rows of cells below the rows: blank, keys.
  private static let footer = 2
  /// The number of rows of cells from which on a blank line separates the keys.
  package static let leastRoomy = 12
  /// The lines of a caption in a picture that grows with it.
  private static let leastGrown = 3
  /// The rows of cells from which on captions take some of many inner streams.
  private static let roomOfSentences = 30
  /// The maximum number of lines of a caption.
  static let longestCaption = 12
  /// The number of columns from which on expressions are in the gutter.
  private static let wide = 100
  /// The number of columns from which on the gutter of a vector picture has the second number of columns, rather than a third.
  private static let (wideVector, longestOfVector) = (90, 36)

  /// - Parameter measures: the measures of the recording.
  init(_ measures: LayoutMetrics, _ options: Options) {
    let (size, isPresenting) = (options.size, options.isPresenting)
    self.size = size
    marbleWidth = max(Self.narrowestMarble, options.marbleWidth)
    let isTight = size.rows < Self.leastRoomy
    let room = max(1, size.rows - (isTight ? 2 : Self.header) - (isTight ? 1 : Self.footer))
    let captions = options.isVector ? [] : options.captions(room: room)
    func place(_ large: RowStack.Large) -> Placed {
      Placed(measures, options, room: room, captions: captions, large: large)
    }
    let large = options.large(rows: measures.rows)
    var placed = place(large)
    // Small text in a large marble is harder to read than in a small one.
    if large != .never, placed.stack.density == .large, !placed.form.isBig { placed = place(.never) }
    let (caption, stack) = (placed.caption, placed.stack)
    (self.stack, hasExpression) = (stack, measures.hasExpression)
    missing = stack.missing
    hasExpressionsInGutter = placed.isInGutter
    columnsForExpressions = placed.columnsForExpressions
    (gutter, laneLabel) = (placed.gutter, max(1, placed.gutter - 1 - placed.laneName))
    (density, lanes, expressionPlace) = (stack.density, stack.lanes, stack.place)
    (scale, form) = (placed.scale, placed.form)
    // One space between two labels, and one column for rounding.
    let digits = ClockText(upTo: scale.extent).tick(scale.extent).prefix { $0 != "." }.count
    tickInterval = scale.tickInterval(labelWidth: max(4, digits + 2))
    ticks = scale.ticks(every: tickInterval).map(scale.center)
    visibleRows = 0..<stack.shown
    axis = isTight ? 1 : options.isVector ? 2 : 2 + stack.free / 3
    top = axis + (isTight ? 1 : 2)
    captionGrows = options.isVector && options.captionLines > 0
    if caption > 0 {
      let lines = min(caption, min(options.captionLines, Self.longestCaption))
      // On a small screen the blank line above the keys gives way.
      captionRoom = CaptionRoom(
        lines: lines, end: size.rows - Self.footer + (caption == lines || isPresenting ? 1 : 0))
    }
    placeBands()
  }

  /// What follows from where expressions are, and from the height of marbles.
  private struct Placed {
    let isInGutter: Bool
    /// The rows of cells of the caption.
    let caption: Int
    let stack: RowStack
    /// The width of the labels, and that of the names of inner streams, in columns.
    let gutter, laneName: Int
    let columnsForExpressions: Int
    let scale: TimeScale
    let form: MarbleForm

    init(_ measures: LayoutMetrics, _ options: Options, room: Int, captions: [Int], large: RowStack.Large) {
      let budget = options.size.columns >= wide ? options.size.columns / 4 : 0
      func placed(isInGutter: Bool) -> Placed {
        let widths = Widths(measures, options, budget: budget, isInGutter: isInGutter)
        let needs = RowStack.Needs(
          hasExpression: measures.hasExpression, inner: measures.lanes.map(\.count), isInGutter: isInGutter,
          large: large, isRound: options.isVector, firstOutput: measures.firstOutput,
          missing: { position, density, lines in
            measures.hasTexts(position)
              ? widths.missing(
                measures, position, density, lines, isExpressionAbove: !isInGutter || density == .compact)
              : 0
          }, tall: measures.rowForms.map(\.preferredHeight))
        return Placed(widths, measures, needs, room: room, captions: captions)
      }
      guard budget > 0, !options.isVector else {
        self = placed(isInGutter: options.isVector)
        return
      }
      let inGutter = placed(isInGutter: true)
      // Two lines need a few columns more, because they break between words.
      let most = inGutter.stack.hasSecondLine ? 2 * budget - 10 : budget
      self = measures.longestExpression <= most ? inGutter : placed(isInGutter: false)
    }

    private init(_ widths: Widths, _ measures: LayoutMetrics, _ needs: RowStack.Needs, room: Int, captions: [Int]) {
      isInGutter = widths.isInGutter
      (caption, stack) = TimelineLayout.stack(needs, room: room, captions: captions)
      (gutter, laneName) = (widths.gutter, widths.laneName)
      columnsForExpressions = widths.columnsForExpressions
      (scale, form) = (widths.scale(stack.density), widths.form(measures, stack.density))
    }
  }

  /// The columns of a picture.
  private struct Widths {
    let isInGutter: Bool
    private let isVector: Bool
    /// The width of the labels, and that of the names of inner streams, in columns.
    let gutter, laneName: Int
    /// The columns of the gutter that only expressions need.
    let columnsForExpressions: Int
    private let columns: Int
    private let marbleWidth: Int
    private let (duration, extent): (SceneTime, SceneTime)
    private let isLive: Bool

    init(_ measures: LayoutMetrics, _ options: Options, budget: Int, isInGutter: Bool) {
      let size = options.size
      (self.isInGutter, isVector) = (isInGutter, options.isVector)
      laneName =
        measures.longestLane > 0
        ? 2 + min(isInGutter && !isVector ? budget - 2 : size.columns >= wide ? 16 : 8, measures.longestLane) : 0
      let names = min(max(measures.longestName, laneName), max(4, size.columns / 4 - 2))
      if isVector {
        // One more column is between the box of a row and its first circle.
        let limit = size.columns >= wideVector ? longestOfVector : size.columns / 3
        gutter =
          measures.hasExpression.contains(true)
          ? ExpressionLines.columns(
            for: measures.expressions.compactMap(\.self), names: names, limit: limit, measure: measures.measure) + 3
          : names + 3
      } else {
        gutter = max(names, isInGutter ? min(measures.longestExpression, budget) : 0) + 2
      }
      columnsForExpressions = gutter - names - 2
      // The last columns are for end marks and a margin.
      columns = max(8, size.columns - gutter - 2)
      marbleWidth = max(narrowestMarble, options.marbleWidth)
      (duration, extent) = (options.window ?? measures.duration, max(measures.duration, options.latest))
      isLive = measures.isGrowing
    }

    func scale(_ density: Density) -> TimeScale {
      TimeScale(
        left: gutter, width: columns, marble: columns < 24 && !isVector ? 3 : 3 + 2 * density.padding,
        duration: duration,
        extent: extent, isLive: isLive)
    }

    func form(_ measures: LayoutMetrics, _ density: Density) -> MarbleForm {
      isVector
        ? .round : measures.forms.form(of: measures, scale: scale(density), widest: marbleWidth, density: density)
    }

    /// How many texts and marks of a row have no room.
    func missing(
      _ measures: LayoutMetrics, _ position: Int, _ density: Density, _ lines: Int, isExpressionAbove: Bool
    ) -> Int {
      measures.missing(
        position,
        LayoutMetrics.Placing(
          scale: scale(density), density: density, form: form(measures, density), widest: marbleWidth, lines: lines,
          expressionLine: isExpressionAbove && lines > 0 && measures.hasExpression[position] ? lines : nil))
    }
  }

  /// The highest caption beside which everything else is as without one, and the rows beside it.
  ///
  /// A caption may make marbles smaller, but never hides a row or an expression; more than a line of it hides no text. A blank
  /// line between rows is worth more than a second line.
  ///
  /// - Parameter captions: the rows of cells of captions, the highest first.
  private static func stack(
    _ needs: RowStack.Needs, room: Int, captions: [Int]
  ) -> (caption: Int, stack: RowStack) {
    let whole = RowStack(needs, room: room)
    guard let lowest = captions.last else { return (0, whole) }
    let least = RowStack(needs, room: room - lowest)
    let fewStreams = room >= roomOfSentences
    guard least.keeps(whole, fewStreams: fewStreams) else { return (0, whole) }
    let isEqual = least.density == whole.density
    // An audience in the last row reads large marbles, but no caption.
    if needs.large == .always, whole.density == .large, !isEqual { return (0, whole) }
    var (found, first, end) = ((caption: lowest, stack: least), 0, captions.count - 1)
    // What does not fit beside a caption does not fit beside a higher one.
    while first < end {
      let middle = (first + end) / 2
      let stack = RowStack(needs, room: room - captions[middle])
      let fits =
        stack.keeps(whole, fewStreams: fewStreams) && stack.missing == least.missing
        && (!isEqual || stack.density == whole.density && stack.gap >= min(1, least.gap))
      if fits {
        (found, end) = ((captions[middle], stack), middle)
      } else {
        first = middle + 1
      }
    }
    return found
  }

  /// The layout with other visible rows.
  ///
  /// - Parameter first: the position of the first visible row, if that many rows are below it.
  package func scrolled(to first: Int) -> TimelineLayout {
    let first = max(0, min(first, hasExpression.count - stack.shown))
    guard first != visibleRows.lowerBound else { return self }
    var layout = self
    layout.visibleRows = first..<first + stack.shown
    layout.placeBands()
    return layout
  }

  private mutating func placeBands() {
    visibleBands = []
    var start = top
    for position in visibleRows {
      let gap = position == visibleRows.lowerBound ? 0 : stack.gap(before: position)
      let end = start + gap + stack.height(position)
      visibleBands.append(
        Band(
          rows: start..<end, marbles: start + gap + stack.lines[position],
          expression: hasExpression[position] && stack.place == .above ? start + gap : nil,
          lines: stack.lines[position]))
      start = end
    }
    if captionGrows {
      captionLines = bands.upperBound + 1..<bands.upperBound + 1 + Self.leastGrown
      return
    }
    // Close to the rows, but apart from them.
    captionLines = captionRoom.map { room in
      let line = min(room.end - room.lines, bands.upperBound + 1)
      return line..<min(room.end, line + Self.longestCaption)
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
    switch expressionPlace {
    case .beside: middle(position) + 1..<marbleLines(position).upperBound
    case .above: self[position].expression.map { $0..<$0 + 1 }
    case .nowhere: nil
    }
  }

  /// The number of free lines above the marbles of the row at `position`, all of which belong to the row.
  package func linesAbove(_ position: Int) -> Int { self[position].marbles - self[position].rows.lowerBound }

  /// The line of the expression of the row at `position`, counted from the marbles upwards; nil where it is elsewhere.
  package func expressionLine(_ position: Int) -> Int? {
    self[position].expression.map { self[position].marbles - $0 }
  }

  /// The row of cells of a line of the row at `position`, counted from its middle upwards.
  package func row(ofLine line: Int, of position: Int) -> Int { middle(position) - line }

  /// The rows of cells of the marbles of the row at `position`.
  package func marbleLines(_ position: Int) -> Range<Int> {
    let first = self[position].marbles
    return first..<first + density.height
  }

  /// The rows of cells of a curve or bars: those of the marbles, and the lines above them.
  package func formLines(_ position: Int) -> Range<Int> {
    let band = self[position]
    return band.marbles - band.lines + (band.expression == nil ? 0 : 1)..<marbleLines(position).upperBound
  }

  /// The rows of cells of the lines of the inner streams of the row at `position`, below its marbles.
  package func laneLines(_ position: Int) -> [Int] {
    let first = marbleLines(position).upperBound
    return (0..<lanes[position]).map { first + ($0 + 1) * lanes.height - 1 }
  }

  /// The position of the row that owns a row of cells; nil when none does.
  package func position(at line: Int) -> Int? {
    visibleBands.firstIndex { $0.rows.contains(line) }.map { visibleRows.lowerBound + $0 }
  }
}
