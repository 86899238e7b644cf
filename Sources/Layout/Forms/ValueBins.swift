package import Marbles

/// What the values of a row are in each of many short intervals, computed once for each value.
///
/// Frames of a row with a thousand values a second would otherwise read all of them again. Bins take the values that came
/// since the last frame; only when time goes back, or when the intervals change, they take all values again.
package struct ValueBins: Sendable {
  /// The interval of a time.
  package enum Rule: Hashable, Sendable {
    /// The columns of a scale that starts at column 0 and never ends; see ``columns(of:)``.
    case scale(TimeScale)
    /// Intervals of this length, which is more than zero.
    case interval(SceneTime)

    /// The columns of a scale, whatever its place on the screen and however far time has come.
    package static func columns(of scale: TimeScale) -> Rule {
      var scale = scale
      (scale.left, scale.extent) = (0, .distantFuture)
      return .scale(scale)
    }

    /// The position of the interval that has `time`; it never decreases with time.
    package func index(of time: SceneTime) -> Int {
      switch self {
      case .scale(let scale): scale.edge(time)
      case .interval(let length): Int(time.nanoseconds / length.nanoseconds)
      }
    }
  }

  /// The values of one interval.
  package struct Bin: Hashable, Sendable {
    /// The number of values.
    package var count = 0
    /// The number of warnings and of errors among them.
    package var warnings = 0
    package var errors = 0
    /// The least, the greatest and the newest number; nil without numbers.
    package var least: Double?
    package var greatest: Double?
    package var newest: Double?

    /// A bin without values.
    package init() {}

    /// The number of values of a severity.
    package func count(of severity: Severity?) -> Int {
      switch severity {
      case nil: count
      case .normal: count - warnings - errors
      case .warning: warnings
      case .error: errors
      }
    }

    /// The worst of the values; nil without values.
    package var worst: Severity? { count == 0 ? nil : errors > 0 ? .error : warnings > 0 ? .warning : .normal }

    fileprivate mutating func take(_ value: Value, _ reading: RowReading) {
      count += 1
      switch reading.severity?.severity(of: value) {
      case .error: errors += 1
      case .warning: warnings += 1
      case .normal, nil: break
      }
      guard let number = reading.number?.number(in: value) else { return }
      (least, greatest, newest) = (min(least ?? number, number), max(greatest ?? number, number), number)
    }
  }

  /// The intervals.
  package let rule: Rule
  /// What is read from each value.
  package let reading: RowReading
  /// The bins from ``first`` on.
  private var bins: [Bin] = []
  private var first = 0
  /// The number of values of the row, from its beginning, that were taken or forgotten.
  private var taken = 0
  /// The time through which values were taken.
  private var through = SceneTime(nanoseconds: .min)

  /// The maximum number of bins that are kept: more than any screen has columns.
  private static let kept = 4096

  /// No values.
  package init(_ rule: Rule, _ reading: RowReading) { (self.rule, self.reading) = (rule, reading) }

  /// Takes the values through `time` that were not taken yet.
  ///
  /// - Parameters:
  ///   - events: the retained events of the row, in order.
  ///   - earlier: the number of events before them.
  ///   - time: the time of the frame.
  package mutating func take(_ events: [Event], earlier: Int, through time: SceneTime) {
    if time < through || taken > earlier + events.count { (bins, first, taken) = ([], 0, 0) }
    through = time
    let start = max(0, taken - earlier)
    guard start < events.count else { return }
    var index = start
    while index < events.count, events[index].time <= time {
      add(events[index])
      index += 1
    }
    taken = earlier + index
  }

  private mutating func add(_ event: Event) {
    let place = rule.index(of: event.time)
    if bins.isEmpty { first = place }
    // Events are in order, so this never happens.
    guard place >= first else { return }
    if place - first >= bins.count + Self.kept { (bins, first) = ([], place) }
    while first + bins.count <= place { bins.append(Bin()) }
    bins[place - first].take(event.value, reading)
    guard bins.count > 2 * Self.kept else { return }
    first += bins.count - Self.kept
    bins.removeFirst(bins.count - Self.kept)
  }

  /// The values of an interval.
  package subscript(index: Int) -> Bin { bins.indices.contains(index - first) ? bins[index - first] : Bin() }

  /// The newest number before an interval; nil when none is kept.
  package func newest(before index: Int) -> Double? {
    var place = min(bins.count, index - first) - 1
    while place >= 0 {
      if let number = bins[place].newest { return number }
      place -= 1
    }
    return nil
  }
}
