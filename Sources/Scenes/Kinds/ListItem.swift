public import Marbles

/// An item of a list.
public struct ListItem: Hashable, Sendable, Identifiable {
  /// Identifies the item across lists and its icon's bounds.
  public var id: String
  /// The icon before the text; nil for a bullet.
  public var icon: String?
  /// The text of the item.
  public var text: String
  /// The colour of the icon; nil for the theme's.
  public var color: MarbleColor?

  /// Creates an item; the default id is the text.
  public init(id: String? = nil, icon: String? = nil, text: String, color: MarbleColor? = nil) {
    self.id = id ?? text
    self.icon = icon
    self.text = text
    self.color = color
  }

  /// The maximum length of an icon, in characters.
  public static let longestIcon = 4

  /// The default ids of items: their texts, with ` #2` added to the second item of the same text, and so on.
  public static func defaultIDs(of texts: [String]) -> [String] {
    var counts: [String: Int] = [:]
    return texts.map { text in
      counts[text, default: 0] += 1
      let count = counts[text] ?? 1
      return count == 1 ? text : "\(text) #\(count)"
    }
  }
}

extension ListItem {
  /// The items of a value: one for each element of an array, none for null, else one.
  ///
  /// An object with `text` may have `icon`, `id` and `color`; a tuple of two strings is an icon and a text; any other
  /// value is shown as text.
  public static func items(of value: Value) -> [ListItem] {
    let elements: [Value] =
      switch value {
      case .array(let elements): elements
      case .null: []
      default: [value]
      }
    var items = elements.map { ListItem($0) }
    let defaults = defaultIDs(of: items.map(\.text))
    for (index, element) in elements.enumerated() where element.member("id") == nil {
      items[index].id = defaults[index]
    }
    return items
  }

  private init(_ value: Value) {
    if let text = value.member("text") {
      self.init(
        id: value.member("id"), icon: value.member("icon").flatMap { $0.isEmpty ? nil : $0 }, text: text,
        color: value.member("color").flatMap(MarbleColor.init))
    } else if case .tuple(let pair) = value, pair.count == 2, case .string(let icon) = pair[0], !icon.isEmpty {
      self.init(icon: icon, text: pair[1].description)
    } else {
      self.init(text: value.description)
    }
  }
}

extension Value {
  /// A member of an object as text; nil for null, and for objects without `text`.
  fileprivate func member(_ key: String) -> String? {
    guard case .object(let members) = self, members["text"] != nil, let member = members[key], member != .null
    else { return nil }
    return member.description
  }
}
