internal import Scenes
internal import Wire

/// Counters since the start of the daemon.
struct Metrics: Sendable {
  /// A row of a scene.
  struct Row: Hashable, Sendable, Comparable {
    var scene: String
    var row: String

    static func < (lhs: Row, rhs: Row) -> Bool { (lhs.scene, lhs.row) < (rhs.scene, rhs.row) }
  }

  /// The number of turns in the playlist.
  var turns = 0
  /// How often viewers that have left fell behind.
  var drops = 0
  /// The number of viewers closed because they did not read.
  var stuck = 0
  /// The number of values of each row.
  private(set) var events: [Row: Int] = [:]
  /// The losses of rows in past runs.
  private(set) var losses: [Row: ArrivalQueue.Counts] = [:]
  /// When the newest event of a row came, in wall nanoseconds; nil before the first one.
  var lastEvent: Int64?
  /// The number of requests for event streams that were refused.
  var refusedViewers = 0
  /// The plans of scenes.
  var planning = PlanningCounts()
  /// The lines that clients sent to live rows.
  private(set) var lines = (accepted: 0, dropped: 0, malformed: 0)
  /// How late events were sent, in wall seconds.
  private(set) var lateness = Histogram(bounds: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1])

  /// The maximum number of rows with separate counters: a daemon that receives scenes for weeks does not grow.
  private static let maximumRows = 2000

  mutating func count(_ entry: Recording.Entry, row: String, of scene: String, lateness seconds: Double) {
    lateness.add(max(0, seconds))
    guard case .value = entry.kind else { return }
    let key = Row(scene: scene, row: row)
    if events[key] != nil || events.count < Self.maximumRows { events[key, default: 0] += 1 }
  }

  /// Adds what became of the lines of a request.
  mutating func add(_ report: InputReport) {
    lines.accepted += report.accepted
    lines.dropped += report.dropped
    lines.malformed += report.malformedCount
  }

  /// Adds the losses of rows.
  mutating func add(_ lost: [Row: ArrivalQueue.Counts]) {
    for (row, counts) in lost where losses[row] != nil || losses.count < Self.maximumRows {
      losses[row, default: ArrivalQueue.Counts()].add(counts)
    }
  }
}

/// A histogram: counts values by upper bound.
struct Histogram: Sendable {
  let bounds: [Double]
  /// The counts by bound.
  private(set) var counts: [Int]
  private(set) var sum = 0.0
  private(set) var count = 0

  init(bounds: [Double]) {
    self.bounds = bounds
    counts = bounds.map { _ in 0 }
  }

  mutating func add(_ value: Double) {
    sum += value
    count += 1
    for index in bounds.indices where value <= bounds[index] { counts[index] += 1 }
  }
}

extension ArrivalQueue.Counts {
  fileprivate mutating func add(_ other: ArrivalQueue.Counts) {
    dropped += other.dropped
    malformed += other.malformed
    missed += other.missed
    invalidCharacters += other.invalidCharacters
    unrecorded += other.unrecorded
    failed += other.failed
  }
}
