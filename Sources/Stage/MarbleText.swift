internal import Marbles
internal import Terminal

/// What is written on a marble.
enum MarbleText {
  /// The value, centred in `width` columns: whole where it fits, tuples as `1 a` or `1a`, else shortened.
  ///
  /// One character can't be centred in two columns; it takes one, and its marble is a column narrower.
  static func face(_ value: Value, width: Int, ellipsis: Character) -> String {
    if case .tuple(let elements) = value {
      let parts = elements.map { $0.description }
      for separator in [", ", " ", ""] {
        let text = parts.joined(separator: separator)
        if DisplayWidth.of(text) <= width { return centered(text, width: width) }
      }
    }
    let text = shortened(value.description, width: width, ellipsis: ellipsis)
    return width == 2 && DisplayWidth.of(text) == 1 ? text : centered(text, width: width)
  }

  /// `text`, or as much of its beginning as fits with an ellipsis.
  static func shortened(_ text: String, width: Int, ellipsis: Character) -> String {
    let text = DisplayWidth.escaped(text)
    if DisplayWidth.of(text) <= width { return text }
    var kept = ""
    var used = 1
    for character in text {
      used += DisplayWidth.of(character)
      if used > width { break }
      kept.append(character)
    }
    return width < 1 ? "" : kept + String(ellipsis)
  }

  static func centered(_ text: String, width: Int) -> String {
    let room = max(0, width - DisplayWidth.of(text))
    return String(repeating: " ", count: room / 2) + text + String(repeating: " ", count: room - room / 2)
  }
}
