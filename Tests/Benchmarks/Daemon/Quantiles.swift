/// Times in seconds, for people.
struct Quantiles: CustomStringConvertible {
  let sorted: [Double]

  init(_ times: [Double]) { sorted = times.sorted() }

  /// The value below which this share of the times is.
  func callAsFunction(_ share: Double) -> Double {
    sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
  }

  var description: String {
    func milliseconds(_ time: Double) -> String { "\((time * 10_000).rounded() / 10) ms" }
    return "\(milliseconds(self(0.5))) in the median, \(milliseconds(self(0.99))) at the 99th percentile, "
      + "\(milliseconds(sorted.last ?? 0)) at most (\(sorted.count) times)"
  }
}
