public import Marbles

/// What is played: rows on one shared timeline, and how fast and how often they are drawn.
public struct Scene: Hashable, Sendable {
  /// What it is called on the command line: a file's name without `.yaml`, an operator's name.
  public var name: String
  /// What stands above it.
  public var title: String
  /// One sentence on what it shows.
  public var about: String
  /// What it shows.
  public var kind: Kind
  /// The rain that falls behind it; nil for none.
  public var backdrop: Matrix?
  /// How long it plays; nil until the last thing that happens in any row.
  public var duration: SceneTime?
  /// How much of it is shown at once, following the playhead; nil for all.
  public var window: SceneTime?
  /// The length of a time step, for diagrams.
  public var step: SceneTime
  /// Whose rules its diagrams and its consumers follow.
  public var dialect: Dialect
  /// Scene seconds a wall second.
  public var speedFactor: SpeedFactor
  /// The smallest wall time between two redraws of a row that has no interval of its own.
  public var refreshInterval: Duration
  /// Whether it starts over at its end.
  public var loops: Bool
  /// Which time animations take.
  public var animationTime: AnimationTime
  /// Whether everything is simply there when it happens.
  public var reducesMotion: Bool
  /// Its rows, from top to bottom.
  public var rows: [Row]

  /// The times that an animation's duration may be of.
  public enum AnimationTime: String, Hashable, Sendable, CaseIterable {
    /// It goes faster when the scene does, and stands still when the scene does.
    case scene
    /// It takes as long at any speed.
    case wall
  }

  /// The refresh interval of a scene that names none: 30 frames a second.
  public static let defaultRefreshInterval = Duration.milliseconds(33)

  /// Creates a scene; without a title of its own it is titled by its name.
  public init(
    name: String, title: String? = nil, about: String = "", kind: Kind = .timelines,
    backdrop: Matrix? = nil, duration: SceneTime? = nil,
    window: SceneTime? = nil,
    step: SceneTime = .seconds(1), dialect: Dialect = .marbled, speedFactor: SpeedFactor = .normal,
    refreshInterval: Duration = Scene.defaultRefreshInterval,
    loops: Bool = false, animationTime: AnimationTime = .scene, reducesMotion: Bool = false, rows: [Row]
  ) {
    self.name = name
    self.title = title ?? name
    self.about = about
    self.kind = kind
    self.backdrop = backdrop
    self.duration = duration
    self.window = window
    self.step = step
    self.dialect = dialect
    self.speedFactor = speedFactor
    self.refreshInterval = refreshInterval
    self.loops = loops
    self.animationTime = animationTime
    self.reducesMotion = reducesMotion
    self.rows = rows
  }

  /// How much of a live scene is shown at once when it does not say so itself.
  public static let liveWindow = SceneTime.seconds(10)

  /// Whether something comes from outside as it plays: scene time is then wall time, and nothing can be known before.
  public var isLive: Bool { rows.contains { $0.live != nil } }

  /// The position of the row called `name`.
  public func position(of name: String) -> Int? { rows.firstIndex { $0.name == name } }
}
