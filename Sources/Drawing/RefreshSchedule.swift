public import Marbles

/// The times at which a row is redrawn, like SwiftUI's `.animation(minimumInterval:paused:)` schedule.
///
/// Ticks are counted in wall time from the moment at which the playhead's motion last changed (start, speed, resume,
/// seek). At that moment every row is drawn; then a row shows the scene time of its last tick. So a slow row is visibly
/// slow, and all rows with one interval tick together.
///
/// ```swift
/// RefreshSchedule.animation(minimumInterval: .milliseconds(200))
///   .shownTime(at: .seconds(0.5), of: PlaybackState(at: 0))      // 0.4 s
/// ```
public struct RefreshSchedule: Hashable, Sendable {
  /// The wall nanoseconds between two ticks; 0 ticks at every frame.
  private let interval: Int64
  private let isPaused: Bool

  /// A schedule whose ticks are counted from the anchor of the playback state.
  ///
  /// - Parameters:
  ///   - minimumInterval: the minimum wall time between two redraws; 0 redraws at every frame.
  ///   - paused: whether the row keeps showing the time of the anchor.
  public static func animation(minimumInterval: Duration = .zero, paused: Bool = false) -> RefreshSchedule {
    RefreshSchedule(interval: max(0, SceneTime(minimumInterval).nanoseconds), isPaused: paused)
  }

  /// The scene time to show when the playhead is at `time`.
  ///
  /// - Parameters:
  ///   - time: the current scene time.
  ///   - playback: the motion of the playhead.
  /// - Returns: the time of the last tick, but never before the anchor; `time` if it is before the anchor.
  public func shownTime(at time: SceneTime, of playback: PlaybackState) -> SceneTime {
    guard time > playback.anchor else { return time }
    if isPaused { return playback.anchor }
    guard interval > 0 else { return time }
    let elapsed = playback.speedFactor.wallSpan(of: time - playback.anchor)
    return min(time, playback.anchor + playback.speedFactor.sceneSpan(ofWall: elapsed / interval * interval))
  }

  /// The wall nanoseconds until the next tick; nil when no tick follows.
  public func untilNextTick(at time: SceneTime, of playback: PlaybackState) -> Int64? {
    if isPaused { return nil }
    guard interval > 0 else { return 0 }
    let elapsed = playback.speedFactor.wallSpan(of: max(.zero, time - playback.anchor))
    return interval - elapsed % interval
  }
}
