public import Marbles
public import Terminal

/// The colours of a picture. The background, and text without a colour here, keep the terminal's colours.
public struct Theme: Hashable, Sendable {
  /// The colour of each kind of marble.
  public var marbles: [MarbleColor: TerminalColor]
  /// The text on a marble.
  public var ink: TerminalColor
  /// The colour of the playhead and of the names of output rows.
  public var accent: TerminalColor
  /// The colour of baselines, ticks and notes.
  public var muted: TerminalColor
  /// The colour of the future.
  public var faint: TerminalColor
  /// What the colour of a marble is mixed with while it is of the future.
  public var ghost: TerminalColor
  /// The colour of errors.
  public var alarm: TerminalColor
  /// The background of every other row of a list; nil when no colour is close enough to the terminal's background.
  public var stripe: TerminalColor?
  /// Whether the theme is for light backgrounds.
  public private(set) var isLight = false
  /// The number of colours that the theme uses.
  public private(set) var depth = ColorDepth.truecolor

  /// For dark backgrounds.
  public static let dark = Theme(
    marbles: [
      .red: TerminalColor(0xFF6B6B), .green: TerminalColor(0x51CF66), .blue: TerminalColor(0x4DABF7),
      .purple: TerminalColor(0xB197FC), .yellow: TerminalColor(0xFFD43B), .orange: TerminalColor(0xFFA94D),
      .cyan: TerminalColor(0x3BC9DB), .pink: TerminalColor(0xF783AC), .gray: TerminalColor(0xADB5BD),
    ],
    ink: TerminalColor(0x10141A), accent: TerminalColor(0xFFC94D), muted: TerminalColor(0x868E96),
    faint: TerminalColor(0x656D76), ghost: TerminalColor(0x6C757D), alarm: TerminalColor(0xFF4D4D),
    stripe: TerminalColor(0x22272E))

  /// For light backgrounds.
  public static let light = Theme(
    marbles: [
      .red: TerminalColor(0xD6303A), .green: TerminalColor(0x28833A), .blue: TerminalColor(0x1864AB),
      .purple: TerminalColor(0x6741D9), .yellow: TerminalColor(0x946300), .orange: TerminalColor(0xC2410C),
      .cyan: TerminalColor(0x0B7285), .pink: TerminalColor(0xA61E4D), .gray: TerminalColor(0x495057),
    ],
    ink: TerminalColor(0xFFFFFF), accent: TerminalColor(0xA65300), muted: TerminalColor(0x5C636A),
    faint: TerminalColor(0x868E96), ghost: TerminalColor(0x6C757D), alarm: TerminalColor(0xC92A2A),
    stripe: TerminalColor(0xEDEFF2), isLight: true)

  /// Pure colours on black, with high contrast throughout.
  public static let highContrast = Theme(
    marbles: [
      .red: TerminalColor(0xFF8080), .green: TerminalColor(0x00FF00), .blue: TerminalColor(0x80C0FF),
      .purple: TerminalColor(0xFF80FF), .yellow: TerminalColor(0xFFFF00), .orange: TerminalColor(0xFFB000),
      .cyan: TerminalColor(0x00FFFF), .pink: TerminalColor(0xFFC0E0), .gray: TerminalColor(0xFFFFFF),
    ],
    ink: TerminalColor(0x000000), accent: TerminalColor(0xFFFF00), muted: TerminalColor(0xE0E0E0),
    faint: TerminalColor(0xA8A8A8), ghost: TerminalColor(0xA8A8A8), alarm: TerminalColor(0xFF6060),
    stripe: TerminalColor(0x303030))

  /// The palette of Okabe and Ito, with a lighter blue for black text: it is distinguishable with any kind of colour vision.
  public static let colorBlindSafe = Theme(
    marbles: [
      .red: TerminalColor(0xD55E00), .green: TerminalColor(0x009E73), .blue: TerminalColor(0x56B4E9),
      .purple: TerminalColor(0xCC79A7), .yellow: TerminalColor(0xF0E442), .orange: TerminalColor(0xE69F00),
      .cyan: TerminalColor(0x157FC0), .pink: TerminalColor(0xE5B4D0), .gray: TerminalColor(0x999999),
    ],
    ink: TerminalColor(0x000000), accent: TerminalColor(0xF0E442), muted: TerminalColor(0x999999),
    faint: TerminalColor(0x6E6E6E), ghost: TerminalColor(0xA0A0A0), alarm: TerminalColor(0xD55E00),
    stripe: TerminalColor(0x262626))

