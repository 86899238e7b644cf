internal import Marbles
internal import Terminal

/// What is written on a marble.
enum MarbleText {
  /// The value, centred in `width` columns: whole where it fits, tuples as `1 a` or `1a`, arrays, too, if they must be,
  /// else shortened.
  ///
  /// One character can't be centred in two columns; it takes one, and its marble is a column narrower.
  static func face(_ value: Value, width: Int, ellipsis: Character) -> String {
    switch value {
    case .tuple(let elements):
      if let text = joined(elements, width: width) { return centered(text, width: width) }
    case .array(let elements) where DisplayWidth.of(value.description) > width:
      // Brackets would take the room of what they hold.
      let text = joined(elements, width: width) ?? elements.prefix(width + 1).map(\.description).joined()
      return centered(shortened(text, width: width, ellipsis: ellipsis), width: width)
    default: break
    }
    let text = shortened(value.description, width: width, ellipsis: ellipsis)
    return width == 2 && DisplayWidth.of(text) == 1 ? text : centered(text, width: width)
  }

  /// The elements beside each other, with as much between them as there is room for; nil when there is none at all.
  private static func joined(_ elements: [Value], width: Int) -> String? {
    // A long list is not even written.
    guard elements.count <= max(0, width) else { return nil }
    let parts = elements.map(\.description)
    return [", ", " ", ""].lazy.map { parts.joined(separator: $0) }.first { DisplayWidth.of($0) <= width }
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
