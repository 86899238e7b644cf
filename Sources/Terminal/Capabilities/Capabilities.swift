/// The values of `--color`.
public enum ColorChoice: String, CaseIterable, Hashable, Sendable {
  /// By the environment.
  case auto
  /// In colour, also to a file or a pipe.
  case always
  /// Without colours.
  case never
  /// In the 16 ANSI colours.
  case ansi16 = "16"
  /// In xterm's 256 colours.
  case ansi256 = "256"
  /// In 24-bit colours.
  case truecolor
}

/// Whether a terminal shows bright text on a dark background or dark text on a bright one.
public enum TerminalBackground: Hashable, Sendable {
  /// Bright text on a dark background.
  case dark
  /// Dark text on a bright background.
  case light

  /// Classifies a background colour by its luminance.
  init(_ color: TerminalColor) {
    // Rec. 601, in thousandths.
    self = 299 * Int(color.red) + 587 * Int(color.green) + 114 * Int(color.blue) < 127_500 ? .dark : .light
  }
}

/// The capabilities of a terminal, by flags, environment and its replies (``TerminalNegotiation``).
public struct Capabilities: Hashable, Sendable {
  /// The number of colours.
  public var colorDepth: ColorDepth
  /// The characters that its font has.
  public var glyphs: GlyphSet
  /// Whether it supports mode 2026, which shows a frame only when it is complete.
  public var synchronizedOutput: Bool
  /// Whether it keeps a stack of window titles, so that the old title can be restored.
  public var titles: Bool
  /// Dark or light background; nil when unknown.
  public var background: TerminalBackground?

  /// Creates known capabilities.
  public init(
    colorDepth: ColorDepth = .truecolor, glyphs: GlyphSet = .full, synchronizedOutput: Bool = false,
    titles: Bool = false, background: TerminalBackground? = nil
  ) {
    self.colorDepth = colorDepth
    self.glyphs = glyphs
    self.synchronizedOutput = synchronizedOutput
    self.titles = titles
    self.background = background
  }

  /// Derives capabilities from the conventions of the environment.
  ///
  /// Colour: `--color`, then `CLICOLOR_FORCE` or `FORCE_COLOR`, then `NO_COLOR`, then `TERM=dumb` or no terminal, else
  /// on. An empty variable counts as unset, and a forcing variable has no effect if it is `0`.
  ///
  /// - Parameters:
  ///   - color: the value of `--color`.
  ///   - ascii: whether `--ascii` is given.
  ///   - environment: the process environment.
  ///   - isTTY: whether the output is a terminal.
  public init(color: ColorChoice = .auto, ascii: Bool = false, environment: [String: String], isTTY: Bool) {
    let variables = environment.filter { !$0.value.isEmpty }
    self.init(
      colorDepth: Self.colorDepth(color, variables, isTTY: isTTY), glyphs: Self.glyphs(ascii: ascii, variables),
      background: Self.background(variables))
  }

  private static func colorDepth(_ color: ColorChoice, _ variables: [String: String], isTTY: Bool) -> ColorDepth {
    switch color {
    case .never: return .none
    case .ansi16: return .ansi16
    case .ansi256: return .ansi256
    case .truecolor: return .truecolor
    case .always: return depth(variables)
    case .auto: break
    }
    let isForced = ["CLICOLOR_FORCE", "FORCE_COLOR"].contains { variables[$0] != nil && variables[$0] != "0" }
    if isForced { return depth(variables) }
    if variables["NO_COLOR"] != nil || variables["TERM"] == "dumb" || !isTTY { return .none }
    return depth(variables)
  }

  private static func depth(_ variables: [String: String]) -> ColorDepth {
    if ["truecolor", "24bit"].contains(variables["COLORTERM"]) { return .truecolor }
    let term = variables["TERM"] ?? ""
    if term.hasSuffix("-direct") { return .truecolor }
    return term.split(separator: "-").contains("256color") ? .ansi256 : .ansi16
  }

  private static func glyphs(ascii: Bool, _ variables: [String: String]) -> GlyphSet {
    // An empty variable counts as unset (POSIX).
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
    // As in de_DE.UTF-8@euro.
    let encoding = locale?.split(separator: ".").last?.prefix { $0 != "@" }.lowercased()
    if ascii || encoding.map({ !["utf-8", "utf8"].contains($0) }) ?? false { return .ascii }
    return variables["TERM"] == "linux" ? .linuxConsole : .full
  }

  /// rxvt and Konsole report the numbers of their colours, as in `15;0` or `0;default;15`.
  private static func background(_ variables: [String: String]) -> TerminalBackground? {
    guard let last = variables["COLORFGBG"]?.split(separator: ";").last, let number = Int(last) else { return nil }
    return (0...6).contains(number) || number == 8 ? .dark : (7...15).contains(number) ? .light : nil
  }
}
