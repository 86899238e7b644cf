internal import Scenes

/// How often a viewer draws, whatever the daemon says.
public struct RefreshRates: Hashable, Sendable {
  /// The least wall time between two redraws of a row; nil for what each scene says.
  public var interval: Duration?
  /// The same for rows of these names, in scenes that have them.
  public var rows: [String: Duration]

  /// Creates rates.
  public init(interval: Duration? = nil, rows: [String: Duration] = [:]) {
    self.interval = interval
    self.rows = rows
  }

  /// A scene that is drawn so.
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
