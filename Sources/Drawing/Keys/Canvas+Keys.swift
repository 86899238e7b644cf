internal import Terminal

extension Canvas {
  /// Puts keys and what they do into a row, as many as fit.
  mutating func putKeys(_ keys: [(key: String, word: String)], column start: Int = 1, row: Int, theme: Theme) {
    var column = start
    for (key, word) in keys {
      guard column + DisplayWidth.of(key) + 1 + DisplayWidth.of(word) < size.columns else { return }
      column += put(key, column: column, row: row, style: Style(foreground: theme.accent))
      column += 1 + put(word, column: column + 1, row: row, style: Style(foreground: theme.muted)) + KeyLegend.gap
    }
  }
}
