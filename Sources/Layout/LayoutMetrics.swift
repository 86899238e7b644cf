package import Marbles
internal import Operators
package import Scenes
internal import Synchronization

/// The measures of a recording that a layout needs; computed once, because it examines every event.
package struct LayoutMetrics: Sendable {
  /// The number of rows.
  package let rows: Int
  /// The width of the longest name, in columns.
  package private(set) var longestName: Int
  /// How each row is drawn; empty when all are marbles.
  package private(set) var rowForms: [RowForm] = []
  /// The expression of each row that has one.
  let expressions: [String?]
  /// The width of the longest expression, in columns.
  package let longestExpression: Int
  /// Whether each row may have a text below its name: an expression, or notes about live input.
  package let hasExpression: [Bool]
  /// The position of the first output if all inputs are above it; nil if there are no two such parts.
  package let firstOutput: Int?
  /// The inner streams of each row.
  package let lanes: [[LanePlan]]
  /// The width of the longest name of an inner stream, in columns.
  package let longestLane: Int
  /// The scene time after which nothing happens.
  package let duration: SceneTime
  /// Whether a row continues after its last known event.
  package let isOpen: Bool
  /// The measures of one row.
  package struct Row: Sendable {
    /// What is written on its marbles.
    package var labels = MarbleLabels()
    /// The times of its events, also of those that have not happened.
    package var times: ArraySlice<SceneTime>
    /// The colour of its events; nil when there are several.
    package var color: MarbleColor?
    /// The smallest distance of two events at different times; nil when there are no two, or when it is unknown.
    package var closest: SceneTime?
    /// Whether several events are at the same time: they share a marble.
    package var hasInstants = false
    /// The distance of the last event to a later end; nil when there is none, or when it is unknown.
    package var beforeEnd: SceneTime?
    /// The width of the widest text, in columns; 1 when there are too many events to measure.
    package var widest = 1
    /// The width of the widest text in big letters; nil when a text has no big letters, when
    /// values share a marble, or when it is not measured.
    package var widestBig: Int?
  }

  /// The measures of each row of the recording.
  package let all: [Row]
  private let plan: Recording
  private let theMarks: [Lazy<[RowMark]>]
  private let placements = PlacementCache()
  private let layouts = LayoutCache()
  /// The forms of marbles that were computed from these measures.
  package let forms = MarbleFormCache()
  let measure: TextMeasure
  /// Whether the recording is a part of a growing one.
  package let isGrowing: Bool

  /// - Parameters:
  ///   - plan: the recording.
  ///   - labels: what is written on the marbles of each row.
  ///   - measure: the characters for the texts of values.
  ///   - isGrowing: whether it is a part of a growing recording.
  package init(_ plan: Recording, labels: [MarbleLabels] = [], measure: TextMeasure, isGrowing: Bool = false) {
    let labels = plan.rows.indices.map { labels.indices.contains($0) ? labels[$0] : MarbleLabels() }
    (self.plan, self.isGrowing) = (plan, isGrowing)
    theMarks = plan.rows.map { _ in Lazy() }
    rows = plan.rows.count
    longestName = plan.rows.map { measure.width(of: $0.shownName) }.max() ?? 0
    expressions = plan.rows.map(\.expression)
    longestExpression = plan.rows.compactMap { $0.expression.map(measure.width) }.max() ?? 0
    hasExpression = plan.rows.map { $0.expression != nil || $0.isLive }
    firstOutput = plan.rows.firstIndex { !$0.isInput }.flatMap { first in
      first > 0 && !plan.rows[first...].contains(where: \.isInput) ? first : nil
    }
    lanes = Self.lanes(of: plan)
    longestLane = lanes.joined().lazy.map { measure.width(of: $0.label(error: "X")) + $0.stream.depth }.max() ?? 0
    duration = plan.duration
    isOpen = plan.rows.contains { $0.timeline.end == .open }
    self.measure = measure
    all = zip(plan.rows, labels).map { row, labels in
      Self.measure(row.timeline.events, end: row.timeline.end.time, labels, isGrowing ? nil : measure)
    }
  }

  /// The room for the numbers of an axis, and for `per 0.5 s`, in columns.
  private static let axis = 9

  /// The measures of a picture whose rows have these forms.
  package func shown(as forms: [RowForm]) -> LayoutMetrics {
    guard forms.contains(where: { $0 != .marbles }) else { return self }
    var measures = self
    measures.rowForms = forms
    if forms.contains(where: { $0 == .curve || $0 == .bars }) { measures.longestName = max(longestName, Self.axis) }
    return measures
  }

  /// The layout of a frame, kept for the next frames: nothing of it moves while a scene plays.
  package func layout(in options: TimelineLayout.Options) -> TimelineLayout {
    layouts.layout(options, rowForms) { TimelineLayout(self, options) }
  }

  /// Whether the row at `position` is drawn as marbles, which have texts.
  func hasTexts(_ position: Int) -> Bool { !rowForms.indices.contains(position) || rowForms[position] == .marbles }

  private static func lanes(of plan: Recording) -> [[LanePlan]] {
    guard plan.rows.contains(where: { !$0.inner.isEmpty }) else { return plan.rows.map { _ in [] } }
    return plan.rows.map { row in
      let switches = Set(row.notes.compactMap { note in note.note.switchedMessage.map { Value.string($0) } })
      return row.inner.map { stream in
        LanePlan(stream, isReplacement: stream.from.isEmpty && switches.contains(stream.value)) { plan[$0]?.time }
      }
    }
  }

  /// The maximum number of events of a row whose texts are measured.
  private static let measuredTexts = 500

  /// - Parameters:
  ///   - end: the time of the end of the row, if it is known.
  ///   - measure: the characters for texts; nil to leave texts unmeasured.
  private static func measure(
    _ events: [Event], end: SceneTime? = nil, _ labels: MarbleLabels, _ measure: TextMeasure?
  ) -> Row {
    let color = events.first?.color
    var row = Row(labels: labels, times: events.map(\.time)[...], color: color)
    for (index, event) in events.enumerated() {
      if event.color != color { row.color = nil }
      guard index > 0 else { continue }
      guard event.time > events[index - 1].time else {
        row.hasInstants = true
        continue
      }
      row.closest = min(row.closest ?? .distantFuture, event.time - events[index - 1].time)
    }
    if let end, let last = events.last?.time, last < end { row.beforeEnd = end - last }
    guard let measure, events.count <= measuredTexts else { return row }
    row.widestBig = row.hasInstants ? nil : 0
    for event in events {
      let text = MarbleText.fitted(labels.value(of: event), width: widestText, measure: measure)
      row.widest = max(row.widest, measure.width(of: text))
      row.widestBig = row.widestBig.flatMap { widest in measure.widthOfBig(text).map { max(widest, $0) } }
    }
    return row
  }

  /// The widest text that is measured.
  package static let widestText = 40

  /// The measures of `events` of the row at `position`, which are those of the whole recording or its beginning, unless
  /// the row is live.
  package func row(_ position: Int, of events: [Event]) -> Row {
    guard isPlanned(events, ofRow: position) else {
      let labels = all.indices.contains(position) ? all[position].labels : MarbleLabels()
      return Self.measure(events, labels, isGrowing ? nil : measure)
    }
    return all[position]
  }
}

