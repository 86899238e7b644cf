/// What `--color` can say.
public enum ColorChoice: String, CaseIterable, Hashable, Sendable {
  /// As the environment says.
  case auto
  /// In colour, to a file or a pipe, too.
  case always
  /// Without colour.
  case never
  /// In the 16 ANSI colours.
  case ansi16 = "16"
  /// In xterm's 256 colours.
  case ansi256 = "256"
  /// In 24-bit colours.
  case truecolor
}

/// Which characters pictures may be made of.
public enum GlyphSet: Hashable, Sendable, CaseIterable {
  /// All of Unicode.
  case full
  /// What the font of the Linux console has: box drawing and half blocks, but no quadrants and no braille.
  case linuxConsole
  /// ASCII.
  case ascii
}

/// What a terminal can do, as far as flags and environment tell.
public struct Capabilities: Hashable, Sendable {
  /// How many colours it shows.
  public var colorDepth: ColorDepth
  /// Which characters it shows.
  public var glyphs: GlyphSet
  /// Whether it has answered that it knows mode 2026, which shows a frame only when it is complete.
  public var synchronizedOutput: Bool

  /// Capabilities that are known.
  public init(colorDepth: ColorDepth = .truecolor, glyphs: GlyphSet = .full, synchronizedOutput: Bool = false) {
    self.colorDepth = colorDepth
    self.glyphs = glyphs
    self.synchronizedOutput = synchronizedOutput
  }

  /// Capabilities by the conventions of the environment.
  ///
  /// Colour: `--color`, then `CLICOLOR_FORCE` or `FORCE_COLOR`, then `NO_COLOR`, then `TERM=dumb` or no terminal, else
  /// on. A variable that is empty counts as unset; one that forces does not when it is `0`.
  ///
  /// - Parameters:
  ///   - color: the value of `--color`.
  ///   - ascii: whether `--ascii` is given.
  ///   - environment: the process environment.
  ///   - isTTY: whether the output is a terminal.
  public init(color: ColorChoice = .auto, ascii: Bool = false, environment: [String: String], isTTY: Bool) {
    let variables = environment.filter { !$0.value.isEmpty }
    self.init(
      colorDepth: Self.colorDepth(color, variables, isTTY: isTTY), glyphs: Self.glyphs(ascii: ascii, variables))
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
    return term.contains("256color") ? .ansi256 : .ansi16
  }

  private static func glyphs(ascii: Bool, _ variables: [String: String]) -> GlyphSet {
    let locale = (variables["LC_ALL"] ?? variables["LC_CTYPE"] ?? variables["LANG"])?.lowercased()
    let isUTF8 = locale.map { $0.contains("utf-8") || $0.contains("utf8") } ?? true
    if ascii || !isUTF8 { return .ascii }
    return variables["TERM"] == "linux" ? .linuxConsole : .full
  }
}
