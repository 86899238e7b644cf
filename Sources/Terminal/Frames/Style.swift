/// The style of a cell.
public struct Style: Hashable, Sendable {
  /// The colour of the text; nil is the terminal's default.
  public var foreground: TerminalColor?
  /// The colour behind the text; nil is the terminal's default.
  public var background: TerminalColor?
  /// Bold or bright text.
  public var bold: Bool
  /// Faint text.
  public var dim: Bool
  /// Italic text, if the terminal has such a font.
  public var italic: Bool
  /// Underlined text.
  public var underline: Bool
  /// Exchanges the foreground and the background.
  public var reverse: Bool

  /// Creates a style; without arguments it is the terminal's default.
  public init(
    foreground: TerminalColor? = nil, background: TerminalColor? = nil, bold: Bool = false, dim: Bool = false,
    italic: Bool = false, underline: Bool = false, reverse: Bool = false
  ) {
    self.foreground = foreground
    self.background = background
    self.bold = bold
    self.dim = dim
    self.italic = italic
    self.underline = underline
    self.reverse = reverse
  }

  /// The terminal's default.
  public static let plain = Style()
}
