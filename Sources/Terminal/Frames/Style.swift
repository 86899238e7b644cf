/// How a cell is drawn.
public struct Style: Hashable, Sendable {
  /// The colour of the text; nil is the terminal's default.
  public var foreground: TerminalColor?
  /// The colour behind the text; nil is the terminal's default.
  public var background: TerminalColor?
  /// Heavier, or brighter.
  public var bold: Bool
  /// Fainter.
  public var dim: Bool
  /// Slanted, where the terminal has such a font.
  public var italic: Bool
  /// With a line below.
  public var underline: Bool
  /// Foreground and background exchanged.
  public var reverse: Bool

  /// A style; without arguments it is the terminal's default.
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
