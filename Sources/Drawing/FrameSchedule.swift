package import Marbles
internal import Scenes

/// When the picture of a playing scene changes by time alone: rows, rain and everything else have their own refresh
/// schedules.
///
/// The player, in wall time, and casts, in virtual time, take the moments of their frames from here, so they show the
/// same frames.
///
/// ```swift
/// let schedule = FrameSchedule(of: drawing)
/// let moment = FrameState(at: playback.time(at: wall.now()), of: playback, by: schedule)
/// ```
package struct FrameSchedule: Hashable, Sendable {
  /// How long the end of a scene is shown before it restarts or the next scene starts, in wall nanoseconds.
  package static let pauseAtEnd: Int64 = 1_000_000_000

  /// The schedule of each row.
  fileprivate let rows: [RefreshSchedule]
  /// The schedule of everything outside of rows, except for rain.
  fileprivate let surroundings: RefreshSchedule
  fileprivate let rain: RainSchedule?

  /// Creates the schedule of the scene of `drawing`.
  package init(of drawing: SceneDrawing) {
    let scene = drawing.scene
    rows = scene.rows.map { .animation(minimumInterval: $0.refreshInterval ?? scene.refreshInterval) }
    surroundings = .animation(minimumInterval: scene.refreshInterval)
    rain = drawing.rainSchedule
  }

  /// The wall nanoseconds until the next frame; nil while nothing moves.
  ///
  /// - Parameters:
  ///   - time: the current scene time.
  ///   - playback: the motion of the playhead.
  package func untilNextTick(at time: SceneTime, of playback: PlaybackState) -> Int64? {
    guard playback.isMoving else { return nil }
    let parts = rows + [surroundings] + (rain.map { [$0.columns, $0.glyphs] } ?? [])
    return parts.compactMap { $0.untilNextTick(at: time, of: playback) }.min()
  }
}

extension FrameState {
  /// The state to show when the playhead is at `time`: while it moves, each part shows the time of its last tick;
  /// otherwise all parts show `time`.
  ///
  /// - Parameters:
  ///   - time: the current scene time.
  ///   - playback: the motion of the playhead.
  ///   - schedule: when the parts of the picture are redrawn.
  package init(at time: SceneTime, of playback: PlaybackState, by schedule: FrameSchedule) {
    self.init(time: time, speedFactor: playback.speedFactor, state: State(playback))
    guard playback.isMoving else { return }
    func shown(by part: RefreshSchedule) -> SceneTime { part.shownTime(at: time, of: playback) }
    self.time = shown(by: schedule.surroundings)
    rowTimes = schedule.rows.map(shown)
    rain = schedule.rain.map { RainTimes(columns: shown(by: $0.columns), glyphs: shown(by: $0.glyphs)) }
  }
}

extension FrameState.State {
  /// The state of a playhead with this motion.
  package init(_ playback: PlaybackState) {
    self =
      switch playback.phase {
      case .ended: .finished
      case .ready: .paused
      case .playing: playback.isPaused ? .paused : .playing
      }
  }
}
