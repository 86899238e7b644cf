/// The position and the motion of a playhead: the only map from wall time to scene time.
///
/// The drive that plays a scene, the hub and its clients, the refresh schedule and the JSON of a daemon all hold this
/// value. Wall times are nanoseconds on any monotonic clock. Each holder uses its own clock and re-anchors a state from
/// another process with ``init(from:at:speedFactor:isPaused:phase:end:)``.
///
/// ```swift
/// var state = PlaybackState(from: .zero, at: wall.now(), speedFactor: 2, phase: .playing)
/// state.time(at: wall.now() + 1_000_000_000)      // 2 s
/// ```
public struct PlaybackState: Hashable, Sendable {
  /// The phase of a scene.
  public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// The scene has not started; a playlist shows its title card.
    case ready = "title"
    /// The scene plays, or is paused.
    case playing
    /// The scene has ended.
    case ended
  }

  /// The scene time at which the motion last changed: the start, a new speed, a pause, a resume, a step.
  public var anchor: SceneTime
  /// The wall time of the anchor, in nanoseconds.
  public var wallAnchor: Int64
  /// The playback speed.
  public var speedFactor: SpeedFactor
  /// Whether the playhead is paused.
  public var isPaused: Bool
  /// The phase of the scene.
  public var phase: Phase
  /// The last scene time of the playhead.
  public var end: SceneTime

  /// Creates a state whose motion begins now.
  ///
  /// - Parameters:
  ///   - anchor: the scene time of the playhead.
  ///   - wall: the wall time of the anchor, in nanoseconds.
  ///   - speedFactor: the playback speed.
  ///   - isPaused: whether the playhead is paused.
  ///   - phase: the phase of the scene.
  ///   - end: the last scene time of the playhead.
  public init(
    from anchor: SceneTime = .zero, at wall: Int64, speedFactor: SpeedFactor = .normal, isPaused: Bool = false,
    phase: Phase = .playing, end: SceneTime = .distantFuture
  ) {
    (self.anchor, wallAnchor, self.speedFactor) = (anchor, wall, speedFactor)
    (self.isPaused, self.phase, self.end) = (isPaused, phase, end)
  }

  /// Whether scene time advances.
  public var isMoving: Bool { phase == .playing && !isPaused }

  /// The scene time at a wall time, clamped between the anchor and the end.
  public func time(at wall: Int64) -> SceneTime {
    guard isMoving else { return min(anchor, end) }
    return min(anchor + speedFactor.sceneSpan(ofWall: max(0, wall.subtractingSaturated(wallAnchor))), end)
  }

  /// The wall time at which a moving playhead reaches a scene time, in nanoseconds.
  public func wallTime(of time: SceneTime) -> Int64 {
    wallAnchor.addingSaturated(speedFactor.wallSpan(of: time - anchor))
  }

  /// Moves the anchor to a wall time; call it before changing the speed or the pause.
  public mutating func reanchor(at wall: Int64) { (anchor, wallAnchor) = (time(at: wall), wall) }
}

extension Int64 {
  /// The sum, clamped to the range of Int64.
  package func addingSaturated(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  /// The difference, clamped to the range of Int64.
  package func subtractingSaturated(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }

  /// The product, clamped to the range of Int64.
  package func multipliedSaturated(by other: Int64) -> Int64 {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? ((self < 0) == (other < 0) ? .max : .min) : product
  }
}
