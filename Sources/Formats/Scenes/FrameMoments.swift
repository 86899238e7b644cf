internal import Drawing
internal import Marbles
internal import Scenes

/// The moments of the frames of a scene that is played once in virtual time, and the wall time of each.
///
/// They are those of `play --once`: one at each tick of the scene's refresh intervals, then the finished picture.
struct FrameMoments: Sequence, IteratorProtocol {
  /// The minimum wall time between two frames, in nanoseconds: the player waits whole milliseconds, too.
  private static let shortestWait: Int64 = 1_000_000

  /// The wall time of the last frame, in nanoseconds.
  let end: Int64

  private let schedule: FrameSchedule
  private let playback: PlaybackState
  /// Whether the scene reaches its end, so that the last frame is the finished picture.
  private let finishes: Bool
  /// The wall time of the next frame, in nanoseconds; nil after the last one.
  private var upcoming: Int64?

  /// Creates the moments of one scene.
  ///
  /// - Parameters:
  ///   - drawing: the drawing of the scene; its plan is the recording of the whole scene.
  ///   - start: the wall time of the first frame, in nanoseconds.
  ///   - limit: the wall time after which the scene is cut off; nil for none. A scene without an end plays until the
  ///     limit, or without a limit for the duration of its plan.
  init(of drawing: SceneDrawing, from start: Int64, limit: Duration?) {
    schedule = FrameSchedule(of: drawing)
    let last: SceneTime = drawing.scene.isEndless && limit != nil ? .distantFuture : drawing.plan.duration
    playback = PlaybackState(from: .zero, at: start, speedFactor: drawing.scene.speedFactor, end: last)
    let cut = limit.map { start.addingSaturated(SceneTime($0).nanoseconds) } ?? .max
    finishes = playback.wallTime(of: last) <= cut
    end = Swift.min(playback.wallTime(of: last), cut)
    upcoming = start
  }

  /// The wall time of the next frame, in nanoseconds, and what it shows; nil after the last frame.
  mutating func next() -> (wall: Int64, moment: FrameState)? {
    guard let wall = upcoming else { return nil }
    guard wall < end else {
      upcoming = nil
      guard finishes else { return nil }
      var ended = playback
      ended.phase = .ended
      return (end, FrameState(at: playback.end, of: ended, by: schedule))
    }
    let time = playback.time(at: wall)
    let wait = schedule.untilNextTick(at: time, of: playback) ?? .max
    upcoming = wall.addingSaturated(Swift.max(wait, Self.shortestWait))
    return (wall, FrameState(at: time, of: playback, by: schedule))
  }
}
