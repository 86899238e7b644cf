internal import Marbles
internal import Scenes
internal import Terminal

/// The text on a marble.
enum MarbleText {
  /// The most informative text of a value for `width` columns.
  ///
  /// If the value does not fit, tuples become `1a`, arrays lose their brackets, then show their count, objects show
  /// their icon, `true`, `false` and `null` a sign, and other values are cut off.
  ///
  /// - Parameter isClose: whether tuples become `1a` in any case if that is clear.
  static func fitted(_ value: Value, width: Int, isClose: Bool = false, glyphs: Glyphs) -> String {
    switch value {
    case .int, .double:
      // Numbers have one form, in ASCII.
      let text = value.description
      return text.utf8.count <= width ? text : shortened(text, width: width, ellipsis: glyphs.ellipsis)
    default: break
    }
    var forms = forms(of: value, width: width, glyphs)
    if isClose, case .tuple = value, let close = forms.dropLast().last, !close.contains(" ") {
      forms.insert(close, at: 0)
    }
    return forms.first { DisplayWidth.of($0) <= width }
      ?? shortened(forms.last ?? "", width: width, ellipsis: glyphs.ellipsis)
  }

  /// The values of one marble, as in `1 · 2 · 3`; nil when they don't all fit without a cut.
  static func listed(_ values: [Value], width: Int, glyphs: Glyphs) -> String? {
    // One column for each value, and one between two.
    guard 2 * values.count - 1 <= width else { return nil }
    let forms = values.map {
      Self.forms(of: $0, width: width, glyphs).map { (text: $0, width: DisplayWidth.of($0)) }
    }
    let narrowest = forms.map { $0.map(\.width).min() ?? 0 }
    // What is left when each value has its shortest text goes to the first values that become longer by it.
    var free = width - (values.count - 1) - narrowest.reduce(0, +)
    guard free >= 0 else { return nil }
    let texts = zip(forms, narrowest).map { forms, narrowest in
      let form = forms.first { $0.width <= narrowest + free }
      free -= (form?.width ?? narrowest) - narrowest
      return form?.text ?? ""
    }
    let isLoose = free >= 2 * (values.count - 1)
    return texts.joined(separator: isLoose ? " \(glyphs.listDot) " : glyphs.listDot)
  }

  /// The texts of a value, the most informative first; the last one may be cut off.
  private static func forms(of value: Value, width: Int, _ glyphs: Glyphs) -> [String] {
    let forms =
      switch value {
      // One more character than fits shows that the text has to be cut.
      case .string(let text): [String(text.prefix(max(0, width) + 1))]
      case .tuple(let elements): tuple(elements, width: width, glyphs)
      case .array(let elements): array(elements, of: value, width: width, glyphs)
      case .object: object(value, glyphs)
      case .bool, .null: [value.description, sign(value, glyphs)]
      default: [value.description]
      }
    return forms.map(DisplayWidth.escaped)
  }

  private static func tuple(_ elements: [Value], width: Int, _ glyphs: Glyphs) -> [String] {
    guard !elements.isEmpty else { return ["()", ""] }
    // A long list is not formatted at all.
    guard elements.count <= max(1, width) else {
      return [elements.prefix(max(2, width)).map { $0.summary() }.joined(separator: " ")]
    }
    let parts = elements.map { $0.summary() }
    let signs = elements.map { sign($0, glyphs) }
    let separators = parts.contains { $0.contains(" ") } ? [", ", " "] : [" "]
    let close = [parts, signs].filter(isClear).map { $0.joined() }
    return separators.map { parts.joined(separator: $0) } + [signs.joined(separator: " ")] + close
      + [parts.joined(separator: separators[0])]
  }

  /// Whether the parts are still apart without a space between them: `1a`, but not `12` for 1 and 2.
  private static func isClear(_ parts: [String]) -> Bool {
    zip(parts, parts.dropFirst()).allSatisfy { left, right in
      guard let end = left.last, let start = right.first else { return false }
      return kind(end) != kind(start)
    }
  }

  private static func kind(_ character: Character) -> Int {
    character.isNumber || character == "." || character == "-" ? 0 : character.isLetter ? 1 : 2
  }

  private static func array(_ elements: [Value], of value: Value, width: Int, _ glyphs: Glyphs) -> [String] {
    let count = "\(glyphs.list)\(elements.count)"
    if elements.isEmpty { return ["[]", glyphs.list] }
    if value.titled != nil {
      return elements.count == 1 ? forms(of: elements[0], width: width, glyphs) : [value.summary(), count]
    }
    // A long list is not formatted at all.
    guard elements.count <= max(1, width / 2 + 1) else { return [count] }
    let list = elements.map { $0.summary() }.joined(separator: ",")
    // A list of one without brackets would look like its element.
    return elements.count == 1 ? ["[\(list)]", count] : ["[\(list)]", list, count]
  }

  private static func object(_ value: Value, _ glyphs: Glyphs) -> [String] {
    guard let title = value.title else { return [value.description] }
    guard let item = ListItem.items(of: value).first, item.icon != nil else { return [title] }
    return [title, ListIcon.shown(item, glyphs), title]
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
}
