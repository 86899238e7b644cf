/// One column of one row: a character and how it is drawn.
///
/// A character two columns wide is held by its left cell; the cell at its right is its continuation.
public struct Cell: Hashable, Sendable {
  /// What is drawn here, one character without controls; empty in a continuation.
  public let text: String
  /// How it is drawn.
  public var style: Style

  /// A cell for `character`; one that cannot be shown in a cell (a control, a lone accent) becomes `�`.
  public init(_ character: Character = " ", style: Style = .plain) {
    text = DisplayWidth.of(character) > 0 ? Self.bounded(character) : "\u{FFFD}"
    self.style = style
  }

  /// Whether this is the right half of the character at its left.
  public var isContinuation: Bool { text.isEmpty }

  /// A cell as a canvas holds it.
  init(text: String, style: Style) {
    self.text = text
    self.style = style
  }

  /// A letter can carry any number of accents; a terminal gets the first few.
  private static func bounded(_ character: Character) -> String {
    guard character.unicodeScalars.count > 16 else { return String(character) }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: character.unicodeScalars.prefix(16))
    return String(text)
  }
}
