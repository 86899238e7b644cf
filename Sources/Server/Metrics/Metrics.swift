internal import Scenes

/// What has been counted since the daemon began.
struct Metrics: Sendable {
  /// A row of a scene.
  struct Row: Hashable, Sendable, Comparable {
    var scene: String
    var row: String

    static func < (lhs: Row, rhs: Row) -> Bool { (lhs.scene, lhs.row) < (rhs.scene, rhs.row) }
  }

  /// How many turns there were.
  var turns = 0
  /// How often a viewer that is gone had fallen behind.
  var drops = 0
  /// How many viewers were closed because they took nothing.
  var stuck = 0
  /// How many values each row had.
  private(set) var events: [Row: Int] = [:]
  /// What rows lost in runs that are over.
  private(set) var losses: [Row: LiveInput.Counts] = [:]
  /// How late events were told, in wall seconds.
  private(set) var lateness = Histogram(bounds: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1])

  /// How many rows are counted by themselves: a daemon that is sent scenes for weeks does not grow.
  private static let maximumRows = 2000

  mutating func count(_ entry: Recording.Entry, row: String, of scene: String, lateness seconds: Double) {
    lateness.add(max(0, seconds))
    guard case .value = entry.kind else { return }
    let key = Row(scene: scene, row: row)
    if events[key] != nil || events.count < Self.maximumRows { events[key, default: 0] += 1 }
  }

  /// Adds what rows have lost.
  mutating func add(_ lost: [Row: LiveInput.Counts]) {
    for (row, counts) in lost where losses[row] != nil || losses.count < Self.maximumRows {
      losses[row, default: LiveInput.Counts()].add(counts)
    }
  }
}

/// How often something was at most each of several bounds.
struct Histogram: Sendable {
  let bounds: [Double]
  /// How often, by bound.
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

extension LiveInput.Counts {
  fileprivate mutating func add(_ other: LiveInput.Counts) {
    dropped += other.dropped
    malformed += other.malformed
    missed += other.missed
  }
}
