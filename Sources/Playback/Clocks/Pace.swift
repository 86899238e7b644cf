internal import Marbles

/// Where two times meet, and how much of one passes while the other does: all that a speed factor is.
///
/// A ``ScaledClock`` has one for ever; a ``RealTimeDrive``, whose speed can be changed and which can be paused, gets a new
/// one whenever the playhead's motion changes.
struct Pace {
  /// Scene seconds a wall second; finite and above 0.
  var speedFactor: Double
  /// This wall time, in nanoseconds, …
  var wall: Int64 = 0
  /// … is this scene time.
  var scene = SceneTime.zero

  static func check(_ speedFactor: Double) {
    precondition(speedFactor > 0 && speedFactor.isFinite, "a speed factor is finite and above 0")
  }

  /// The scene time at a wall time; never before the one where both meet.
  func sceneTime(at wall: Int64) -> SceneTime {
    let elapsed = (Double(max(0, wall - self.wall)) * speedFactor).rounded()
    return scene + SceneTime(nanoseconds: Int64(min(elapsed, 9e18)))
  }

  /// The wall time, in nanoseconds, by which a scene time has come.
  func wallTime(at time: SceneTime) -> Int64 {
    let span = (Double((time - scene).nanoseconds) / speedFactor).rounded(.up)
    return wall + Int64(max(-4e18, min(span, 4e18)))
  }
}
