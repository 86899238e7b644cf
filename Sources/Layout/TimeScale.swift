package import Marbles

/// Maps times to columns in integer arithmetic, so that pictures are the same on every machine.
package struct TimeScale: Hashable {
  /// The first column of the plot.
  package var left: Int
  /// The width of the plot, in columns.
  package var width: Int
  /// The width of the slot that a time takes: that of a marble with one character.
  package var marble: Int
  /// The time that the whole width shows; never 0.
  package var duration: SceneTime
  /// The last time that the window can reach by following the playhead; at least the duration.
  package var extent: SceneTime
  /// The number of columns that have scrolled out at the left; negative while a live window is not full.
  package private(set) var scrolled = 0
  /// The same without rounding, for exact places.
  private var exactlyScrolled = 0.0
  /// Whether the playhead is near the right edge from the start, as for live input.
  package private(set) var isLive: Bool
  /// The scale: `numerator / denominator` columns per nanosecond.
  private let numerator: Int64
  private let denominator: Int64

  package init(
    left: Int, width: Int, marble: Int, duration: SceneTime, extent: SceneTime = .zero, isLive: Bool = false
  ) {
    self.isLive = isLive
    self.left = left
    self.width = width
    self.marble = marble
    self.duration = duration > .zero ? duration : .seconds(1)
    self.extent = max(self.duration, extent)
    let room = Self.room(width: width, marble: marble, isLive: isLive)
    let columns = Int64(room) * 1_000_000_000 / self.duration.nanoseconds
    let used = Self.rounded(self.duration.nanoseconds, times: columns, over: 1_000_000_000)
    // A whole number of columns per second, if that costs at most 5 % of the width.
    let isWhole = columns > 0 && (room - used) * 20 <= width
    (numerator, denominator) = isWhole ? (columns, 1_000_000_000) : (Int64(room), self.duration.nanoseconds)
  }

  /// The columns of the whole duration. That of a live window ends at the playhead.
  private static func room(width: Int, marble: Int, isLive: Bool) -> Int {
    max(0, width - marble - (isLive ? min(liveRoom, width / 4) : 0))
  }

  /// How far the exact scrolling is behind that of the cells, in columns.
  package var scrollShift: Double { Double(scrolled) - exactlyScrolled }

  /// The columns of a slot that are left of its middle.
  package var lead: Int { (marble - 1) / 2 }

  /// The left edge of the slot at `time`: `round((width − marble) × time / duration)`, or `round(k × time)`.
  package func edge(_ time: SceneTime) -> Int { left - scrolled + offset(time) }

  /// The column of a tick, of the playhead, and of the first character of a marble at `time`.
  package func center(_ time: SceneTime) -> Int { edge(time) + lead }

  /// The exact place of `time`, in columns from the left edge of the first one: the middle of a column ends in .5.
  ///
  /// Cells have only whole columns, see ``center(_:)``; vectors show what rounding takes away.
  package func x(_ time: SceneTime) -> Double {
    Double(left + lead) + 0.5 - exactlyScrolled + exactOffset(time)
  }

  /// The exact place of the playhead at `time`, which does not leave the plot.
  package func playhead(_ time: SceneTime) -> Double { min(x(time), exactEnd) }

  /// The earliest time whose slot starts at `column` or to the right of it.
  package func earliest(at column: Int) -> SceneTime {
    let offset = column - left + scrolled
    guard offset > 0 else { return SceneTime(nanoseconds: .min) }
    guard numerator > 0 else { return .distantFuture }
    // round(n × t / d) ≥ c exactly when t ≥ (2c − 1) × d / 2n.
    let (short, isLong) = Int64(2 * offset - 1).multipliedReportingOverflow(by: denominator)
    if !isLong { return SceneTime(nanoseconds: (short - 1) / (2 * numerator) + 1) }
    let product = Int64(2 * offset - 1).multipliedFullWidth(by: denominator)
    // Otherwise the quotient exceeds 63 bits.
    guard product.high < numerator else { return .distantFuture }
    let (quotient, remainder) = (2 * numerator).dividingFullWidth(product)
    return SceneTime(nanoseconds: quotient) + .nanoseconds(remainder > 0 ? 1 : 0)
  }

  /// The time of this many columns, clamped to ``SceneTime/distantFuture`` in both directions.
  package func span(ofColumns columns: Int) -> SceneTime {
    guard numerator > 0 else { return .zero }
    let span = (Double(columns) * Double(denominator) / Double(numerator)).rounded()
    return .nanoseconds(span.magnitude < 9.2e18 ? Int64(span) : span < 0 ? -.max : .max)
  }

  /// Whether two times at this distance are never less than `columns` apart.
  package func isApart(_ gap: SceneTime, columns: Int) -> Bool {
    let product = gap.nanoseconds.multipliedFullWidth(by: numerator)
    let needed = Int64(columns).multipliedFullWidth(by: denominator)
    return (product.high, product.low) >= (needed.high, needed.low)
  }

  /// The columns of the plot, and one more, so that an end mark still fits at the right.
  package var columns: Range<Int> { left..<left + width + 1 }

  /// The column that limits marbles: that of an end mark at the last possible time.
  package var limit: Int { isWindow && !isLive ? edge(extent) + marble + 1 : left + width + 1 }

  /// The last column of a baseline.
  package var end: Int { isLive ? left + width - 1 : min(left + width - 1, center(extent)) }

  /// The exact end of a baseline.
  package var exactEnd: Double { isLive ? Double(left + width) : min(Double(left + width), x(extent)) }

  private func exactOffset(_ time: SceneTime) -> Double {
    Double(min(max(0, time.nanoseconds), extent.nanoseconds)) * Double(numerator) / Double(denominator)
  }

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
    // Otherwise the quotient exceeds 63 bits.
    guard product.high < divisor / 2 else { return 1 << 60 }
    let (quotient, remainder) = divisor.dividingFullWidth(product)
    return min(1 << 60, Int(quotient)) + (remainder >= divisor - remainder ? 1 : 0)
  }
}

