internal import Foundation
internal import Scenes

/// What has been counted since the daemon began, as Prometheus reads it.
struct Metrics: Sendable {
  /// How many turns there were.
  var turns = 0
  /// How often a viewer that is gone had fallen behind.
  var drops = 0
  /// How many viewers were closed because they took nothing.
  var stuck = 0
  private var events: [Row: Int] = [:]
  private var lateness = Histogram(bounds: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1])

  private struct Row: Hashable {
    var scene: String
    var row: String
  }

  /// How many rows are counted by themselves: a daemon that is sent scenes for weeks does not grow.
  private static let maximumRows = 2000

  mutating func count(_ entry: Recording.Entry, row: String, of scene: String, lateness seconds: Double) {
    lateness.add(max(0, seconds))
    guard case .value = entry.kind else { return }
    let key = Row(scene: scene, row: row)
    if events[key] != nil || events.count < Self.maximumRows { events[key, default: 0] += 1 }
  }

  /// All of it, and what is measured now.
  func text(viewers: Int, queued: Int, drops waiting: Int, memory: Int) -> String {
    var text = MetricsText()
    text.add("marbled_viewers", .gauge, "Streams of events that are open.", viewers)
    text.add("marbled_viewer_queue_bytes", .gauge, "What waits for viewers.", queued)
    text.add(
      "marbled_viewer_drops_total", .counter, "How often a viewer fell behind and was sent a snapshot.", drops + waiting
    )
    text.add("marbled_viewers_stuck_total", .counter, "Viewers that were closed because they took nothing.", stuck)
    text.add("marbled_turns_total", .counter, "Scenes that had their turn.", turns)
    text.add(
      "marbled_events_total", .counter, "Events in the rows of scenes.",
      events.sorted { ($0.key.scene, $0.key.row) < ($1.key.scene, $1.key.row) }
        .map { ([("scene", $0.key.scene), ("row", $0.key.row)], $0.value) })
    text.add("marbled_event_lateness_seconds", "How late events were told, in wall time.", lateness)
    text.add("marbled_resident_memory_bytes", .gauge, "Memory of the process.", memory)
    return text.text
  }
}

/// How often something lay below each of several bounds.
struct Histogram: Sendable {
  let bounds: [Double]
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

/// Prometheus's text format, version 0.0.4.
struct MetricsText {
  enum Kind: String { case counter, gauge, histogram }

  private(set) var text = ""

  mutating func add(_ name: String, _ kind: Kind, _ help: String, _ value: Int) {
    add(name, kind, help, [([], value)])
  }

  mutating func add(_ name: String, _ kind: Kind, _ help: String, _ values: [([(String, String)], Int)]) {
    head(name, kind, help)
    for (labels, value) in values { text += "\(name)\(Self.braces(labels)) \(value)\n" }
  }

  mutating func add(_ name: String, _ help: String, _ histogram: Histogram) {
    head(name, .histogram, help)
    for (bound, count) in zip(histogram.bounds, histogram.counts) {
      text += "\(name)_bucket{le=\"\(bound)\"} \(count)\n"
    }
    text += "\(name)_bucket{le=\"+Inf\"} \(histogram.count)\n"
    text += "\(name)_sum \(histogram.sum)\n\(name)_count \(histogram.count)\n"
  }

  private mutating func head(_ name: String, _ kind: Kind, _ help: String) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
  }

  private static func braces(_ labels: [(String, String)]) -> String {
    guard !labels.isEmpty else { return "" }
    let pairs = labels.map { name, value in
      let escaped = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
      return "\(name)=\"\(escaped)\""
    }
    return "{\(pairs.joined(separator: ","))}"
  }
}

extension Hub {
  /// What `GET /metrics` answers.
  public func metricsText() -> String {
    let loads = subscriptions.values.map(\.load)
    return metrics.text(
      viewers: subscriptions.count, queued: loads.reduce(0) { $0 + $1.bytes },
      drops: loads.reduce(0) { $0 + $1.drops }, memory: Self.residentMemory)
  }

  /// The memory of this process, in bytes; 0 where it can't be found out.
  private static var residentMemory: Int {
    guard let line = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
    let pages = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