// MARK: Placement

extension LayoutMetrics {
  /// What determines where the contents of a row are.
  struct Placing: Hashable {
    /// A scale that is not scrolled.
    var scale: TimeScale
    var density: TimelineLayout.Density
    var form: MarbleForm
    /// The maximum width of a marble, in columns.
    var widest: Int
    /// The number of lines above the marbles.
    var lines: Int
    /// The one of the expression, counted from the marbles upwards.
    var expressionLine: Int?
    /// Whether the result of `colorBy:` is shown as a color.
    var hasColors = true
  }

  /// The maximum number of rows, and of the events of one, whose texts get lines of their own.
  private static let (placedRows, placedEvents) = (100, 5_000)

  /// The lines of a row with more events than that.
  private static let linesOfLong = 2

  /// The marks of a row, by their places.
  package func marks(ofRow position: Int) -> [RowMark] {
    guard theMarks.indices.contains(position) else { return [] }
    return theMarks[position].value { RowMark.all(ofRow: position, in: plan) }
  }

  /// How many texts and marks of a row have no room.
  func missing(_ position: Int, _ placing: Placing) -> Int {
    // Of what grows, the future is unknown: each row has a line for texts.
    if isGrowing { return placing.lines > 0 ? 0 : 1 }
    guard rows <= Self.placedRows else { return 0 }
    // The texts of a long row, which a window shows part by part, are not tried.
    guard all[position].times.count <= Self.placedEvents else { return max(0, Self.linesOfLong - placing.lines) }
    let placement = placement(position, placing)
    return placement.missing + (placement.isExpressionCut ? 1 : 0)
  }

  /// The places of the contents of a row of a frame.
  ///
  /// - Parameters:
  ///   - row: the row as it is in the frame.
  ///   - layout: where the row is.
  ///   - hasColors: whether the result of `colorBy:` is shown as a color.
  package func placement(
    ofRow position: Int, as row: Recording.Row, in layout: TimelineLayout, hasColors: Bool
  ) -> RowPlacement {
    let placing = Placing(
      scale: layout.scale, density: layout.density, form: layout.form, widest: layout.marbleWidth,
      lines: layout.linesAbove(position), expressionLine: layout.expressionLine(position), hasColors: hasColors)
    guard isPlanned(row.timeline.events, ofRow: position) else {
      let labels = all.indices.contains(position) ? all[position].labels : MarbleLabels()
      return placer(row, labels, [], placing).placement(lines: placing.lines, expressionLine: placing.expressionLine)
    }
    return placement(position, placing)
  }

