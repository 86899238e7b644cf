/// Writes Prometheus's text format, version 0.0.4.
struct MetricsText {
  enum Kind: String { case counter, gauge, histogram }
  typealias Labels = [(name: String, value: String)]

  private(set) var text = ""

  mutating func add(_ name: String, _ kind: Kind, _ help: String, _ value: Int) {
    add(name, kind, help, [([], value)])
  }

  mutating func add(_ name: String, _ kind: Kind, _ help: String, _ value: Double) {
    head(name, kind, help)
    text += "\(name) \(value)\n"
  }

  mutating func add(_ name: String, _ kind: Kind, _ help: String, _ values: [(Labels, Int)]) {
    head(name, kind, help)
    for (labels, value) in values { text += "\(name)\(Self.braces(labels)) \(value)\n" }
  }

  mutating func add(_ name: String, _ kind: Kind, _ help: String, _ rows: [Metrics.Row: Int]) {
    add(
      name, kind, help,
      rows.sorted { $0.key < $1.key }.map { ([("scene", $0.key.scene), ("row", $0.key.row)], $0.value) })
  }

  mutating func add(_ name: String, _ help: String, _ histogram: Histogram) { add(name, help, [([], histogram)]) }

  mutating func add(_ name: String, _ help: String, _ histograms: [(Labels, Histogram)]) {
    head(name, .histogram, help)
    for (labels, histogram) in histograms {
      for (bound, count) in zip(histogram.bounds, histogram.counts) {
        text += "\(name)_bucket\(Self.braces(labels + [("le", "\(bound)")])) \(count)\n"
      }
      text += "\(name)_bucket\(Self.braces(labels + [("le", "+Inf")])) \(histogram.count)\n"
      let braces = Self.braces(labels)
      text += "\(name)_sum\(braces) \(histogram.sum)\n\(name)_count\(braces) \(histogram.count)\n"
    }
  }

  private mutating func head(_ name: String, _ kind: Kind, _ help: String) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
  }

  private static func braces(_ labels: Labels) -> String {
    guard !labels.isEmpty else { return "" }
    let pairs = labels.map { name, value in
      let escaped = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
      return "\(name)=\"\(escaped)\""
    }
    return "{\(pairs.joined(separator: ","))}"
  }
}
