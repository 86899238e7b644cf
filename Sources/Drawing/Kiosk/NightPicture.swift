internal import Layout
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
    let shown = DisplayWidth.shortened(text, width: size.columns - 2, ellipsis: ellipsis)
    let room = max(1, size.columns - 1 - DisplayWidth.of(shown))
    let place = Self.place(turn, of: room * size.rows)
    canvas.put(shown, column: 1 + place % room, row: place / room, style: Style(foreground: theme.muted))
    return canvas
  }

  /// One of some places: each is taken once, and one that is far from the last.
  private static func place(_ turn: Int, of count: Int) -> Int {
    var step = count * 5 / 8 + 1
    // Without a common factor, the steps reach all places.
    while greatestCommonDivisor(step, count) > 1 { step += 1 }
    return turn % count * step % count
  }

  private static func greatestCommonDivisor(_ one: Int, _ other: Int) -> Int {
    other == 0 ? one : greatestCommonDivisor(other, one % other)
  }
}
