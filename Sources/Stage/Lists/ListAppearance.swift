internal import Marbles

/// How far an item has come into its place.
struct ListAppearance: Hashable, Sendable {
  /// What moves; nil when it is there at once.
  var transition: Animation.Transition?
  /// From 0, not there, to 1, in its place.
  var progress: Double

  /// In its place.
  static let whole = ListAppearance(transition: nil, progress: 1)

  /// Columns to the right of its place.
  func offset(in room: Int) -> Int {
    transition == .slide ? Int((1 - progress) * Double(room)) : 0
  }

  /// Rows of cells above its place.
  var rise: Int { transition == .drop && progress < 0.5 ? 1 : 0 }
  /// Whether it is not to be seen at all yet.
  var isHidden: Bool { progress <= 0 }
  /// Whether it is faint, as what fades in is at first.
  var isFaint: Bool { transition == .fade && progress < 0.5 }
  /// Whether there is its icon only.
  var isSmall: Bool { transition == .pop && progress < 0.5 }
}
