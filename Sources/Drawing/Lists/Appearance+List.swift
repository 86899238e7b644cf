internal import Marbles

/// How an item of a list looks that is coming in.
extension Appearance {
  /// Rows of cells above its place.
  var rise: Int { transition == .drop && progress < 0.5 ? 1 : 0 }
  /// Whether it is not to be seen at all yet.
  var isHidden: Bool { progress <= 0 }
  /// Whether it is faint, as what fades in is at first.
  var isFaint: Bool { transition == .fade && progress < 0.5 }
  /// Whether there is its icon only.
  var isSmall: Bool { transition == .pop && progress < 0.5 }
}
