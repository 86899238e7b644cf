internal import Terminal

extension Input {
  /// Whether it is a part of a text.
  var isTyping: Bool {
    switch self {
    case .key(.character, let modifiers): modifiers.isDisjoint(with: [.control, .alt])
    case .key(.backspace, _): true
    default: false
    }
  }
}
