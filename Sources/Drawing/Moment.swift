public import Marbles

/// What a frame is a picture of: where the playhead is, for the overlay and for each row, how it moves, and what a person
/// points at.
public struct Moment: Hashable, Sendable {
  /// What the playhead does.
  public enum State: Hashable, Sendable {
    /// It moves.
    case playing
    /// It stands.
    case paused
    /// It has reached the end.
    case finished
  }

  /// Columns fall at one rate, and each glyph changes at times of its own.
  public struct RainTimes: Hashable, Sendable {
    /// Where columns are.
    public var columns: SceneTime
    /// What glyphs are.
    public var glyphs: SceneTime

    /// Creates the times of a moment.
    public init(columns: SceneTime, glyphs: SceneTime) {
      (self.columns, self.glyphs) = (columns, glyphs)
    }
  }

  /// The scene time that the axis and the status line show.
  public var time: SceneTime
  /// The scene time that each row shows; rows refresh at rates of their own.
  public var rowTimes: [SceneTime]
  /// The scene times that rain shows; nil where all of it shows `time`.
  public var rain: RainTimes?
  /// Scene seconds a wall second.
  public var speedFactor: SpeedFactor
  /// What the playhead does.
  public var state: State
  /// Whether the scene starts over at its end.
  public var isLooping: Bool
  /// The event that is selected: its marble is marked, and its connectors are drawn.
  public var selected: EventKey?
  /// The event under the pointer: its marble is marked.
  public var hovered: EventKey?
  /// The position of the first row that is shown, where not all fit; as far as there are rows to fill the screen.
  public var scroll: Int
  /// The first item that is shown of the lists of rows, by the rows' positions.
  public var panelScrolls: [Int: Int] = [:]
  /// Whether outputs are left out, for who wants to guess them.
  public var hidesOutputs = false
  /// Whether there are other scenes to change to.
  public var isOneOfSeveral = false

  /// A moment; every row shows `time` unless it is told otherwise.
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

  /// The scene time that the row at `position` shows.
  public func time(ofRow position: Int) -> SceneTime { rowTimes.indices.contains(position) ? rowTimes[position] : time }
}
