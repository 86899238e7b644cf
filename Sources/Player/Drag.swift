internal import Drawing
internal import Marbles
internal import Scenes

/// A drag of a marble or of the playhead: maps the column of the pointer to a time.
struct Drag: Hashable {
  /// What the pointer drags.
  enum Target: Hashable {
    /// An input event, and the scene at the press.
    case event(EventKey, Scene)
    /// The end of an input, which is an error with this message, or nil.
    case end(row: Int, message: String?)
    /// The playhead, by the axis.
    case playhead
  }

  let target: Target
  /// The time of the dragged thing at the press.
  let start: SceneTime
  /// The column of the pointer at the press.
  let column: Int
  /// The time scale at the press; it stays fixed, so that nothing moves under the pointer.
  let scale: TimeScale
  /// The last time that was set; nil before the pointer has moved.
  private(set) var last: SceneTime?

  init(_ target: Target, start: SceneTime, column: Int, scale: TimeScale) {
    (self.target, self.start, self.column, self.scale) = (target, start, column, scale)
  }

  /// The time for a column: the time at the press plus the time between the columns, rounded to tenths of a second
  /// unless `isFree`, and at least 0.
  func time(at column: Int, isFree: Bool) -> SceneTime {
    let time = max(.zero, start + scale.span(ofColumns: column - self.column))
    let grid: Int64 = isFree ? 1_000_000 : 100_000_000
    return .nanoseconds((time + .nanoseconds(grid / 2)).nanoseconds / grid * grid)
  }

  /// Starts the drag at once, before the pointer has moved.
  mutating func grab() { last = start }

  /// Follows the pointer; nil when the time does not change.
  mutating func move(to column: Int, isFree: Bool) -> SceneTime? {
    // Small movements at the place of the press don't count.
    guard column != self.column || last != nil else { return nil }
    let time = column == self.column ? start : time(at: column, isFree: isFree)
    defer { last = time }
    return time == last ? nil : time
  }
}
