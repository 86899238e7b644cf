package import Marbles
internal import Operators
package import Scenes

/// The measures of a recording that a layout needs; computed once, because it examines every event.
package struct LayoutMetrics: Sendable {
  /// The number of rows.
  package let rows: Int
  /// The width of the longest name, in columns.
  package let longestName: Int
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
  /// The last values of rows whose text may need room at the right edge, by time.
  package let last: [LastValue]

  /// The last value of a row.
  package struct LastValue: Sendable {
    package var time: SceneTime
    /// The width of its text, in columns.
    package var width: Int
  }

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
  /// The forms of marbles that were computed from these measures.
  package let forms = MarbleFormCache()
  private let measure: TextMeasure
  /// Whether the recording is a part of a growing one.
  package let isGrowing: Bool

  /// - Parameters:
  ///   - plan: the recording.
  ///   - labels: what is written on the marbles of each row.
  ///   - measure: the characters for the texts of values.
  ///   - isGrowing: whether it is a part of a growing recording.
  package init(_ plan: Recording, labels: [MarbleLabels] = [], measure: TextMeasure, isGrowing: Bool = false) {
    let labels = plan.rows.indices.map { labels.indices.contains($0) ? labels[$0] : MarbleLabels() }
    self.isGrowing = isGrowing
    rows = plan.rows.count
    longestName = plan.rows.map { measure.width(of: $0.name) }.max() ?? 0
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
    last = isGrowing ? [] : Self.last(of: plan, labels, measure)
  }

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

  /// The last values that are wider than those of all later rows.
  private static func last(of plan: Recording, _ labels: [MarbleLabels], _ measure: TextMeasure) -> [LastValue] {
    let all = zip(plan.rows, labels).compactMap { row, labels -> LastValue? in
      let events = row.timeline.events
      guard let time = events.last?.time else { return nil }
      let same = events.suffix(12).drop { $0.time < time }.map(labels.value)
      let text =
        MarbleText.listed(same, width: widestText, measure: measure)
        ?? MarbleText.fitted(same[same.count - 1], width: widestText, measure: measure)
      return LastValue(time: time, width: measure.width(of: text))
    }
    var widest = 1
    return all.sorted { ($0.time, $0.width) > ($1.time, $1.width) }.filter { value in
      defer { widest = max(widest, value.width) }
      return value.width > widest
    }
  }

  /// The measures of `events` of the row at `position`, which are those of the whole recording or its beginning, unless
  /// the row is live.
  package func row(_ position: Int, of events: [Event]) -> Row {
    guard all.indices.contains(position), events.count <= all[position].times.count,
      events.isEmpty || events[events.count - 1].time == all[position].times[events.count - 1]
    else {
      let labels = all.indices.contains(position) ? all[position].labels : MarbleLabels()
      return Self.measure(events, labels, isGrowing ? nil : measure)
    }
    return all[position]
  }
}

extension OperatorNote {
  /// The message of the error after which `catchError` continues with its replacement.
  fileprivate var switchedMessage: String? { if case .switched(let message) = action { message } else { nil } }
}