// MARK: Following the playhead

extension TimeScale {
  /// Whether the plot shows only a window of the time.
  package var isWindow: Bool { extent > duration }

  /// The columns right of the playhead of a live window, for the newest value.
  private static let liveRoom = 10

  /// The scale, scrolled so that `time` is at most at three quarters of the width, unless the end is visible. A live
  /// window is scrolled to the playhead, which stays in place.
  package func following(_ time: SceneTime) -> TimeScale {
    var scale = self
    let room = Self.room(width: width, marble: marble, isLive: isLive)
    if isLive {
      scale.scrolled = offset(time) - room
      scale.exactlyScrolled = exactOffset(time) - Double(room)
      return scale
    }
    guard isWindow else { return self }
    scale.scrolled = max(0, min(offset(time) - room * 3 / 4, offset(extent) - room))
    scale.exactlyScrolled = max(0, min(exactOffset(time) - Double(room * 3 / 4), exactOffset(extent) - Double(room)))
    return scale
  }
}

// MARK: Ticks

extension TimeScale {
  /// The interval of ticks in seconds: 1, or 2, 5, 10, … where labels would touch.
  package func tickInterval(labelWidth: Int) -> SceneTime {
    let whole: [Int64] = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600]
    let candidates = whole.map { SceneTime.seconds($0) }
    return candidates.first { offset(min($0, duration)) >= labelWidth } ?? duration
  }

  /// The times of visible ticks.
  package func ticks(every interval: SceneTime) -> [SceneTime] {
    let first = max(0, earliest(at: left - lead).nanoseconds)
    let last = min(extent.nanoseconds, max(0, earliest(at: left + width - lead).nanoseconds))
    let step = interval.nanoseconds
    let begin = SceneTime(nanoseconds: first / step * step) + (first % step == 0 ? .zero : interval)
    guard begin.nanoseconds <= last else { return [] }
    return stride(from: begin.nanoseconds, through: last, by: Int(step)).map { SceneTime(nanoseconds: $0) }
      .filter { columns.contains(center($0)) && center($0) <= end }
  }
}
