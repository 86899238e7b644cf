internal import Scenes
internal import Terminal

/// The styles of rain, from the head of a near column to the end of a far column's tail.
struct RainPalette: Hashable, Sendable {
  /// The styles from the brightest to the faintest.
  private let ramp: [Style]
  private let isBackdrop: Bool
  /// How much fainter a backdrop is. With few colours, all of it is dim, because nothing fainter exists.
  private let fainter: Int

  /// - Parameters:
  ///   - palette: the colour of the rain.
  ///   - theme: supplies the background and the number of colours.
  ///   - isBackdrop: whether the rain falls behind text.
  init(_ palette: Scene.Matrix.Palette, theme: Theme, isBackdrop: Bool = false) {
    self.isBackdrop = isBackdrop
    fainter = theme.depth == .truecolor || theme.depth == .ansi256 ? 4 : 5
    let color = theme.isLight ? palette.dark : palette.bright
    let paper = TerminalColor(theme.isLight ? 0xFFFFFF : 0x000000)
    let ink = TerminalColor(theme.isLight ? 0x000000 : 0xFFFFFF)
    switch theme.depth {
    case .truecolor, .ansi256:
      // 256 colours have few shades between the darkest of a hue and black.
      let tail = theme.depth == .truecolor ? [0.88, 0.66, 0.46, 0.3, 0.18] : [0.86, 0.69, 0.53, 0.38, 0.37]
      let head = [Style(foreground: color.mixed(with: ink, share: 0.85), bold: true)]
      ramp =
        head + [Style(foreground: color.mixed(with: ink, share: 0.4))]
        + tail.map { Style(foreground: color.mixed(with: paper, share: 1 - $0)) }
    case .ansi16:
      let (bright, normal) = (Style(foreground: color), Style(foreground: color.mixed(with: paper, share: 0.2)))
      let faint = Style(foreground: normal.foreground, dim: true)
      ramp = [Style(foreground: ink, bold: true), bright, bright, normal, normal, faint, faint]
    case .none:
      let (bright, faint) = (Style(bold: true), Style(dim: true))
      ramp = [bright, bright, .plain, .plain, .plain, faint, faint]
    }
  }

  /// The styles of a column's glyphs from its head on; each applies to an equal share of the height.
  func styles(of depth: Rain.Depth) -> [Style] {
    // Only the head is white; the other styles have equal shares.
    let steps =
      switch depth {
      case .near: [0, 1, 2, 2, 3, 4, 5]
      case .middle: [1, 3, 3, 4, 5, 6]
      case .far: [4, 5, 5, 6, 6, 6]
      }
    return steps.map { ramp[isBackdrop ? min($0 + fainter, ramp.count - 1) : $0] }
  }
}

extension Scene.Matrix.Palette {
  /// The colour on a dark background.
  fileprivate var bright: TerminalColor {
    switch self {
    case .green: TerminalColor(0x00FF5A)
    case .amber: TerminalColor(0xFFB000)
    case .blue: TerminalColor(0x4DABFF)
    case .red: TerminalColor(0xFF4D4D)
    case .purple: TerminalColor(0xC07CFF)
    case .white: TerminalColor(0xE9ECEF)
    }
  }

  /// The colour on a light background.
  fileprivate var dark: TerminalColor {
    switch self {
    case .green: TerminalColor(0x007A2C)
    case .amber: TerminalColor(0x8F5B00)
    case .blue: TerminalColor(0x0B5CAD)
    case .red: TerminalColor(0xB3202A)
    case .purple: TerminalColor(0x6B2FBF)
    case .white: TerminalColor(0x343A40)
    }
  }
}
