package import Marbles

/// Where times stand, in columns: integer arithmetic, so that one picture is one picture everywhere.
package struct TimeScale: Hashable {
  /// The first column of the plot.
  package var left: Int
  /// How many columns the plot has.
  package var width: Int
  /// How wide a marble is.
  package var marble: Int
  /// What the whole width stands for; never 0.
  package var duration: SceneTime
  /// The last time that can be shown, by following the playhead; no less than the duration.
  package var extent: SceneTime
  /// How many columns have moved out at the left.
  private(set) var scrolled = 0
  /// Columns a whole number of seconds: `numerator / denominator` columns a nanosecond.
  private let numerator: Int64
  private let denominator: Int64

  package init(left: Int, width: Int, marble: Int, duration: SceneTime, extent: SceneTime = .zero) {
    self.left = left
    self.width = width
    self.marble = marble
    self.duration = duration > .zero ? duration : .seconds(1)
    self.extent = max(self.duration, extent)
    let room = max(0, width - marble)
    let columns = Int64(room) * 1_000_000_000 / self.duration.nanoseconds
    let used = Self.rounded(self.duration.nanoseconds, times: columns, over: 1_000_000_000)
    // Whole columns a second, where that costs at most 5 % of the width.
    let isWhole = columns > 0 && (room - used) * 20 <= width
    (numerator, denominator) = isWhole ? (columns, 1_000_000_000) : (Int64(room), self.duration.nanoseconds)
  }

  /// The left edge of a marble at `time`: `round((width − marble) × time / duration)`, or `round(k × time)`.
  package func edge(_ time: SceneTime) -> Int { left - scrolled + offset(time) }

  /// The column of a tick, of the playhead, and of the middle of a marble at `time`.
  package func center(_ time: SceneTime) -> Int { edge(time) + (marble - 1) / 2 }

  /// The earliest time whose marble stands at `column` or to the right of it.
  package func earliest(at column: Int) -> SceneTime {
    let offset = column - left + scrolled
    guard offset > 0 else { return SceneTime(nanoseconds: .min) }
    guard numerator > 0 else { return .distantFuture }
    // round(n × t / d) ≥ c exactly when t ≥ (2c − 1) × d / 2n.
    let (short, isLong) = Int64(2 * offset - 1).multipliedReportingOverflow(by: denominator)
    if !isLong { return SceneTime(nanoseconds: (short - 1) / (2 * numerator) + 1) }
    let product = Int64(2 * offset - 1).multipliedFullWidth(by: denominator)
    // Else the quotient has no room in 63 bits.
    guard product.high < numerator else { return .distantFuture }
    let (quotient, remainder) = (2 * numerator).dividingFullWidth(product)
    return SceneTime(nanoseconds: quotient) + .nanoseconds(remainder > 0 ? 1 : 0)
  }

  /// How much time so many columns are; no more than ``SceneTime/distantFuture``, to the left or to the right.
  package func span(ofColumns columns: Int) -> SceneTime {
    guard numerator > 0 else { return .zero }
    let span = (Double(columns) * Double(denominator) / Double(numerator)).rounded()
    return .nanoseconds(span.magnitude < 9.2e18 ? Int64(span) : span < 0 ? -.max : .max)
  }

  /// Whether a marble beside one `gap` earlier is sure not to overlap it.
  package func isApart(_ gap: SceneTime) -> Bool {
    let product = gap.nanoseconds.multipliedFullWidth(by: numerator)
    let needed = Int64(marble).multipliedFullWidth(by: denominator)
    return (product.high, product.low) >= (needed.high, needed.low)
  }

  /// The columns of the plot, and one more, so that an end mark still fits at the right.
  package var columns: Range<Int> { left..<left + width + 1 }

  /// The column behind which no marble may reach: that of an end mark at the last time that can be shown.
  package var limit: Int { isWindow ? edge(extent) + marble + 1 : left + width + 1 }

  /// The latest time that a marble which can be seen may have.
  package var latestVisible: SceneTime {
    let behind = earliest(at: columns.upperBound)
    return behind == .distantFuture ? behind : SceneTime(nanoseconds: behind.nanoseconds - 1)
  }

  /// The last column that a baseline reaches.
  package var end: Int { min(left + width - 1, center(extent)) }

  private func offset(_ time: SceneTime) -> Int {
    Self.rounded(min(max(0, time.nanoseconds), extent.nanoseconds), times: numerator, over: denominator)
  }

  private static func rounded(_ value: Int64, times factor: Int64, over divisor: Int64) -> Int {
    let (short, isLong) = value.multipliedReportingOverflow(by: factor)
    if !isLong {
      let (quotient, remainder) = short.quotientAndRemainder(dividingBy: divisor)
      return min(1 << 60, Int(quotient)) + (remainder >= divisor - remainder ? 1 : 0)
    }
    let product = value.multipliedFullWidth(by: factor)
    // Else the quotient has no room in 63 bits.
    guard product.high < divisor / 2 else { return 1 << 60 }
    let (quotient, remainder) = divisor.dividingFullWidth(product)
    return min(1 << 60, Int(quotient)) + (remainder >= divisor - remainder ? 1 : 0)
  }
}

// MARK: Following the playhead

extension TimeScale {
  /// Whether not everything is shown at once.
  package var isWindow: Bool { extent > duration }

  /// The same, moved so that `time` stands no further right than three quarters of the width, while there is more to
  /// come.
  package func following(_ time: SceneTime) -> TimeScale {
    guard isWindow else { return self }
    var scale = self
    let room = max(0, width - marble)
    scale.scrolled = max(0, min(offset(time) - room * 3 / 4, offset(extent) - room))
    return scale
  }
}

// MARK: Ticks

extension TimeScale {
  /// The seconds at which ticks stand: every one, or every 2, 5, 10, … where labels would touch.
  package func tickInterval(labelWidth: Int) -> SceneTime {
    let whole: [Int64] = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600]
    let candidates = whole.map { SceneTime.seconds($0) }
    return candidates.first { offset(min($0, duration)) >= labelWidth } ?? duration
  }

  /// The times of the ticks that can be seen.
  package func ticks(every interval: SceneTime) -> [SceneTime] {
    let first = max(0, earliest(at: left - (marble - 1) / 2).nanoseconds)
    let last = min(extent.nanoseconds, max(0, earliest(at: left + width - (marble - 1) / 2).nanoseconds))
    let step = interval.nanoseconds
    let begin = SceneTime(nanoseconds: first / step * step) + (first % step == 0 ? .zero : interval)
    guard begin.nanoseconds <= last else { return [] }
    return stride(from: begin.nanoseconds, through: last, by: Int(step)).map { SceneTime(nanoseconds: $0) }
      .filter { columns.contains(center($0)) && center($0) <= end }
  }
}
