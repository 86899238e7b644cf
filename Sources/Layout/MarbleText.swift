package import Marbles
internal import Scenes

/// The text on a marble.
package enum MarbleText {
  /// The most informative text of a value for `width` columns.
  ///
  /// If the value does not fit, tuples become `1a`, arrays lose their brackets, then show their count, objects show
  /// their icon, `true`, `false` and `null` a sign, and other values are cut off.
  package static func fitted(_ value: Value, width: Int, measure: TextMeasure) -> String {
    switch value {
    case .int, .double:
      // Numbers have one form, in ASCII.
      let text = value.description
      return text.utf8.count <= width ? text : measure.shortened(text, width: width)
    default: break
    }
    let forms = forms(of: value, width: width, measure)
    return forms.first { measure.width(of: $0) <= width }
      ?? measure.shortened(forms.last ?? "", width: width)
  }

  /// The texts of a value from which nothing is missing, the most informative first; of a value that is wider than `width`,
  /// one that is cut: an array in the middle, a text at its end.
  static func whole(_ value: Value, width: Int, measure: TextMeasure) -> [String] {
    let count: String? = if case .array(let elements) = value { "\(measure.signs.list)\(elements.count)" } else { nil }
    var seen: Set<String> = []
    let whole = forms(of: value, width: width, measure).filter {
      $0 != count && measure.width(of: $0) <= width && seen.insert($0).inserted
    }
    if !whole.isEmpty { return whole }
    if case .array(let elements) = value, value.titled == nil {
      return [cutInTheMiddle(elements, width: width, measure)]
    }
    return [fitted(value, width: width, measure: measure)]
  }

  /// A text of a value in at most `width` columns, from which something may be missing.
  static func cut(_ value: Value, width: Int, measure: TextMeasure) -> String {
    if case .array(let elements) = value, value.titled == nil, elements.count > 2, width >= leastArray {
      return cutInTheMiddle(elements, width: width, measure)
    }
    return fitted(value, width: width, measure: measure)
  }

  /// The fewest columns for an array that is cut in the middle.
  private static let leastArray = 9

  /// The first elements of an array and the last one, as in `[1,2,3 … 12]`.
  private static func cutInTheMiddle(_ elements: [Value], width: Int, _ measure: TextMeasure) -> String {
    guard let last = elements.last?.summary() else { return "[]" }
    let end = " \(measure.signs.ellipsis) \(last)]"
    var text = "["
    for (index, element) in elements.dropLast().enumerated() {
      let next = text + (index > 0 ? "," : "") + element.summary()
      if measure.width(of: next + end) > width { break }
      text = next
    }
    return measure.shortened(text + end, width: width)
  }

  /// The values of one marble, as in `1 · 2 · 3`; nil when they don't all fit without a cut.
  package static func listed(_ values: [Value], width: Int, measure: TextMeasure) -> String? {
    // One column for each value, and one between two.
    guard 2 * values.count - 1 <= width else { return nil }
    let forms = values.map {
      Self.forms(of: $0, width: width, measure).map { (text: $0, width: measure.width(of: $0)) }
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
    return texts.joined(separator: isLoose ? " \(measure.signs.listDot) " : measure.signs.listDot)
  }

  /// The texts of a value, the most informative first; the last one may be cut off.
  private static func forms(of value: Value, width: Int, _ measure: TextMeasure) -> [String] {
    let forms =
      switch value {
      // One more character than fits shows that the text has to be cut.
      case .string(let text): [String(text.prefix(max(0, width) + 1))]
      case .tuple(let elements): tuple(elements, width: width, measure)
      case .array(let elements): array(elements, of: value, width: width, measure)
      case .object: object(value, measure)
      case .bool, .null: [value.description, sign(value, measure)]
      default: [value.description]
      }
    return forms.map(measure.escaped)
  }

  private static func tuple(_ elements: [Value], width: Int, _ measure: TextMeasure) -> [String] {
    guard !elements.isEmpty else { return ["()", ""] }
    // A long list is not formatted at all.
    guard elements.count <= max(1, width) else {
      return [elements.prefix(max(2, width)).map { $0.summary() }.joined(separator: " ")]
    }
    let parts = elements.map { $0.summary() }
    let signs = elements.map { sign($0, measure) }
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

  private static func array(_ elements: [Value], of value: Value, width: Int, _ measure: TextMeasure) -> [String] {
    let count = "\(measure.signs.list)\(elements.count)"
    if elements.isEmpty { return ["[]", measure.signs.list] }
    if value.titled != nil {
      return elements.count == 1 ? forms(of: elements[0], width: width, measure) : [value.summary(), count]
    }
    // A long list is not formatted at all.
    guard elements.count <= max(1, width / 2 + 1) else { return [count] }
    let list = elements.map { $0.summary() }.joined(separator: ",")
    // A list of one without brackets would look like its element.
    return elements.count == 1 ? ["[\(list)]", count] : ["[\(list)]", list, count]
  }

  private static func object(_ value: Value, _ measure: TextMeasure) -> [String] {
    guard let title = value.title else { return [value.description] }
    guard let item = ListItem.items(of: value).first, item.icon != nil else { return [title] }
    return [title, measure.icon(of: item), title]
  }

  /// `true`, `false` and `null` as one character; the full text for other values.
  private static func sign(_ value: Value, _ measure: TextMeasure) -> String {
    switch value {
    case .bool(let isTrue): isTrue ? measure.signs.yes : measure.signs.no
    case .null: measure.signs.null
    default: value.summary()
    }
  }
}
