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
  /// The inner streams of each row.
  let lanes: [[LanePlan]]
  /// The width of the longest name of an inner stream, in columns.
  let longestLane: Int
  /// The scene time after which nothing happens.
  let duration: SceneTime
  /// Whether a row continues after its last known event.
  let isOpen: Bool
  /// The measures of one row.
  struct Row: Sendable {
    /// The times of its events.
    var times: ArraySlice<SceneTime>
    /// The colour of its events; nil when there are several.
    var color: MarbleColor?
  }

  private let measured: [Row]
  /// The closest pairs of neighbours at different times, sorted by distance.
  private let neighbours: [Neighbours]
  /// Whether the recording is a part of a growing one.
  private let isGrowing: Bool
  /// The minimum distance of pairs that are not in `neighbours`; nil when all are.
  private let otherGap: SceneTime?

  private struct Neighbours {
    var first: SceneTime
    var second: SceneTime
    var gap: SceneTime { second - first }
  }

  /// The maximum number of stored pairs.
  private static let kept = 2048

  /// - Parameters:
  ///   - plan: the recording.
  ///   - isGrowing: whether it is a part of a growing recording.
  init(_ plan: Recording, isGrowing: Bool = false) {
    self.isGrowing = isGrowing
    rows = plan.rows.count
    longestName = plan.rows.map { DisplayWidth.of($0.name) }.max() ?? 0
    lanes = Self.lanes(of: plan)
    longestLane = lanes.joined().lazy.map { DisplayWidth.of($0.label(error: "X")) + $0.stream.depth }.max() ?? 0
    duration = plan.duration
    isOpen = plan.rows.contains { $0.timeline.end == .open }
    measured = plan.rows.map { Self.measure($0.timeline.events) }
    var pairs: [Neighbours] = []
    var rest: SceneTime?
    func keepClosest() {
      pairs.sort { $0.gap < $1.gap }
      guard pairs.count > Self.kept else { return }
      rest = min(rest ?? .distantFuture, pairs[Self.kept].gap)
      pairs.removeSubrange(Self.kept...)
    }
    for row in isGrowing ? [] : measured.map(\.times) {
      for index in row.indices.dropFirst() where row[index] > row[index - 1] {
        pairs.append(Neighbours(first: row[index - 1], second: row[index]))
        if pairs.count >= 8 * Self.kept { keepClosest() }
      }
    }
    keepClosest()
    neighbours = pairs
    otherGap = rest
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

  private static func measure(_ events: [Event]) -> Row {
    let color = events.first?.color
    return Row(times: events.map(\.time)[...], color: events.allSatisfy { $0.color == color } ? color : nil)
  }

  /// The measures of `events` of the row at `position`, which are those of the whole recording or its beginning, unless
  /// the row is live.
  func row(_ position: Int, of events: [Event]) -> Row {
    guard measured.indices.contains(position), events.count <= measured[position].times.count,
      events.isEmpty || events[events.count - 1].time == measured[position].times[events.count - 1]
    else { return Self.measure(events) }
    return Row(times: measured[position].times[..<events.count], color: measured[position].color)
  }

  /// The widest marbles for which no two events at different times of one row overlap.
  ///
  /// In a growing recording the closest events are unknown, and marbles must not change their width with each event.
  func marbleWidth(left: Int, columns: Int, duration: SceneTime, extent: SceneTime) -> Int {
    if isGrowing { return 5 }
    for marble in [5, 4] {
      let scale = TimeScale(left: left, width: columns, marble: marble, duration: duration, extent: extent)
      if let otherGap, !scale.isApart(otherGap) { continue }
      let fits = neighbours.allSatisfy { scale.edge($0.second) - scale.edge($0.first) >= marble }
      if fits { return marble }
    }
    return 3
  }
}

extension OperatorNote {
  /// The message of the error after which `catchError` continues with its replacement.
  fileprivate var switchedMessage: String? { if case .switched(let message) = action { message } else { nil } }
}
