internal import Marbles

/// Where times stand, in columns: integer arithmetic, so that one picture is one picture everywhere.
struct TimeScale: Hashable {
  /// The first column of the plot.
  var left: Int
  /// How many columns the plot has.
  var width: Int
  /// How wide a marble is.
  var marble: Int
  /// What the whole width stands for; never 0.
  var duration: SceneTime
  /// Whole columns a second, where that costs little.
  private var columnsPerSecond: Int?

  init(left: Int, width: Int, marble: Int, duration: SceneTime) {
    self.left = left
    self.width = width
    self.marble = marble
    self.duration = duration > .zero ? duration : .seconds(1)
    let room = max(0, width - marble)
    let columns = Int(Int64(room) * 1_000_000_000 / self.duration.nanoseconds)
    let used = Self.rounded(self.duration.nanoseconds, times: columns, over: 1_000_000_000)
    columnsPerSecond = columns > 0 && (room - used) * 20 <= width ? columns : nil
  }

  /// The left edge of a marble at `time`: `round((width − marble) × time / duration)`, or `round(k × time)`.
  func edge(_ time: SceneTime) -> Int {
    let nanoseconds = min(max(0, time.nanoseconds), duration.nanoseconds)
    if let columnsPerSecond {
      return left + Self.rounded(nanoseconds, times: columnsPerSecond, over: 1_000_000_000)
    }
    return left + Self.rounded(nanoseconds, times: width - marble, over: duration.nanoseconds)
  }

  /// The column of a tick, of the playhead, and of the middle of a marble at `time`.
  func center(_ time: SceneTime) -> Int { edge(time) + (marble - 1) / 2 }

  /// The columns that marbles may take: the plot and one more, so that an end mark still fits at the right.
  var columns: Range<Int> { left..<left + width + 1 }

  /// The last column that a baseline reaches.
  var end: Int { min(left + width - 1, center(duration)) }

  /// The seconds at which ticks stand: every one, or every 2, 5, 10, … where labels would touch.
  func tickInterval(labelWidth: Int) -> SceneTime {
    let whole: [Int64] = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600]
    let candidates = whole.map { SceneTime.seconds($0) }
    return candidates.first { center($0) - center(.zero) >= labelWidth } ?? duration
  }

  private static func rounded(_ value: Int64, times factor: Int, over divisor: Int64) -> Int {
    let product = value.multipliedFullWidth(by: Int64(max(0, factor)))
    let (quotient, remainder) = divisor.dividingFullWidth(product)
    return Int(quotient) + (remainder >= divisor - remainder ? 1 : 0)
  }
}
