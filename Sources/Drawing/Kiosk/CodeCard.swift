internal import Layout
internal import Marbles
internal import Terminal

/// The code with which a phone can steer a public screen, and where to enter it.
public struct CodeCard: Hashable, Sendable {
  /// The digits.
  public var code: String
  /// Where the page for phones is, such as its URL.
  public var place: String
  /// Whether a key at the screen hides the code.
  public var hasKey: Bool

  /// Creates a card.
  public init(code: String, place: String, hasKey: Bool = true) {
    (self.code, self.place, self.hasKey) = (code, place, hasKey)
  }

  /// The code in two groups, which are easier to read and to type.
  private var groups: String {
    let half = code.index(code.startIndex, offsetBy: code.count / 2)
    return "\(code[..<half]) \(code[half...])"
  }

  /// Draws the card in the middle of a picture; in its last line, where there is no room for a card.
  ///
  /// - Parameter isSteered: whether phones steer already.
  func draw(isSteered: Bool, palette: CellPalette, on canvas: inout Canvas) {
    let (glyphs, theme, size) = (palette.glyphs, palette.theme, canvas.size)
    var texts = ["Open \(place) on your phone.", "The code is for one phone, for two minutes."]
    if hasKey { texts.append(isSteered ? "Press t to end all remote control." : "Press t to hide it.") }
    let letters = glyphs == .ascii ? nil : BigLetters.lines(groups)
    for digits in [letters, [groups]].compactMap({ $0 }) {
      let width = (texts + digits).map(DisplayWidth.of).max()! + 6
      let height = digits.count + texts.count + 5
      guard width <= size.columns, height < size.rows else { continue }
      let (column, row) = ((size.columns - width) / 2, (size.rows - height) / 2)
      let bounds = CellBounds(columns: column..<column + width, rows: row..<row + height)
      canvas.drawFrame(bounds, glyphs.solid, style: Style(foreground: theme.accent))
      canvas.put(" Remote control ", column: column + 2, row: row, style: Style(bold: true), maxWidth: width - 4)
      let middle = column + (width - (digits.map(DisplayWidth.of).max() ?? 0)) / 2
      for (offset, line) in digits.enumerated() {
        canvas.put(line, column: middle, row: row + 2 + offset, style: Style(foreground: theme.accent, bold: true))
      }
      for (offset, text) in texts.enumerated() {
        canvas.put(
          text, column: column + 3, row: row + 3 + digits.count + offset,
          style: offset == 0 ? Style() : Style(foreground: theme.muted))
      }
      return
    }
    let line = DisplayWidth.shortened("code \(groups), at \(place)", width: size.columns - 2, ellipsis: glyphs.ellipsis)
    canvas.fill(columns: 0..<size.columns, rows: size.rows - 1..<size.rows)
    canvas.put(line, column: 1, row: size.rows - 1, style: Style(foreground: theme.accent, bold: true))
  }
}