  /// The names of themes in flags and files.
  public enum Name: String, Hashable, Sendable, CaseIterable {
    case dark, light
    case highContrast = "high-contrast"
    case colorBlindSafe = "color-blind-safe"

    /// What it is for, in a few words.
    package var summary: String {
      switch self {
      case .dark: "for a dark background"
      case .light: "for a light background"
      case .highContrast: "for a projector, or eyes that need contrast"
      case .colorBlindSafe: "colours that all forms of colour blindness tell apart"
      }
    }
  }

  /// The theme with this name.
  public static func named(_ name: Name) -> Theme {
    switch name {
    case .dark: .dark
    case .light: .light
    case .highContrast: .highContrast
    case .colorBlindSafe: .colorBlindSafe
    }
  }

  /// The theme for a terminal with fewer colours.
  ///
  /// The nearest of 16 colours are often equal, so each marble gets a distinct one with black ink. Red and green become
  /// red and cyan in the theme for colour blindness.
  public func adapted(to depth: ColorDepth) -> Theme {
    var theme = self
    theme.depth = depth
    guard depth == .ansi16 else { return theme }
    let isSafe = self == .colorBlindSafe
    theme.ink = TerminalColor(0x000000)
    theme.stripe = nil
    theme.marbles = [
      .red: TerminalColor(0xFF0000), .green: TerminalColor(isSafe ? 0x00CDCD : 0x00CD00),
      .blue: TerminalColor(0x5C5CFF), .purple: TerminalColor(0xFF00FF), .yellow: TerminalColor(0xFFFF00),
      .orange: TerminalColor(0xCDCD00), .cyan: TerminalColor(isSafe ? 0xFFFFFF : 0x00CDCD),
      .pink: TerminalColor(0xCD00CD), .gray: TerminalColor(0xE5E5E5),
    ]
    return theme
  }

  /// The style of a solid marble's face.
  ///
  /// Without colours, inputs are in reverse video and outputs are not: reverse video needs no colours.
  ///
  /// - Parameters:
  ///   - color: the kind of the marble.
  ///   - isInput: whether the marble belongs to an input.
  ///   - isBright: whether it has just been emitted.
  func face(_ color: MarbleColor, isInput: Bool, isBright: Bool = false) -> Style {
    let face = isBright ? bright(color) : marbles[color]
    return isInput
      ? Style(foreground: face, background: ink, bold: isBright, reverse: true)
      : Style(foreground: ink, background: face, bold: isBright)
  }

  /// The colour of a marble that has just been emitted, and of lines to it: nearer to white on dark backgrounds, and to
  /// black on light ones.
  func bright(_ color: MarbleColor) -> TerminalColor? {
    let end = TerminalColor(isLight ? 0x000000 : 0xFFFFFF)
    // 16 colours have no mixtures.
    return marbles[color]?.mixed(with: end, share: depth == .ansi16 ? 1 : isLight ? 0.45 : 0.6)
  }

  /// The style of a connector from a marble.
  func line(_ color: MarbleColor, isBright: Bool) -> Style {
    isBright ? Style(foreground: bright(color), bold: true) : Style(foreground: marbles[color])
  }

  /// The style of a marble's edge, and of a complete marble that is not solid.
  func edge(_ color: MarbleColor, isGhost: Bool) -> Style {
    guard let solid = marbles[color] else { return Style(dim: isGhost) }
    return Style(foreground: isGhost ? solid.mixed(with: ghost) : solid)
  }
}

extension TerminalColor {
  /// The mixture of this colour (share 0) and `other` (share 1).
  public func mixed(with other: TerminalColor, share: Double = 0.5) -> TerminalColor {
    func mix(_ left: UInt8, _ right: UInt8) -> UInt8 { UInt8(Double(left) * (1 - share) + Double(right) * share) }
    return TerminalColor(red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
  }
}
