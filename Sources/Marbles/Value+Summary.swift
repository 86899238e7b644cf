extension Value {
  /// The name of an object for people: its `text`, else its `title` or its `name`; nil if it has none of these, and for
  /// other values.
  public var title: String? {
    guard case .object(let members) = self else { return nil }
    for key in ["text", "title", "name"] {
      if case .string(let text)? = members[key], !text.isEmpty { return text }
    }
    return nil
  }

  /// The objects of an array whose first element has a ``title``; nil for other values.
  ///
  /// Only the first element is checked, because a list may be long.
  public var titled: [Value]? {
    guard case .array(let elements) = self, elements.first?.title != nil else { return nil }
    return elements
  }

  /// A short text for the value: the ``title`` of an object, the first elements and a count for a list of objects or a
  /// long list, as in `Parasite, Moonlight and 2 more`, else the ``description``.
  ///
  /// - Parameters:
  ///   - maxLength: the maximum length of a list that is written out, in characters.
  ///   - quotes: formats a title, and a text in a list.
  public func summary(maxLength: Int = 40, quotes: (String) -> String = { $0 }) -> String {
    if let title { return quotes(title) }
    switch self {
    case .tuple(let elements):
      return "(" + elements.map { $0.summary(maxLength: maxLength, quotes: quotes) }.joined(separator: ", ") + ")"
    case .array(let elements):
      // A long list is not formatted at all.
      if titled == nil, elements.count < maxLength, case let text = description, text.count <= maxLength { return text }
      return Self.summary(ofAll: elements) { $0.isText ? quotes($0.title ?? $0.description) : $0.description }
    default: return description
    }
  }

  private var isText: Bool { if case .string = self { true } else { title != nil } }

  /// `a`, `a and b`, `a, b and c`, `a, b and 3 more`: the first element in full, the others within 24 characters.
  private static func summary(ofAll all: [Value], text: (Value) -> String) -> String {
    var texts: [String] = []
    var length = 0
    for value in all {
      let text = text(value)
      length += text.count + 2
      // The last element may take the space of `1 more`.
      if !texts.isEmpty, length > (texts.count + 1 == all.count ? 32 : 24) { break }
      texts.append(text)
    }
    let rest = all.count - texts.count
    return listed(texts + (rest > 0 ? ["\(rest) more"] : []))
  }
}
