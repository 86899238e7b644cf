public import Marbles

/// What a frame is a picture of: where the playhead is, for the overlay and for each row, and how it moves.
public struct Moment: Hashable, Sendable {
  /// What the playhead does.
  public enum State: Hashable, Sendable {
    /// It moves.
    case playing
    /// It stands.
    case paused
    /// It has reached the end.
    case finished
  }

  /// The scene time that the axis and the status line show.
  public var time: SceneTime
  /// The scene time that each row shows; rows refresh at rates of their own.
  public var rowTimes: [SceneTime]
  /// Scene seconds a wall second.
  public var speedFactor: Double
  /// What the playhead does.
  public var state: State
  /// Whether the scene starts over at its end.
  public var isLooping: Bool

  /// A moment; every row shows `time` unless it is told otherwise.
  public init(
    time: SceneTime, rowTimes: [SceneTime] = [], speedFactor: Double = 1, state: State = .paused,
    isLooping: Bool = false
  ) {
    self.time = time
    self.rowTimes = rowTimes
    self.speedFactor = speedFactor
    self.state = state
    self.isLooping = isLooping
  }

  /// The scene time that the row at `position` shows.
  public func time(ofRow position: Int) -> SceneTime { rowTimes.indices.contains(position) ? rowTimes[position] : time }
}
