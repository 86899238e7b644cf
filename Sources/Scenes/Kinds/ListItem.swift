public import Marbles

/// One item of a list.
public struct ListItem: Hashable, Sendable, Identifiable {
  /// What its icon's bounds are published under, and what makes it the same item in another list.
  public var id: String
  /// What stands before the text; nil for a bullet.
  public var icon: String?
  /// What it says.
  public var text: String
  /// The colour of its icon; nil for the theme's.
  public var color: MarbleColor?

  /// Creates an item; without an id of its own it is called by its text.
  public init(id: String? = nil, icon: String? = nil, text: String, color: MarbleColor? = nil) {
    self.id = id ?? text
    self.icon = icon
    self.text = text
    self.color = color
  }

  /// The most characters of an icon.
  public static let longestIcon = 4

  /// The keys of an item that is an object.
  public static let keys = ["id", "icon", "text", "color"]

  /// The ids of items that name none: their texts, the second of a text being `TEXT #2`.
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
  /// The items that a value stands for: one for each element of an array, else itself; none for null.
  ///
  /// An object with `text` may have `icon`, `id` and `color`, a tuple of two strings is icon and text, and whatever else
  /// there is is its own text.
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
  /// A member of an object as text; nil for null, and where there is no `text` beside it.
  fileprivate func member(_ key: String) -> String? {
    guard case .object(let members) = self, members["text"] != nil, let member = members[key], member != .null
    else { return nil }
    return member.description
  }
}
