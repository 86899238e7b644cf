public import Marbles

/// When a row is redrawn: a ticker with a smallest interval, as SwiftUI's `TimelineView(.animation(minimumInterval:))`.
///
/// Intervals are wall time; a row with interval `d` shows the scene time of its last tick, and ticks are counted from the
/// anchor, the moment at which the playhead's motion last changed. So a slow row is visibly slow, and all rows of one
/// interval tick together.
public struct RefreshSchedule: Hashable, Sendable {
  /// The smallest wall time between two redraws; 0 redraws at every frame.
  public var minimumInterval: Duration

  /// A schedule that ticks at most every `minimumInterval`.
  public static func animation(minimumInterval: Duration) -> RefreshSchedule {
    RefreshSchedule(minimumInterval: minimumInterval)
  }

  /// The scene time to show when the playhead is at `time`.
  ///
  /// - Parameters:
  ///   - time: where the playhead is.
  ///   - anchor: the scene time at which its motion last changed.
  ///   - speedFactor: scene seconds a wall second.
  public func shownTime(at time: SceneTime, anchor: SceneTime, speedFactor: Double) -> SceneTime {
    guard let step = sceneStep(speedFactor: speedFactor), time > anchor else { return time }
    let ticks = (Double((time - anchor).nanoseconds) / step).rounded(.down)
    // At an extreme speed a tick is longer than any time that there is.
    guard ticks > 0 else { return anchor }
    return min(time, anchor + SceneTime(nanoseconds: Int64(min((ticks * step).rounded(), 9e18))))
  }

  /// The wall nanoseconds until the next tick.
  public func untilNextTick(at time: SceneTime, anchor: SceneTime, speedFactor: Double) -> Int64 {
    let interval = SceneTime(minimumInterval).nanoseconds
    guard let step = sceneStep(speedFactor: speedFactor) else { return max(0, interval) }
    let elapsed = Double(max(.zero, time - anchor).nanoseconds)
    let next = ((elapsed / step).rounded(.down) + 1) * step
    let wall = ((next - elapsed) / speedFactor).rounded(.up)
    return wall < Double(interval) ? Int64(max(1, wall)) : interval
  }

  /// How much scene time passes in an interval, in nanoseconds.
  private func sceneStep(speedFactor: Double) -> Double? {
    let step = Double(SceneTime(minimumInterval).nanoseconds) * speedFactor
    return step > 0 ? step : nil
  }
}
