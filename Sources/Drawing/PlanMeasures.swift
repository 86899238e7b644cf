internal import Marbles
internal import Scenes
internal import Terminal

/// What a layout needs to know of a whole recording; measured once, as it takes a look at every event.
struct PlanMeasures: Sendable {
  /// How many rows there are.
  let rows: Int
  /// The columns of the longest name.
  let longestName: Int
  /// The inner streams of each row.
  let lanes: [[LanePlan]]
  /// The columns of the longest of what inner streams are made of.
  let longestLane: Int
  /// When everything has happened.
  let duration: SceneTime
  /// Whether a row goes on after everything that is known.
  let isOpen: Bool
  /// What is looked at most of the events of a row, close together.
  struct Row: Sendable {
    /// When they happen.
    var times: ArraySlice<SceneTime>
    /// Their colour; nil when they have several.
    var color: MarbleColor?
  }

  private let measured: [Row]
  /// Neighbours at different times, the closest first, as far as they are kept.
  private let neighbours: [Neighbours]
  /// Whether the recording is a part of one that grows.
  private let isGrowing: Bool
  /// What any two that are not kept are apart at least; nil when all are kept.
  private let otherGap: SceneTime?

  private struct Neighbours {
    var first: SceneTime
    var second: SceneTime
    var gap: SceneTime { second - first }
  }

  /// How many pairs are looked at exactly.
  private static let kept = 2048

  /// - Parameters:
  ///   - plan: the recording.
  ///   - isGrowing: whether it is a part of one that grows.
  init(_ plan: Recording, isGrowing: Bool = false) {
    self.isGrowing = isGrowing
    rows = plan.rows.count
    longestName = plan.rows.map { DisplayWidth.of($0.name) }.max() ?? 0
    lanes = Self.lanes(of: plan)
    longestLane = lanes.joined().lazy.map { DisplayWidth.of($0.stream.value.told()) + $0.stream.depth }.max() ?? 0
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
    return plan.rows.map { row in row.inner.map { LanePlan($0) { plan[$0]?.time } } }
  }

  private static func measure(_ events: [Event]) -> Row {
    let color = events.first?.color
    return Row(times: events.map(\.time)[...], color: events.allSatisfy { $0.color == color } ? color : nil)
  }

  /// What is known of `events` of the row at `position`, which are those of the whole recording or its beginning, unless
  /// the row is live.
  func row(_ position: Int, of events: [Event]) -> Row {
    guard measured.indices.contains(position), events.count <= measured[position].times.count,
      events.isEmpty || events[events.count - 1].time == measured[position].times[events.count - 1]
    else { return Self.measure(events) }
    return Row(times: measured[position].times[..<events.count], color: measured[position].color)
  }

  /// The widest marbles with which no two events at different times of any row overlap.
  ///
  /// Of what grows the closest are not known, and marbles that change their width with each would not be looked at.
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
