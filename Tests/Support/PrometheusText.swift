/// What Prometheus reads of a text, and as strict as it is.
package struct PrometheusText: Sendable {
  /// One number.
  package struct Sample: Hashable, Sendable {
    package var name: String
    package var labels: [String: String]
    package var value: Double
  }

  /// By the names of the metrics, what they are: `counter`, `gauge`, `histogram`.
  package private(set) var types: [String: String] = [:]
  /// All numbers, in their order.
  package private(set) var samples: [Sample] = []
  private var helped: Set<String> = []

  /// Reads a text.
  ///
  /// - Throws: a ``Problem`` with the first line that is wrong.
  package init(_ text: String) throws {
    guard text.hasSuffix("\n") else { throw Problem("the last line does not end") }
    for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
      do { try read(line) } catch { throw Problem("\(error) in: \(line)") }
    }
    for (name, type) in types where type == "histogram" { try checkHistogram(name) }
  }

  /// The value of a sample; nil when there is none, or several.
  package subscript(name: String, labels: [String: String] = [:]) -> Double? {
    let found = samples.filter { $0.name == name && $0.labels == labels }
    return found.count == 1 ? found[0].value : nil
  }

  /// The counters, those in histograms included: what never becomes less.
  package var counters: [Sample] {
    samples.filter { sample in types[family(of: sample.name)] != "gauge" }
  }

  private func family(of name: String) -> String {
    let suffix = ["_bucket", "_sum", "_count"].first { name.hasSuffix($0) }
    let base = suffix.map { String(name.dropLast($0.count)) }
    return base.flatMap { types[$0] == "histogram" ? $0 : nil } ?? name
  }

  private mutating func read(_ line: Substring) throws {
    if line.hasPrefix("# ") {
      let words = line.split(separator: " ", maxSplits: 3).map(String.init)
      guard words.count == 4 else { throw Problem("a comment that says nothing") }
      switch words[1] {
      case "HELP": guard helped.insert(words[2]).inserted else { throw Problem("a second help") }
      case "TYPE":
        guard helped.contains(words[2]), types.updateValue(words[3], forKey: words[2]) == nil,
          ["counter", "gauge", "histogram"].contains(words[3])
        else { throw Problem("a type without help, a second one, or none that there is") }
        guard words[3] != "counter" || words[2].hasSuffix("_total") else { throw Problem("a counter without _total") }
      default: throw Problem("neither HELP nor TYPE")
      }
      return
    }
    let sample = try Self.sample(line)
    guard types[family(of: sample.name)] != nil else { throw Problem("a sample without a type") }
    guard !samples.contains(where: { $0.name == sample.name && $0.labels == sample.labels }) else {
      throw Problem("a sample that was there")
    }
    samples.append(sample)
  }

  private static func sample(_ line: Substring) throws -> Sample {
    guard let match = line.wholeMatch(of: /([a-z_:][a-z0-9_:]*)(\{(.*)\})? ([^ ]+)/) else {
      throw Problem("not a sample")
    }
    guard let value = Double(match.4) else { throw Problem("not a number") }
    var labels: [String: String] = [:]
    var rest = match.3 ?? ""
    while !rest.isEmpty {
      guard let label = rest.prefixMatch(of: /([a-z_]+)="((?:[^"\\]|\\["\\n])*)"(,|$)/) else {
        throw Problem("not a label")
      }
      labels[String(label.1)] = unescaped(label.2)
      rest = rest[label.range.upperBound...]
    }
    return Sample(name: String(match.1), labels: labels, value: value)
  }

  private static func unescaped(_ text: Substring) -> String {
    String(text.replacing(/\\(.)/) { $0.1 == "n" ? "\n" : String($0.1) })
  }

  /// Buckets with the same other labels never become less, and the last one has everything.
  private func checkHistogram(_ name: String) throws {
    let series = Dictionary(grouping: samples.filter { $0.name == "\(name)_bucket" }) { bucket in
      bucket.labels.filter { $0.key != "le" }
    }
    for (labels, buckets) in series {
      let values = buckets.map(\.value)
      guard values == values.sorted(), buckets.last?.labels["le"] == "+Inf",
        values.last == self["\(name)_count", labels], self["\(name)_sum", labels] != nil
      else { throw Problem("\(name) is not a histogram") }
    }
  }
}
