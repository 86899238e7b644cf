public import Marbles

/// Playback settings for scenes that do not set their own.
public struct SceneDefaults: Hashable, Sendable {
  /// Playback speed: scene seconds per wall-clock second.
  public var speedFactor: SpeedFactor
  /// Minimum wall time between redraws of a row.
  public var refreshInterval: Duration
  /// How much scene time is visible at once, following the playhead; nil for all.
  public var window: SceneTime?
  /// Whether a scene restarts at its end.
  public var loops: Bool

  /// Creates settings; without arguments those of the program.
  public init(
    speedFactor: SpeedFactor = .normal, refreshInterval: Duration = Scene.defaultRefreshInterval,
    window: SceneTime? = nil,
    loops: Bool = false
  ) {
    self.speedFactor = speedFactor
    self.refreshInterval = refreshInterval
    self.window = window
    self.loops = loops
  }
}

extension Scene {
  /// Applies the settings to the scene.
  package mutating func apply(_ defaults: SceneDefaults) {
    speedFactor = defaults.speedFactor
    refreshInterval = defaults.refreshInterval
    window = defaults.window
    loops = defaults.loops
  }
}
