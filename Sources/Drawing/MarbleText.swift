internal import Marbles
internal import Scenes
internal import Terminal

/// The text on a marble.
enum MarbleText {
  /// The text of a value, centred in `width` columns. If the value does not fit, tuples become `1 a` or `1a`, arrays
  /// likewise, objects their icon, lists of objects their count, `true`, `false` and `null` a sign, and other values
  /// are cut off.
  ///
  /// One character can't be centred in two columns; it takes one, and its marble is one column narrower.
  static func face(_ value: Value, width: Int, glyphs: Glyphs) -> String {
    let text = shortened(fitted(value, width: width, glyphs), width: width, ellipsis: glyphs.ellipsis)
    return width == 2 && DisplayWidth.of(text) == 1 ? text : centered(text, width: width)
  }

  /// The most informative text for `width` columns; it may still be too long.
  private static func fitted(_ value: Value, width: Int, _ glyphs: Glyphs) -> String {
    switch value {
    case .tuple(let elements):
      return joined(elements, width: width, glyphs) ?? value.summary()
    case .object:
      guard let title = value.title, DisplayWidth.of(title) > width, let item = ListItem.items(of: value).first,
        item.icon != nil
      else { return value.summary() }
      let icon = ListIcon.shown(item, glyphs)
      return DisplayWidth.of(icon) <= width ? icon : title
    case .array(let elements):
      if value.titled?.count == 1 { return fitted(elements[0], width: width, glyphs) }
      let count = "\(glyphs.list)\(elements.count)"
      // A long list is not formatted at all.
      guard value.titled == nil, elements.count <= width else { return elements.isEmpty ? "[]" : count }
      let whole = value.description
      if DisplayWidth.of(whole) <= width { return whole }
      // Brackets would take the space of the elements.
      return joined(elements, width: width, glyphs) ?? count
    case .bool, .null:
      let word = value.description
      return DisplayWidth.of(word) <= width ? word : sign(value, glyphs)
    default: return value.description
    }
  }

  /// The elements in one line with as much space between them as fits; nil when they don't fit at all.
  private static func joined(_ elements: [Value], width: Int, _ glyphs: Glyphs) -> String? {
    // A long list is not formatted at all.
    guard elements.count <= max(0, width) else { return nil }
    for parts in [elements.map { $0.summary() }, elements.map { sign($0, glyphs) }] {
      let joined = [", ", " ", ""].lazy.map { parts.joined(separator: $0) }
      if let text = joined.first(where: { DisplayWidth.of($0) <= width }) { return text }
    }
    return nil
  }

  /// `true`, `false` and `null` as one character; the full text for other values.
  private static func sign(_ value: Value, _ glyphs: Glyphs) -> String {
    switch value {
    case .bool(let isTrue): isTrue ? glyphs.yes : glyphs.no
    case .null: glyphs.null
    default: value.summary()
    }
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
