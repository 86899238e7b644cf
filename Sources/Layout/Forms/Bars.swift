package import Marbles

/// The number of values in each interval of a round time.
package struct Bars: Hashable, Sendable {
  /// One interval.
  package struct Bar: Hashable, Sendable {
    /// The columns of the plot that it has, from its left edge.
    package var columns: Range<Int>
    /// The values.
    package var bin: ValueBins.Bin

    package static func == (left: Bar, right: Bar) -> Bool { left.columns == right.columns && left.bin == right.bin }
  }

  /// The intervals that are visible, from left to right.
  package let bars: [Bar]
  /// The length of an interval.
  package let interval: SceneTime

  /// The intervals that are visible, with columns from the left edge of the plot.
  ///
  /// - Parameters:
  ///   - bins: the values, by intervals of ``interval(in:)``.
  ///   - interval: the length of an interval.
  ///   - scale: the scale, scrolled to the time of the row.
  ///   - time: the time of the row.
  package init(_ bins: ValueBins, interval: SceneTime, scale: TimeScale, through time: SceneTime) {
    self.interval = interval
    let now = min(scale.center(time), scale.end)
    let last = max(0, time.nanoseconds / interval.nanoseconds)
    let first = max(0, scale.earliest(at: scale.left - scale.lead).nanoseconds / interval.nanoseconds)
    guard first <= last else {
      bars = []
      return
    }
    bars = (first...last).compactMap { index in
      let start = max(scale.left, scale.center(.nanoseconds(index * interval.nanoseconds)))
      let next = scale.center(.nanoseconds((index + 1) * interval.nanoseconds))
      let end = min(now + 1, index == last ? max(next, start + 1) : next)
      guard start < end else { return nil }
      return Bar(columns: start - scale.left..<end - scale.left, bin: bins[Int(index)])
    }
  }

  /// The greatest number of values of a severity in an interval; of all values with nil.
  package func greatest(_ severity: Severity?) -> Int { bars.map { $0.bin.count(of: severity) }.max() ?? 0 }

  /// The round times of intervals, in milliseconds.
  private static let round: [Int64] = [
    100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000, 3_600_000,
  ]

  /// The shortest round time that is at least one column wide.
  package static func interval(in scale: TimeScale) -> SceneTime {
    let round = round.map { SceneTime.nanoseconds($0 * 1_000_000) }
    return round.first { scale.isApart($0, columns: 1) } ?? round[round.count - 1]
  }

  /// A rate as `18/s`, `1.6/s`, `1,000/s`, or `3/min`: values in the last five seconds, or minute; nil before any.
  ///
  /// - Parameters:
  ///   - count: the number of values in a time before the present.
  ///   - span: that time, more than zero.
  package static func rate(_ count: Int, in span: SceneTime) -> String? {
    guard count > 0, span > .zero else { return nil }
    let tenths = Int((Double(count) / span.seconds * 10).rounded())
    if tenths >= 100 { return grouped((tenths + 5) / 10) + "/s" }
    if tenths >= 2 { return tenths % 10 == 0 ? "\(tenths / 10)/s" : "\(tenths / 10).\(tenths % 10)/s" }
    return "\(max(1, Int((Double(count) * 60 / span.seconds).rounded())))/min"
  }

  private static func grouped(_ count: Int) -> String {
    let digits = Array(String(count))
    return digits.indices.map { ($0 > 0 && (digits.count - $0).isMultiple(of: 3) ? "," : "") + String(digits[$0]) }
      .joined()
  }
}
