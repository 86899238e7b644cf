internal import Marbles

/// The look of a list item that is appearing.
extension MarbleAppearance {
  /// The number of rows of cells above its position.
  var rise: Int { transition == .drop && progress < 0.5 ? 1 : 0 }
  /// Whether it is still invisible.
  var isHidden: Bool { progress <= 0 }
  /// Whether it is faint: the first half of a fade.
  var isFaint: Bool { transition == .fade && progress < 0.5 }
  /// Whether only its icon is visible.
  var isSmall: Bool { transition == .pop && progress < 0.5 }
}
