package import Layout
public import Marbles
public import Scenes

/// The state that a frame shows: the times of the overlay and of each row, the motion of the playhead, and the
/// selection.
public struct FrameState: Hashable, Sendable {
  /// The state of the playhead.
  public enum State: Hashable, Sendable {
    /// The playhead moves.
    case playing
    /// The playhead is paused.
    case paused
    /// The playhead has reached the end.
    case finished
  }

  /// The times of rain: columns move at one rate, and glyphs change at different times.
  public struct RainTimes: Hashable, Sendable {
    /// The time that determines the positions of columns.
    public var columns: SceneTime
    /// The time that determines the glyphs.
    public var glyphs: SceneTime

    /// Creates the two times.
    public init(columns: SceneTime, glyphs: SceneTime) {
      (self.columns, self.glyphs) = (columns, glyphs)
    }
  }

  /// The scene time that the axis and the status line show.
  public var time: SceneTime
  /// The scene time of each row; rows may refresh at different rates.
  public var rowTimes: [SceneTime]
  /// The scene times of rain; nil when rain shows `time`.
  public var rain: RainTimes?
  /// Scene seconds per wall-clock second.
  public var speedFactor: SpeedFactor
  /// The state of the playhead.
  public var state: State
  /// Whether the scene restarts at its end.
  public var isLooping: Bool
  /// The selected event: its marble is marked, and its connectors are drawn.
  public var selected: EventKey?
  /// The row that keys concern, where no event is selected: its name is marked.
  public var focusedRow: Int?
  /// The event under the pointer: its marble is marked.
  public var hovered: EventKey?
  /// The position of the first visible row when not all rows fit; limited so that rows fill the screen.
  public var scroll: Int
  /// The first visible item of each list, by the position of its row.
  public var panelScrolls: [Int: Int] = [:]
  /// Outputs after this time are hidden, so that viewers can predict them; nil hides none, a negative time all.
  public var revealed: SceneTime?
  /// Whether hidden outputs are blank, rather than marbles without their values.
  public var blanksHidden = false
  /// The positions of the rows to draw, as the others are out of sight; nil draws all. The others keep their places.
  public var rowsInSight: Set<Int>?
  /// What the viewer expects of outputs while they are hidden, by row name.
  package var predictions: [String: Scene.Expectation] = [:]
  /// Whether the user can change to other scenes.
  public var isOneOfSeveral = false
  /// The place of the scene among those that are played one after the other; nil when it is unknown.
  public var place: ScenePlace?
  /// Whether the picture is for an audience: large, and without a clock and keys.
  public var isPresenting = false
  /// Whether outputs are shown to their end, as inputs are: while the scene is edited.
  public var showsPlan = false
  /// How the viewer wants to see rows, by name, instead of what the scene or the values choose.
  package var forms: [String: RowForm] = [:]
  /// What can be undone, redone and saved.
  public var edits = EditState()
  /// What the keys of the viewer may do.
  public var permissions = KeyPermissions.all

  /// Creates a moment; by default every row shows `time`.
  public init(
    time: SceneTime, rowTimes: [SceneTime] = [], rain: RainTimes? = nil, speedFactor: SpeedFactor = .normal,
    state: State = .paused, isLooping: Bool = false, selected: EventKey? = nil, hovered: EventKey? = nil,
    scroll: Int = 0
  ) {
    self.time = time
    self.rowTimes = rowTimes
    self.rain = rain
    self.speedFactor = speedFactor
    self.state = state
    self.isLooping = isLooping
    self.selected = selected
    self.hovered = hovered
    self.scroll = scroll
  }

  /// Whether outputs are hidden, all or those after some time.
  public var hidesOutputs: Bool { revealed != nil }

  /// The scene time of the row at `position`.
  public func time(ofRow position: Int) -> SceneTime { rowTimes.indices.contains(position) ? rowTimes[position] : time }
}
