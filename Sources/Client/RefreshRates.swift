internal import Scenes

/// How often a viewer redraws, which overrides the daemon's scene.
public struct RefreshRates: Hashable, Sendable {
  /// Minimum wall time between redraws of a row; nil for each scene's default.
  public var interval: Duration?
  /// Minimum wall times by row name, for scenes that have these rows.
  public var rows: [String: Duration]

  /// Creates rates; by default those of each scene.
  public init(interval: Duration? = nil, rows: [String: Duration] = [:]) {
    self.interval = interval
    self.rows = rows
  }

  /// The scene with these rates.
  func applied(to scene: Scene) -> Scene {
    var scene = scene
    if let interval { scene.refreshInterval = interval }
    for position in scene.rows.indices {
      let own = rows[scene.rows[position].name]
      if own != nil || interval != nil { scene.rows[position].refreshInterval = own }
    }
    return scene
  }
}
