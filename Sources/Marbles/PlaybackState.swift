/// Where a playhead is and how it moves: the one map from wall time to scene time.
///
/// The drive that plays a scene, the hub and its clients, the refresh schedule and the JSON of a daemon all hold this
/// value. Wall times are nanoseconds on any clock that does not go back; each holder has one of its own, and a state that
/// comes from another process is anchored anew with ``init(from:at:speedFactor:isPaused:phase:end:)``.
///
/// ```swift
/// var state = PlaybackState(from: .zero, at: wall.now(), speedFactor: 2, phase: .playing)
/// state.time(at: wall.now() + 1_000_000_000)      // 2 s
/// ```
public struct PlaybackState: Hashable, Sendable {
  /// How far a scene is.
  public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// It has not begun; a playlist shows its title.
    case ready = "title"
    /// It plays, or would if it were not paused.
    case playing
    /// It is over.
    case ended
  }

  /// The scene time at which the motion last changed: the start, a new speed, a pause, a resume, a step.
  public var anchor: SceneTime
  /// The wall time of that moment, in nanoseconds.
  public var wallAnchor: Int64
  /// How fast it moves.
  public var speedFactor: SpeedFactor
  /// Whether the playhead is held where it is.
  public var isPaused: Bool
  /// How far the scene is.
  public var phase: Phase
  /// The scene time that the playhead does not pass.
  public var end: SceneTime

  /// Creates a state whose motion begins now.
  ///
  /// - Parameters:
  ///   - anchor: where the playhead is, in scene time.
  ///   - wall: the wall time of that, in nanoseconds.
  public init(
    from anchor: SceneTime = .zero, at wall: Int64, speedFactor: SpeedFactor = .normal, isPaused: Bool = false,
    phase: Phase = .playing, end: SceneTime = .distantFuture
  ) {
    (self.anchor, wallAnchor, self.speedFactor) = (anchor, wall, speedFactor)
    (self.isPaused, self.phase, self.end) = (isPaused, phase, end)
  }

  /// Whether scene time passes.
  public var isMoving: Bool { phase == .playing && !isPaused }

  /// The scene time at a wall time; never before the anchor, and never after the end.
  public func time(at wall: Int64) -> SceneTime {
    guard isMoving else { return min(anchor, end) }
    return min(anchor + speedFactor.sceneSpan(ofWall: max(0, wall.subtractingSaturated(wallAnchor))), end)
  }

  /// The wall time by which a moving playhead has come to a scene time, in nanoseconds.
  public func wallTime(of time: SceneTime) -> Int64 {
    wallAnchor.addingSaturated(speedFactor.wallSpan(of: time - anchor))
  }

  /// Anchors the motion at a wall time, as whoever changes it does first.
  public mutating func reanchor(at wall: Int64) { (anchor, wallAnchor) = (time(at: wall), wall) }
}

extension Int64 {
  /// The sum, or the nearest number that there is.
  public func addingSaturated(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  /// The difference, or the nearest number that there is.
  public func subtractingSaturated(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }

  /// The product, or the nearest number that there is.
  public func multipliedSaturated(by other: Int64) -> Int64 {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? ((self < 0) == (other < 0) ? .max : .min) : product
  }
}