  /// The places of the events of an inner stream on its line.
  package func placement(of stream: LanePlan, ofRow position: Int, in layout: TimelineLayout, hasColors: Bool)
    -> RowPlacement
  {
    var labels = all[position].labels
    labels.hasColors = hasColors
    let contents = RowContents(events: stream.stream.events, end: stream.stream.end.time, labels: labels)
    return RowPlacer(
      contents, scale: layout.scale, measure: measure, widest: layout.marbleWidth, density: .compact,
      form: layout.form.isRound ? .round : MarbleForm(isBig: false, padding: min(1, layout.form.padding))
    ).placement(lines: layout.lanes.height - 1, expressionLine: nil)
  }

  private func placement(_ position: Int, _ placing: Placing) -> RowPlacement {
    placements.placement(position, placing) {
      placer(
        plan.rows[position], all[position].labels, marks(ofRow: position), placing, texts: texts(position, placing)
      )
      .placement(lines: placing.lines, expressionLine: placing.expressionLine)
    }
  }

  private func placer(
    _ row: Recording.Row, _ labels: MarbleLabels, _ marks: [RowMark], _ placing: Placing, texts: RowTexts? = nil
  ) -> RowPlacer {
    var labels = labels
    labels.hasColors = placing.hasColors
    let expression = placing.expressionLine == nil ? 0 : measure.width(of: row.expression ?? "")
    return RowPlacer(
      RowContents(
        events: row.timeline.events, marks: marks, end: row.timeline.end.time ?? row.cancelled, labels: labels,
        expression: expression),
      texts: texts, scale: placing.scale, measure: measure, widest: placing.widest, density: placing.density,
      form: placing.form)
  }

  /// The texts of a planned row, which are the same wherever it is placed.
  private func texts(_ position: Int, _ placing: Placing) -> RowTexts {
    placements.texts(position, widest: placing.widest, hasColors: placing.hasColors) {
      var labels = all[position].labels
      labels.hasColors = placing.hasColors
      return RowTexts(plan.rows[position].timeline.events, labels: labels, measure: measure, widest: placing.widest)
    }
  }

  /// Whether events are the beginning of those of the planned row.
  private func isPlanned(_ events: [Event], ofRow position: Int) -> Bool {
    all.indices.contains(position) && events.count <= all[position].times.count
      && (events.isEmpty || events[events.count - 1].time == all[position].times[events.count - 1])
  }
}

/// The last layouts of a recording.
final class LayoutCache: Sendable {
  private struct Known {
    var options: TimelineLayout.Options
    var forms: [RowForm]
    var layout: TimelineLayout
  }
  private let known = Mutex<[Known]>([])
  /// The maximum number of layouts: a frame asks for one or two.
  private static let limit = 4

  /// The layout with some options and forms of rows, computed when it is not known.
  func layout(_ options: TimelineLayout.Options, _ forms: [RowForm], compute: () -> TimelineLayout) -> TimelineLayout {
    if let found = known.withLock({ $0.last { $0.options == options && $0.forms == forms } }) { return found.layout }
    let layout = compute()
    known.withLock { $0 = $0.suffix(Self.limit - 1) + [Known(options: options, forms: forms, layout: layout)] }
    return layout
  }
}

/// The places that were computed for the last layouts of a recording.
final class PlacementCache: Sendable {
  private struct Key: Hashable {
    var row: Int
    var placing: LayoutMetrics.Placing
  }
  private let known = Mutex<[Key: RowPlacement]>([:])
  /// The maximum number of places: those of a screen full of rows in a few layouts.
  private static let limit = 2_000

  private struct TextsKey: Hashable {
    var row, widest: Int
    var hasColors: Bool
  }
  private let knownTexts = Mutex<[TextsKey: RowTexts]>([:])

  /// The texts of a row, computed when they are not known.
  func texts(_ row: Int, widest: Int, hasColors: Bool, compute: () -> RowTexts) -> RowTexts {
    let key = TextsKey(row: row, widest: widest, hasColors: hasColors)
    if let known = knownTexts.withLock({ $0[key] }) { return known }
    let texts = compute()
    knownTexts.withLock { known in
      if known.count >= Self.limit { known = [:] }
      known[key] = texts
    }
    return texts
  }

  /// The places of a row, computed when they are not known.
  func placement(_ row: Int, _ placing: LayoutMetrics.Placing, compute: () -> RowPlacement) -> RowPlacement {
    let key = Key(row: row, placing: placing)
    if let known = known.withLock({ $0[key] }) { return known }
    let placement = compute()
    known.withLock { known in
      if known.count >= Self.limit { known = [:] }
      known[key] = placement
    }
    return placement
  }
}

extension OperatorNote {
  /// The message of the error after which `catchError` continues with its replacement.
  fileprivate var switchedMessage: String? { if case .switched(let message) = action { message } else { nil } }
}
