extension Scene {
  /// A vertical list of items with icons, and lines from each icon to the next.
  public struct List: Hashable, Sendable {
    /// The source of the items.
    public enum Items: Hashable, Sendable {
      /// Items that the scene defines.
      case given([ListItem])
      /// The latest value of the row with this name.
      case row(String)
    }

    /// The items, from top to bottom.
    public var items: Items
    /// The style of the list.
    public var style: ListStyle

    /// Creates a list, by default in the default style.
    public init(items: Items, style: ListStyle = ListStyle()) {
      self.items = items
      self.style = style
    }
  }
}

/// The style of a list.
public struct ListStyle: Hashable, Sendable {
  /// The lines from icon to icon.
  public enum Connector: String, Hashable, Sendable, CaseIterable {
    case solid, dotted, none
  }

  /// The lines from icon to icon.
  public var connector: Connector
  /// The number of cell rows above and below each icon that lines must not enter.
  public var padding: Int
  /// Whether every other item has a different background.
  public var alternateRows: Bool

  /// The default style of a row that is shown as a list, without lines, as its values are independent.
  public static let ofRows = ListStyle(connector: .none)

  /// The valid range of ``padding``.
  public static let paddings = 0...4

  /// Creates a style; without arguments the default one.
  public init(connector: Connector = .solid, padding: Int = 0, alternateRows: Bool = false) {
    self.connector = connector
    self.padding = padding
    self.alternateRows = alternateRows
  }
}
