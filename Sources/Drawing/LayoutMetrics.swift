internal import Marbles
internal import Operators
internal import Scenes
internal import Terminal

/// The measures of a recording that a layout needs; computed once, because it examines every event.
struct LayoutMetrics: Sendable {
  /// The number of rows.
  let rows: Int
  /// The width of the longest name, in columns.
  let longestName: Int
  /// The width of the longest expression, in columns.
  let longestExpression: Int
  /// Whether each row may have a text below its name: an expression, or notes about live input.
  let hasExpression: [Bool]
  /// The position of the first output if all inputs are above it; nil if there are no two such parts.
  let firstOutput: Int?
  /// The inner streams of each row.
  let lanes: [[LanePlan]]
  /// The width of the longest name of an inner stream, in columns.
  let longestLane: Int
  /// The scene time after which nothing happens.
  let duration: SceneTime
  /// Whether a row continues after its last known event.
  let isOpen: Bool
  /// The last values of rows whose text may need room at the right edge, by time.
  let last: [LastValue]

  /// The last value of a row.
  struct LastValue: Sendable {
    var time: SceneTime
    /// The width of its text, in columns.
    var width: Int
  }

  /// The measures of one row.
  struct Row: Sendable {
    /// What is written on its marbles.
    var faces = MarbleFaces()
    /// The times of its events, also of those that have not happened.
    var times: ArraySlice<SceneTime>
    /// The colour of its events; nil when there are several.
    var color: MarbleColor?
    /// The smallest distance of two events at different times; nil when there are no two, or when it is unknown.
    var closest: SceneTime?
    /// The width of the widest text, in columns; 1 when there are too many events to measure.
    var widest = 1
    /// The width of the widest text in big letters; nil when a text has no big letters, or is not measured.
    var widestBig: Int?
  }

  private let measured: [Row]
  private let glyphs: Glyphs
  /// Whether the recording is a part of a growing one.
  let isGrowing: Bool

  /// - Parameters:
  ///   - plan: the recording.
  ///   - faces: what is written on the marbles of each row.
  ///   - glyphs: the characters for the texts of values.
  ///   - isGrowing: whether it is a part of a growing recording.
  init(_ plan: Recording, faces: [MarbleFaces] = [], glyphs: GlyphSet = .full, isGrowing: Bool = false) {
    let faces = plan.rows.indices.map { faces.indices.contains($0) ? faces[$0] : MarbleFaces() }
    self.isGrowing = isGrowing
    rows = plan.rows.count
    longestName = plan.rows.map { DisplayWidth.of($0.name) }.max() ?? 0
    longestExpression = plan.rows.compactMap { $0.expression.map(DisplayWidth.of) }.max() ?? 0
    hasExpression = plan.rows.map { $0.expression != nil || $0.isLive }
    firstOutput = plan.rows.firstIndex { !$0.isInput }.flatMap { first in
      first > 0 && !plan.rows[first...].contains(where: \.isInput) ? first : nil
    }
    lanes = Self.lanes(of: plan)
    longestLane = lanes.joined().lazy.map { DisplayWidth.of($0.label(error: "X")) + $0.stream.depth }.max() ?? 0
    duration = plan.duration
    isOpen = plan.rows.contains { $0.timeline.end == .open }
    let glyphs = Glyphs(glyphs)
    self.glyphs = glyphs
    measured = zip(plan.rows, faces).map { Self.measure($0.timeline.events, $1, isGrowing ? nil : glyphs) }
    last = isGrowing ? [] : Self.last(of: plan, faces, glyphs)
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

  /// - Parameter glyphs: the characters for texts; nil to leave texts unmeasured.
  private static func measure(_ events: [Event], _ faces: MarbleFaces, _ glyphs: Glyphs?) -> Row {
    let color = events.first?.color
    var row = Row(faces: faces, times: events.map(\.time)[...], color: color)
    for (index, event) in events.enumerated() {
      if event.color != color { row.color = nil }
      guard index > 0, event.time > events[index - 1].time else { continue }
      row.closest = min(row.closest ?? .distantFuture, event.time - events[index - 1].time)
    }
    guard let glyphs, events.count <= measuredTexts else { return row }
    row.widestBig = glyphs.set == .ascii ? nil : 0
    for event in events {
      let text = MarbleText.fitted(faces.value(of: event), width: widestText, glyphs: glyphs)
      row.widest = max(row.widest, DisplayWidth.of(text))
      row.widestBig = row.widestBig.flatMap { widest in BigLetters.width(text).map { max(widest, $0) } }
    }
    return row
  }

  /// The widest text that is measured.
  static let widestText = 40

  /// The last values that are wider than those of all later rows.
  private static func last(of plan: Recording, _ faces: [MarbleFaces], _ glyphs: Glyphs) -> [LastValue] {
    let all = zip(plan.rows, faces).compactMap { row, faces -> LastValue? in
      let events = row.timeline.events
      guard let time = events.last?.time else { return nil }
      let same = events.suffix(12).drop { $0.time < time }.map(faces.value)
      let text =
        MarbleText.listed(same, width: widestText, glyphs: glyphs)
        ?? MarbleText.fitted(same[same.count - 1], width: widestText, glyphs: glyphs)
      return LastValue(time: time, width: DisplayWidth.of(text))
    }
    var widest = 1
    return all.sorted { ($0.time, $0.width) > ($1.time, $1.width) }.filter { value in
      defer { widest = max(widest, value.width) }
      return value.width > widest
    }
  }

  /// The measures of `events` of the row at `position`, which are those of the whole recording or its beginning, unless
  /// the row is live.
  func row(_ position: Int, of events: [Event]) -> Row {
    guard measured.indices.contains(position), events.count <= measured[position].times.count,
      events.isEmpty || events[events.count - 1].time == measured[position].times[events.count - 1]
    else {
      let faces = measured.indices.contains(position) ? measured[position].faces : MarbleFaces()
      return Self.measure(events, faces, isGrowing ? nil : glyphs)
    }
    return measured[position]
  }
}

extension OperatorNote {
  /// The message of the error after which `catchError` continues with its replacement.
  fileprivate var switchedMessage: String? { if case .switched(let message) = action { message } else { nil } }
}
