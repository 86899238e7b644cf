package import Marbles

/// The position and the motion of a daemon's playhead.
package struct PlayheadMotion: Hashable, Sendable {
  package var time: SceneTime
  package var speedFactor: SpeedFactor
  /// Whether a command set the speed, which then overrides the scene's.
  package var isSpeedSet: Bool
  package var isPaused: Bool
  package var phase: PlaybackState.Phase

  package init(
    time: SceneTime, speedFactor: SpeedFactor = .normal, isSpeedSet: Bool = false, isPaused: Bool = false,
    phase: PlaybackState.Phase = .playing
  ) {
    (self.time, self.speedFactor, self.isSpeedSet) = (time, speedFactor, isSpeedSet)
    (self.isPaused, self.phase) = (isPaused, phase)
  }

  /// The motion in wall time of this process.
  ///
  /// - Parameters:
  ///   - wall: when it began, in nanoseconds.
  ///   - end: the last scene time of the playhead.
  package func playback(at wall: Int64, until end: SceneTime) -> PlaybackState {
    PlaybackState(from: time, at: wall, speedFactor: speedFactor, isPaused: isPaused, phase: phase, end: end)
  }

  func write(to object: inout JSONObject) {
    object.add("time", time)
    object.add("speedFactor", speedFactor)
    object.add("speedFrom", isSpeedSet ? "control" : "scene")
    object.add("paused", isPaused)
    object.add("phase", phase.rawValue)
  }

  init(_ members: JSONMembers) {
    self.init(
      time: members.time("time") ?? .zero, speedFactor: members.speedFactor("speedFactor") ?? .normal,
      isSpeedSet: members.text("speedFrom") == "control", isPaused: members.flag("paused") ?? false,
      phase: members.text("phase").flatMap(PlaybackState.Phase.init) ?? .playing)
  }
}
