extension Scene {
  /// Items below each other, each with an icon, and lines from the bottom of one icon to the top of the next.
  public struct List: Hashable, Sendable {
    /// Where its items come from.
    public enum Items: Hashable, Sendable {
      /// They are written in the scene.
      case given([ListItem])
      /// They are the latest value of the row of this name.
      case row(String)
    }

    /// Its items, from top to bottom.
    public var items: Items
    /// How they are drawn.
    public var style: ListStyle

    /// Creates a list.
    public init(items: Items, style: ListStyle = ListStyle()) {
      self.items = items
      self.style = style
    }
  }
}

/// How the items of a list are drawn.
public struct ListStyle: Hashable, Sendable {
  /// The lines from icon to icon.
  public enum Connector: String, Hashable, Sendable, CaseIterable {
    case solid, dotted, none
  }

  /// The lines from icon to icon.
  public var connector: Connector
  /// Rows of cells above and below each icon that belong to the icon, so that no line comes closer.
  public var padding: Int
  /// Whether every other item has a background of its own.
  public var alternateRows: Bool

  /// The style of a row that is shown as a list and names none: its values need not follow one another.
  public static let ofRows = ListStyle(connector: .none)

  /// What ``padding`` may be.
  public static let paddings = 0...4

  /// Creates a style.
  public init(connector: Connector = .solid, padding: Int = 0, alternateRows: Bool = false) {
    self.connector = connector
    self.padding = padding
    self.alternateRows = alternateRows
  }
}
