internal import Expressions
public import Marbles

/// A scene: rows on a shared timeline, and how they are played and drawn.
public struct Scene: Hashable, Sendable {
  /// The name on the command line: that of a file without `.yaml`, or of an operator.
  public var name: String
  /// The title above the scene.
  public var title: String
  /// A sentence about what it shows.
  public var about: String
  /// What it teaches, in a few sentences; empty for nothing. See ``lesson(of:)``.
  public var notes: String
  /// The task of a lesson; nil for none.
  public var exercise: Exercise?
  /// The content: timelines, a list, or rain.
  public var kind: Kind
  /// The rain behind the scene; nil for none.
  public var backdrop: Matrix?
  /// How long it plays; nil to end with the last event of any row.
  public var duration: SceneTime?
  /// How much scene time is visible at once, following the playhead; nil for all.
  public var window: SceneTime?
  /// The length of a time step, for diagrams.
  public var step: SceneTime
  /// The dialect of its diagrams and consumers.
  public var dialect: Dialect
  /// The order of what is due at one instant.
  public var order: InstantOrder
  /// Playback speed: scene seconds per wall-clock second.
  public var speedFactor: SpeedFactor
  /// Minimum wall time between redraws of a row, unless the row sets its own.
  public var refreshInterval: Duration
  /// Whether it restarts at its end.
  public var loops: Bool
  /// The clock of animations.
  public var animationTime: AnimationTime
  /// Whether events appear without animation.
  public var reducesMotion: Bool
  /// The rows, from top to bottom.
  public var rows: [Row]
  /// The lints that are not reported for this scene, each with the reason.
  public var allowedLints: [Lint: String] = [:]
  /// The issue of a library that the scene shows; nil for none.
  public var issue: Issue?

  /// The clock of an animation's duration.
  public enum AnimationTime: String, Hashable, Sendable, CaseIterable {
    /// Scene time: animations follow the speed and stop during pauses.
    case scene
    /// Wall time: animations take equally long at any speed.
    case wall
  }

  /// The default refresh interval: 30 frames per second.
  public static let defaultRefreshInterval = Duration.milliseconds(33)

  /// Creates a scene; the default title is the name.
  public init(
    name: String, title: String? = nil, about: String = "", notes: String = "", exercise: Exercise? = nil,
    kind: Kind = .timelines, backdrop: Matrix? = nil, duration: SceneTime? = nil,
    window: SceneTime? = nil,
    step: SceneTime = .seconds(1), dialect: Dialect = .marbled, order: InstantOrder = .inTurn,
    speedFactor: SpeedFactor = .normal,
    refreshInterval: Duration = Scene.defaultRefreshInterval,
    loops: Bool = false, animationTime: AnimationTime = .scene, reducesMotion: Bool = false, rows: [Row]
  ) {
    self.name = name
    self.title = title ?? name
    self.about = about
    self.notes = notes
    self.exercise = exercise
    self.kind = kind
    self.backdrop = backdrop
    self.duration = duration
    self.window = window
    self.step = step
    self.dialect = dialect
    self.order = order
    self.speedFactor = speedFactor
    self.refreshInterval = refreshInterval
    self.loops = loops
    self.animationTime = animationTime
    self.reducesMotion = reducesMotion
    self.rows = rows
  }

  /// The default window of a live scene.
  public static let liveWindow = SceneTime.seconds(10)

  /// Whether a row is live: scene time is then wall time, and the scene can't be planned.
  public var isLive: Bool { rows.contains { $0.live != nil } }

  /// Whether a row has events of lines with times, such as those of a log: data that nobody wrote for the expressions, so that
  /// these may ask for members that no value has.
  var hasEventsOfLines: Bool { rows.contains { $0.timeline?.events.first?.sourceTime != nil } }

  /// Whether the result of a closure that fails is `nil`, rather than the end of its row: in live scenes, and where their
  /// recordings are replayed.
  var goesOnAfterErrors: Bool { rows.contains { $0.live != nil || $0.input?.start == .unbuffered } }

  /// The names of the inputs that no expression refers to.
  public var unusedInputs: [String] {
    let used = Set(rows.flatMap { $0.expression?.references.map(\.name) ?? [] })
    return rows.filter { $0.expression == nil && !used.contains($0.name) }.map(\.name)
  }

  /// What the scene and its rows teach: the notes of the scene, and those of each row after its name, without control
  /// characters.
  ///
  /// - Parameter positions: the rows whose notes are wanted.
  public func lesson(of positions: Range<Int>) -> [String] {
    let told = rows[positions.clamped(to: rows.indices)].filter { !$0.notes.isEmpty }.map { "\($0.name): \($0.notes)" }
    return ((notes.isEmpty ? [] : [notes]) + told).map { text in
      DisplayText.shortened(text.split(whereSeparator: \.isWhitespace).joined(separator: " "), to: .max)
    }
  }

  /// Whether the scene or one of its rows teaches something.
  public var hasLesson: Bool { !notes.isEmpty || rows.contains { !$0.notes.isEmpty } }

  /// The position of the row called `name`; nil when there is none.
  public func position(of name: String) -> Int? { rows.firstIndex { $0.name == name } }
}

extension Scene {
  /// The scene without the sources of its live rows, for viewers: commands may hold passwords.
  public var withoutSources: Scene {
    var scene = self
    for position in scene.rows.indices {
      guard case .live(let live) = scene.rows[position].content else { continue }
      scene.rows[position].content = .live(Scene.Live(capacity: live.capacity))
    }
    return scene
  }
}
