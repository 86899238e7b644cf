internal import Marbles

/// What a new value looks like while the playhead moves: its marble is bright for a moment, and the lines to it grow
/// from its sources.
///
/// Both take wall time, which follows from scene time and speed, so that a frame is a function of its moment.
struct EmissionMotion {
  /// How long a new marble and its lines are bright, in wall nanoseconds.
  private static let flash: Int64 = 150_000_000
  /// How long a line grows, in wall nanoseconds.
  private static let growth: Int64 = 180_000_000

  /// How long something of an emission moves, in scene time.
  var length: SceneTime { speedFactor.sceneSpan(ofWall: max(Self.flash, Self.growth)) }

  private let speedFactor: SpeedFactor
  private let flash: SceneTime

  /// Nil while the playhead does not move: a picture that stands still is settled.
  init?(_ moment: FrameState) {
    guard moment.state == .playing else { return nil }
    speedFactor = moment.speedFactor
    flash = speedFactor.sceneSpan(ofWall: Self.flash)
  }

  /// Whether an event at `time` is bright at `now`.
  func isBright(_ time: SceneTime, at now: SceneTime) -> Bool { time <= now && now - time < flash }

  /// The share of a line to an event at `time` that has grown by `now`, up to 1.
  func growth(_ time: SceneTime, at now: SceneTime) -> Double {
    min(1, Double(speedFactor.wallSpan(of: max(.zero, now - time))) / Double(Self.growth))
  }
}
