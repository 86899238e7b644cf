package import Terminal

/// A dark screen, with a text whose place changes from minute to minute, so that it burns in nowhere.
public struct NightPicture: Hashable, Sendable {
  /// The text; empty for none.
  public var text: String
  /// Counts the places of the text.
  public var turn: Int

  /// Creates a picture.
  public init(text: String, turn: Int) { (self.text, self.turn) = (text, turn) }

  /// The picture in a size.
  package func frame(size: Size, theme: Theme, ellipsis: Character) -> Canvas {
    var canvas = Canvas(size: size)
    guard !text.isEmpty, size.columns > 2, size.rows > 0 else { return canvas }
    let shown = MarbleText.shortened(text, width: size.columns - 2, ellipsis: ellipsis)
    let room = max(1, size.columns - 1 - DisplayWidth.of(shown))
    // Two numbers without a common factor, so that all places are taken in turn.
    canvas.put(
      shown, column: 1 + turn * 7 % room, row: turn * 5 % size.rows, style: Style(foreground: theme.muted))
    return canvas
  }
}
