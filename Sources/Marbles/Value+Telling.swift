extension Value {
  /// What a person would call an object: its `text`, else its `title` or its `name`; nil for one that has none, and for
  /// whatever is no object.
  public var title: String? {
    guard case .object(let members) = self else { return nil }
    for key in ["text", "title", "name"] {
      if case .string(let text)? = members[key], !text.isEmpty { return text }
    }
    return nil
  }

  /// The objects of an array that begins with one that has a ``title``; nil for whatever else there is.
  ///
  /// Only the first is looked at, as a list may be long.
  public var titled: [Value]? {
    guard case .array(let elements) = self, elements.first?.title != nil else { return nil }
    return elements
  }

  /// The value in few words: what has a ``title`` is called by it, and a list of such, or a long one, by its first ones and
  /// a count, as in `Parasite, Moonlight and 2 more`; everything else is its ``description``.
  ///
  /// - Parameters:
  ///   - limit: how many characters a list may take that is written out.
  ///   - quotes: how a text in a list, and a title, is put.
  public func told(within limit: Int = 40, quotes: (String) -> String = { $0 }) -> String {
    if let title { return quotes(title) }
    switch self {
    case .tuple(let elements):
      return "(" + elements.map { $0.told(within: limit, quotes: quotes) }.joined(separator: ", ") + ")"
    case .array(let elements):
      // A long list is not even written.
      if titled == nil, elements.count < limit, case let text = description, text.count <= limit { return text }
      return Self.listed(elements) { $0.isText ? quotes($0.title ?? $0.description) : $0.description }
    default: return description
    }
  }

  private var isText: Bool { if case .string = self { true } else { title != nil } }

  /// `a`, `a and b`, `a, b and c`, `a, b and 3 more`: the first whatever its length, others in 24 characters.
  private static func listed(_ all: [Value], text: (Value) -> String) -> String {
    var texts: [String] = []
    var length = 0
    for value in all {
      let text = text(value)
      length += text.count + 2
      // The last one may take the room that `1 more` would.
      if !texts.isEmpty, length > (texts.count + 1 == all.count ? 32 : 24) { break }
      texts.append(text)
    }
    let rest = all.count - texts.count
    let last = rest > 0 ? "\(rest) more" : texts.popLast() ?? ""
    return texts.isEmpty ? last : texts.joined(separator: ", ") + " and " + last
  }
}
