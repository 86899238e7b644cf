public import Marbles

/// When a row is redrawn: a ticker with the forms of SwiftUI's `TimelineView` schedules.
///
/// Intervals are wall time, points are scene time. At the anchor, the moment at which the playhead's motion last changed
/// (start, speed, resume, seek), everything is drawn once; from then on a row shows the scene time of its last tick. So a
/// slow row is visibly slow, and all rows of one interval tick together.
///
/// ```swift
/// RefreshSchedule.animation(minimumInterval: .milliseconds(200))
///   .shownTime(at: .seconds(0.5), anchor: .zero, speedFactor: 1)      // 0.4 s
/// ```
public struct RefreshSchedule: Hashable, Sendable {
  private enum Form: Hashable {
    case animation(interval: Int64, paused: Bool)
    case periodic(start: SceneTime, interval: Int64)
    case explicit([SceneTime])
  }

  private let form: Form

  /// Ticks counted from the anchor.
  ///
  /// - Parameters:
  ///   - minimumInterval: the smallest wall time between two redraws; 0 redraws at every frame.
  ///   - paused: whether what was shown at the anchor stays.
  public static func animation(minimumInterval: Duration = .zero, paused: Bool = false) -> RefreshSchedule {
    RefreshSchedule(form: .animation(interval: SceneTime(minimumInterval).nanoseconds, paused: paused))
  }

  /// A tick at `start` and every `interval` after it, wherever the anchor is.
  ///
  /// - Parameters:
  ///   - start: the scene time of the first tick.
  ///   - interval: the wall time between two ticks; 0 redraws at every frame.
  public static func periodic(from start: SceneTime, by interval: Duration) -> RefreshSchedule {
    RefreshSchedule(form: .periodic(start: start, interval: SceneTime(interval).nanoseconds))
  }

  /// A tick at each of these scene times, in any order.
  public static func explicit(_ times: some Sequence<SceneTime>) -> RefreshSchedule {
    RefreshSchedule(form: .explicit(times.sorted()))
  }

  /// A tick at every full wall minute since the scene began.
  public static let everyMinute = RefreshSchedule.periodic(from: .zero, by: .seconds(60))

  /// The scene time to show when the playhead is at `time`.
  ///
  /// - Parameters:
  ///   - time: where the playhead is.
  ///   - anchor: the scene time at which its motion last changed.
  ///   - speedFactor: scene seconds a wall second.
  /// - Returns: the last tick, but never before the anchor; `time` itself where that is before the anchor.
  public func shownTime(at time: SceneTime, anchor: SceneTime, speedFactor: Double) -> SceneTime {
    guard time > anchor else { return time }
    switch form {
    case .animation(_, true): return anchor
    case .animation(let interval, false):
      return Ticks(start: anchor, interval: interval, speedFactor: speedFactor)?.last(by: time) ?? time
    case .periodic(let start, let interval):
      guard time >= start else { return anchor }
      let last = Ticks(start: start, interval: interval, speedFactor: speedFactor)?.last(by: time) ?? time
      return max(anchor, last)
    case .explicit(let times):
      let due = times.partitioningIndex { $0 > time }
      return due == 0 ? anchor : max(anchor, times[due - 1])
    }
  }

  /// The wall nanoseconds until the next tick; nil when there is none to come.
  public func untilNextTick(at time: SceneTime, anchor: SceneTime, speedFactor: Double) -> Int64? {
    switch form {
    case .animation(_, true): return nil
    case .animation(let interval, false):
      return Ticks(start: anchor, interval: interval, speedFactor: speedFactor)?.untilNext(after: max(time, anchor))
        ?? max(0, interval)
    case .periodic(let start, let interval):
      guard time >= start else { return Self.wall(from: time, to: start, speedFactor: speedFactor) }
      return Ticks(start: start, interval: interval, speedFactor: speedFactor)?.untilNext(after: time)
        ?? max(0, interval)
    case .explicit(let times):
      let due = times.partitioningIndex { $0 > time }
      return due == times.count ? nil : Self.wall(from: time, to: times[due], speedFactor: speedFactor)
    }
  }

  private static func wall(from time: SceneTime, to tick: SceneTime, speedFactor: Double) -> Int64 {
    let wall = (Double((tick - time).nanoseconds) / speedFactor).rounded(.up)
    return wall < 9e18 ? Int64(max(1, wall)) : .max
  }
}

/// Ticks at equal distances.
private struct Ticks {
  let start: SceneTime
  let interval: Int64
  let speedFactor: Double
  /// How much scene time passes in an interval, in nanoseconds.
  let step: Double

  /// - Returns: nil when there is no time between two ticks.
  init?(start: SceneTime, interval: Int64, speedFactor: Double) {
    self.start = start
    self.interval = interval
    self.speedFactor = speedFactor
    step = Double(interval) * speedFactor
    guard step > 0 else { return nil }
  }

  /// The last tick at or before `time`, which is not before the first.
  func last(by time: SceneTime) -> SceneTime {
    let count = (Double((time - start).nanoseconds) / step).rounded(.down)
    // At an extreme speed a tick is longer than any time that there is.
    guard count > 0 else { return start }
    return min(time, start + SceneTime(nanoseconds: Int64(min((count * step).rounded(), 9e18))))
  }

  /// The wall nanoseconds until the first tick after `time`, which is not before the first.
  func untilNext(after time: SceneTime) -> Int64 {
    let elapsed = Double((time - start).nanoseconds)
    let next = ((elapsed / step).rounded(.down) + 1) * step
    let wall = ((next - elapsed) / speedFactor).rounded(.up)
    return wall < Double(interval) ? Int64(max(1, wall)) : interval
  }
}

extension RandomAccessCollection {
  /// The first index whose element fulfils `belongsBehind`, when all behind it do; the end when none does.
  func partitioningIndex(where belongsBehind: (Element) -> Bool) -> Index {
    var (low, count) = (startIndex, self.count)
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if belongsBehind(self[middle]) {
        count = half
      } else {
        low = index(after: middle)
        count -= half + 1
      }
    }
    return low
  }
}
