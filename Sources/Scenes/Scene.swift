public import Marbles
public import Operators

/// What is played: rows on one shared timeline, and how fast and how often they are drawn.
public struct Scene: Hashable, Sendable {
  /// One line of a scene.
  public struct Row: Hashable, Sendable {
    /// Where a row's events come from.
    public enum Content: Hashable, Sendable {
      /// They are given.
      case input(Timeline)
      /// Operators make them of other rows.
      case output(Expression)
    }

    /// Unique in its scene; expressions refer to the row by it.
    public var name: String
    /// Where its events come from.
    public var content: Content
    /// The smallest wall time between two redraws of this row; nil for the scene's.
    public var refreshInterval: Duration?

    /// Creates a row.
    public init(name: String, content: Content, refreshInterval: Duration? = nil) {
      self.name = name
      self.content = content
      self.refreshInterval = refreshInterval
    }

    /// Its timeline, when it is an input.
    public var timeline: Timeline? {
      if case .input(let timeline) = content { timeline } else { nil }
    }

    /// Its expression, when it is an output.
    public var expression: Expression? {
      if case .output(let expression) = content { expression } else { nil }
    }
  }

  /// What it is called.
  public var title: String
  /// One sentence on what it shows.
  public var about: String
  /// How long it plays; nil until the last thing that happens in any row.
  public var duration: SceneTime?
  /// The length of a time step, for diagrams.
  public var step: SceneTime
  /// Scene seconds a wall second.
  public var speedFactor: Double
  /// The smallest wall time between two redraws of a row that has no interval of its own.
  public var refreshInterval: Duration
  /// Its rows, from top to bottom.
  public var rows: [Row]

  /// The refresh interval of a scene that names none: 30 frames a second.
  public static let defaultRefreshInterval = Duration.milliseconds(33)

  /// Creates a scene.
  public init(
    title: String, about: String = "", duration: SceneTime? = nil, step: SceneTime = .seconds(1),
    speedFactor: Double = 1, refreshInterval: Duration = Scene.defaultRefreshInterval, rows: [Row]
  ) {
    self.title = title
    self.about = about
    self.duration = duration
    self.step = step
    self.speedFactor = speedFactor
    self.refreshInterval = refreshInterval
    self.rows = rows
  }

  /// The position of the row called `name`.
  public func position(of name: String) -> Int? { rows.firstIndex { $0.name == name } }
}
