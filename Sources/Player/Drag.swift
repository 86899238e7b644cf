internal import Drawing
internal import Marbles
internal import Scenes

/// A marble, or the playhead, being dragged: which time it has for the column of the pointer.
struct Drag: Hashable {
  /// What is dragged.
  enum Grip: Hashable {
    /// An input event of a scene, as that was when the button went down.
    case event(EventKey, Scene)
    /// The playhead, by the axis.
    case playhead
  }

  let grip: Grip
  /// Its time when the button went down.
  let start: SceneTime
  /// The column of the pointer then.
  let column: Int
  /// Where times stood then; it is kept, so that nothing slides away under the pointer.
  let scale: TimeScale
  /// The time that it was last given; nil before the pointer has moved.
  private(set) var last: SceneTime?

  init(_ grip: Grip, start: SceneTime, column: Int, scale: TimeScale) {
    (self.grip, self.start, self.column, self.scale) = (grip, start, column, scale)
  }

  /// The time for a column: that at the press and what the columns between are, to the tenth of a second unless it is
  /// free, and never before 0.
  func time(at column: Int, isFree: Bool) -> SceneTime {
    let time = max(.zero, start + scale.span(ofColumns: column - self.column))
    let grid: Int64 = isFree ? 1_000_000 : 100_000_000
    return .nanoseconds((time + .nanoseconds(grid / 2)).nanoseconds / grid * grid)
  }

  /// Takes it at once, before the pointer has moved.
  mutating func grab() { last = start }

  /// Follows the pointer; nil when nothing comes of it.
  mutating func move(to column: Int, isFree: Bool) -> SceneTime? {
    // The pointer may tremble where it was pressed.
    guard column != self.column || last != nil else { return nil }
    let time = column == self.column ? start : time(at: column, isFree: isFree)
    defer { last = time }
    return time == last ? nil : time
  }
}
