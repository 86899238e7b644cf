public import Marbles
public import Terminal

/// How everything is coloured; the terminal's own background stays, and text without a colour here is the terminal's.
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
  /// Behind every other row of a list; nil where no colour is close enough to the terminal's own.
  public var stripe: TerminalColor?
  /// Whether it is for light backgrounds.
  public private(set) var isLight = false
  /// How many colours there are.
  public private(set) var depth = ColorDepth.truecolor

  /// For dark backgrounds.
  public static let dark = Theme(
    marbles: [
      .red: TerminalColor(0xFF6B6B), .green: TerminalColor(0x51CF66), .blue: TerminalColor(0x4DABF7),
      .purple: TerminalColor(0xB197FC), .yellow: TerminalColor(0xFFD43B), .orange: TerminalColor(0xFFA94D),
      .cyan: TerminalColor(0x3BC9DB), .pink: TerminalColor(0xF783AC), .gray: TerminalColor(0xADB5BD),
    ],
    ink: TerminalColor(0x10141A), accent: TerminalColor(0xFFC94D), muted: TerminalColor(0x868E96),
    faint: TerminalColor(0x495057), alarm: TerminalColor(0xFF4D4D), stripe: TerminalColor(0x22272E))

  /// For light backgrounds.
  public static let light = Theme(
    marbles: [
      .red: TerminalColor(0xD6303A), .green: TerminalColor(0x2B8A3E), .blue: TerminalColor(0x1864AB),
      .purple: TerminalColor(0x6741D9), .yellow: TerminalColor(0x946300), .orange: TerminalColor(0xC2410C),
      .cyan: TerminalColor(0x0B7285), .pink: TerminalColor(0xA61E4D), .gray: TerminalColor(0x495057),
    ],
    ink: TerminalColor(0xFFFFFF), accent: TerminalColor(0xB35C00), muted: TerminalColor(0x5C636A),
    faint: TerminalColor(0xADB5BD), alarm: TerminalColor(0xC92A2A), stripe: TerminalColor(0xEDEFF2), isLight: true)

  /// Pure colours on black, and nothing that is hard to make out.
  public static let highContrast = Theme(
    marbles: [
      .red: TerminalColor(0xFF8080), .green: TerminalColor(0x00FF00), .blue: TerminalColor(0x80C0FF),
      .purple: TerminalColor(0xFF80FF), .yellow: TerminalColor(0xFFFF00), .orange: TerminalColor(0xFFB000),
      .cyan: TerminalColor(0x00FFFF), .pink: TerminalColor(0xFFC0E0), .gray: TerminalColor(0xFFFFFF),
    ],
    ink: TerminalColor(0x000000), accent: TerminalColor(0xFFFF00), muted: TerminalColor(0xE0E0E0),
    faint: TerminalColor(0xA8A8A8), alarm: TerminalColor(0xFF6060), stripe: TerminalColor(0x303030))

  /// The palette of Okabe and Ito, which people with any kind of colour vision can tell apart.
  public static let colorBlindSafe = Theme(
    marbles: [
      .red: TerminalColor(0xD55E00), .green: TerminalColor(0x009E73), .blue: TerminalColor(0x56B4E9),
      .purple: TerminalColor(0xCC79A7), .yellow: TerminalColor(0xF0E442), .orange: TerminalColor(0xE69F00),
      .cyan: TerminalColor(0x0072B2), .pink: TerminalColor(0xE5B4D0), .gray: TerminalColor(0x999999),
    ],
    ink: TerminalColor(0x000000), accent: TerminalColor(0xF0E442), muted: TerminalColor(0x999999),
    faint: TerminalColor(0x5A5A5A), alarm: TerminalColor(0xD55E00), stripe: TerminalColor(0x262626))

  /// The themes by the names that flags and files call them.
  public enum Name: String, Hashable, Sendable, CaseIterable {
    case dark, light
    case highContrast = "high-contrast"
    case colorBlindSafe = "color-blind-safe"
  }

  /// The theme of this name.
  public static func named(_ name: Name) -> Theme {
    switch name {
    case .dark: .dark
    case .light: .light
    case .highContrast: .highContrast
    case .colorBlindSafe: .colorBlindSafe
    }
  }

  /// The theme for a terminal that shows so many colours.
  ///
  /// The nearest of 16 colours are often the same, so there each marble has one of its own, with black ink; red and green
  /// are red and cyan where they must not be confused.
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
  /// Without colours an input's is filled and an output's is open: filling is exchanging, which needs no colours.
  func face(_ color: MarbleColor, isInput: Bool) -> Style {
    isInput
      ? Style(foreground: marbles[color], background: ink, reverse: true)
      : Style(foreground: ink, background: marbles[color])
  }

  /// The style of a marble's edge, and of the whole of a marble that is not solid.
  func edge(_ color: MarbleColor, isGhost: Bool) -> Style {
    guard let solid = marbles[color] else { return Style(dim: isGhost) }
    return Style(foreground: isGhost ? solid.mixed(with: faint) : solid)
  }
}

extension TerminalColor {
  /// The colour on the way to `other`: at 0 this one, at 1 the other.
  func mixed(with other: TerminalColor, share: Double = 0.5) -> TerminalColor {
    func mix(_ left: UInt8, _ right: UInt8) -> UInt8 { UInt8(Double(left) * (1 - share) + Double(right) * share) }
    return TerminalColor(red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
  }
}
