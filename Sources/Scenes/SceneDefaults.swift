public import Marbles

/// How scenes are played that do not say it themselves.
public struct SceneDefaults: Hashable, Sendable {
  /// Scene seconds a wall second.
  public var speedFactor: SpeedFactor
  /// The smallest wall time between two redraws of a row.
  public var refreshInterval: Duration
  /// How much is shown at once, following the playhead; nil for all.
  public var window: SceneTime?
  /// Whether a scene starts over at its end.
  public var loops: Bool

  /// Creates defaults, which are those of the program unless they are given.
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
  /// Takes all that defaults say.
  package mutating func adopt(_ defaults: SceneDefaults) {
    speedFactor = defaults.speedFactor
    refreshInterval = defaults.refreshInterval
    window = defaults.window
    loops = defaults.loops
  }
}
