package import Scenes

/// What a layout knows about fonts: how wide texts are, and the signs that stand for what has no room.
package struct TextMeasure: Sendable {
  /// The signs in texts of marbles; each is one column wide, or as wide as its text.
  package struct Signs: Sendable {
    /// What is cut off.
    package var ellipsis: Character
    /// Values on a marble that is too small for `true`, `false` and `null`.
    package var (yes, no, null): (String, String, String)
    /// In front of the number of elements or values.
    package var list: String
    /// Between the values of one marble.
    package var listDot: String

    /// Creates signs.
    package init(ellipsis: Character, yes: String, no: String, null: String, list: String, listDot: String) {
      (self.ellipsis, self.list, self.listDot) = (ellipsis, list, listDot)
      (self.yes, self.no, self.null) = (yes, no, null)
    }
  }

  /// The signs in texts.
  package var signs: Signs
  private let text: @Sendable (String) -> Int
  private let visible: @Sendable (String) -> String
  private let cut: @Sendable (String, Int) -> String
  private let letters: @Sendable (String) -> [String]?
  private let symbol: @Sendable (ListItem) -> String

  /// - Parameters:
  ///   - width: the width of a text, in columns.
  ///   - escaped: the visible form of a text: control characters are written out.
  ///   - shortened: a text, or as much of its beginning as fits with an ellipsis.
  ///   - big: the three lines of a text in big letters, each of the same number of columns; nil when a character has no
  ///     big letter, or when the font has none at all.
  ///   - icon: the icon of a list item, or what stands for it.
  package init(
    signs: Signs, width: @escaping @Sendable (String) -> Int,
    escaped: @escaping @Sendable (String) -> String,
    shortened: @escaping @Sendable (_ text: String, _ width: Int) -> String,
    big: @escaping @Sendable (String) -> [String]?,
    icon: @escaping @Sendable (ListItem) -> String
  ) {
    (self.signs, text, visible) = (signs, width, escaped)
    (cut, letters, symbol) = (shortened, big, icon)
  }

  /// The width of a text, in columns.
  package func width(of text: String) -> Int { self.text(text) }

  /// The visible form of a text.
  package func escaped(_ text: String) -> String { visible(text) }

  /// `text`, or as much of its beginning as fits with an ellipsis.
  package func shortened(_ text: String, width: Int) -> String { cut(text, width) }

  /// The lines of a text in big letters; nil when it has none.
  package func big(_ text: String) -> [String]? { letters(text) }

  /// The width of a text in big letters, without the gap after the last letter; nil when it has none.
  package func widthOfBig(_ text: String) -> Int? { big(text).map { max(0, ($0.first?.count ?? 0) - 1) } }

  /// The icon of a list item.
  package func icon(of item: ListItem) -> String { symbol(item) }
}

/// The room for a picture, in cells.
package struct Room: Hashable, Sendable {
  /// The number of columns.
  package var columns: Int
  /// The number of rows of cells.
  package var rows: Int

  /// Creates a room; negative numbers become 0.
  package init(columns: Int, rows: Int) { (self.columns, self.rows) = (max(0, columns), max(0, rows)) }
}
