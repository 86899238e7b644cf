internal import Drawing
internal import Layout
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
  /// The step of the scene, whose multiples attract the pointer; zero for none.
  let step: SceneTime
  /// The last time that was set; nil before the pointer has moved.
  private(set) var last: SceneTime?
  /// The last edit that was shown; nil before that, and for the playhead.
  var edit: SceneEdit?

  init(_ target: Target, start: SceneTime, column: Int, scale: TimeScale, step: SceneTime = .zero) {
    (self.target, self.start, self.column, self.scale) = (target, start, column, scale)
    self.step = step
  }

  /// The time for a column: the time at the press plus the time between the columns, and at least 0. It is rounded to a
  /// step that is at most a tenth of a second away, else to tenths of a second; to milliseconds if it `isFree`.
  func time(at column: Int, isFree: Bool) -> SceneTime {
    let time = max(.zero, start + scale.span(ofColumns: column - self.column))
    if isFree { return time.rounded(to: 1_000_000) }
    if step > .zero {
      let snapped = time.rounded(to: step.nanoseconds)
      if max(snapped - time, time - snapped) <= .nanoseconds(Self.tenth) { return snapped }
    }
    return time.rounded(to: Self.tenth)
  }

  private static let tenth: Int64 = 100_000_000

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

extension SceneTime {
  /// The nearest multiple of a number of nanoseconds.
  func rounded(to grid: Int64) -> SceneTime {
    .nanoseconds((self + .nanoseconds(grid / 2)).nanoseconds / grid * grid)
  }
}
