public import Marbles
public import Terminal

/// How everything is coloured; the terminal's own background stays.
public struct Theme: Hashable, Sendable {
  /// The colour of each kind of marble.
  public var marbles: [MarbleColor: TerminalColor]
  /// The text on a marble.
  public var ink: TerminalColor
  /// The playhead, and the names of output rows.
  public var accent: TerminalColor
  /// Baselines, ticks and remarks.
  public var muted: TerminalColor
  /// What has not been reached.
  public var faint: TerminalColor
  /// Errors.
  public var alarm: TerminalColor

  /// For dark backgrounds.
  public static let dark = Theme(
    marbles: [
      .red: TerminalColor(0xFF6B6B), .green: TerminalColor(0x51CF66), .blue: TerminalColor(0x4DABF7),
      .purple: TerminalColor(0xB197FC), .yellow: TerminalColor(0xFFD43B), .orange: TerminalColor(0xFFA94D),
      .cyan: TerminalColor(0x3BC9DB), .pink: TerminalColor(0xF783AC), .gray: TerminalColor(0xADB5BD),
    ],
    ink: TerminalColor(0x10141A), accent: TerminalColor(0xFFC94D), muted: TerminalColor(0x868E96),
    faint: TerminalColor(0x495057), alarm: TerminalColor(0xFF4D4D))

  /// The style of a solid marble's face.
  func face(_ color: MarbleColor) -> Style { Style(foreground: ink, background: marbles[color], bold: true) }

  /// The style of a marble's edge, and of the whole of a marble that is still to come.
  func edge(_ color: MarbleColor, isGhost: Bool) -> Style {
    guard let solid = marbles[color] else { return Style(dim: isGhost) }
    return Style(foreground: isGhost ? solid.mixed(with: faint) : solid)
  }
}

extension TerminalColor {
  /// The colour halfway to `other`.
  func mixed(with other: TerminalColor) -> TerminalColor {
    func half(_ left: UInt8, _ right: UInt8) -> UInt8 { UInt8((Int(left) + Int(right)) / 2) }
    return TerminalColor(red: half(red, other.red), green: half(green, other.green), blue: half(blue, other.blue))
  }
}
