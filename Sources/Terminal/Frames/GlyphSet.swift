/// The characters that pictures may use.
public enum GlyphSet: Hashable, Sendable, CaseIterable {
  /// All of Unicode.
  case full
  /// The font of the Linux console: box drawing and half blocks, but no quadrants and no braille.
  case linuxConsole
  /// ASCII.
  case ascii
}

/// Replaces characters that a terminal can't show by others of the same width.
enum GlyphFallback {
  /// The replacement of a character in a smaller font.
  static func shown(_ text: String, width: Int, in set: GlyphSet) -> String {
    guard set != .full, let first = text.unicodeScalars.first else { return text }
    if text.unicodeScalars.count == 1 {
      if set == .linuxConsole && isInConsoleFont(first) { return text }
      if set == .linuxConsole, let similar = console[first] { return String(similar) }
      if let similar = ascii[first] ?? console[first].flatMap({ ascii[$0] }) { return String(similar) }
    }
    return String(repeating: "?", count: width)
  }

  /// The columns that a character of disputed width needs so that no terminal wraps, or scrolls in the last line.
  ///
  /// This is its reach, and one more if a combining mark comes last, because some terminals wrap before it although it
  /// takes no column.
  static func room(_ text: String, reach: Int) -> Int {
    let scalars = text.unicodeScalars
    guard scalars.count > 1, let last = scalars.last, DisplayWidth.of(last) == 0 else { return reach }
    return max(reach, scalars.reduce(1) { $0 + CharacterWidth(of: $1).reach })
  }

  /// The replacement of a character that lacks ``room(_:reach:)``: its first scalar, or the letters of a flag.
  static func atTheEdge(_ text: String, width: Int) -> String {
    let scalars = text.unicodeScalars
    if scalars.allSatisfy(DisplayWidth.isRegionalIndicator) {
      let letters = scalars.compactMap { Unicode.Scalar($0.value - 0x1F1E6 + 0x41) }.map(Character.init)
      return String(letters.prefix(width))
    }
    guard let first = scalars.first, case let breadth = CharacterWidth(of: first), breadth.isSettled,
      (1...width).contains(breadth.width)
    else { return String(repeating: "?", count: width) }
    return String(first) + String(repeating: " ", count: width - breadth.width)
  }

  /// ASCII, Latin-1, and the signs of code page 437, which the kernel's built-in font has.
  private static func isInConsoleFont(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x100 || codePage437.contains(scalar)
  }

  private static let codePage437 = Set(
    ("─│┌┐└┘├┤┬┴┼═║╒╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡╢╣╤╥╦╧╨╩╪╫╬▀▄█▌▐░▒▓■▬▲►▼◄○◘◙☺☻☼♀♂♠♣♥♦♪♫←↑→↓↔↕↨•‼ƒαΓπΣστΦΘΩδ∞φε∩≡≥≤⌠⌡≈∙√ⁿ")
      .unicodeScalars)

  private static func table(_ pairs: [(String, Unicode.Scalar)]) -> [Unicode.Scalar: Unicode.Scalar] {
    var table: [Unicode.Scalar: Unicode.Scalar] = [:]
    for (all, similar) in pairs { for scalar in all.unicodeScalars { table[scalar] = similar } }
    return table
  }

  private static let console = table([
    ("━╌┄┈╍┅┉", "─"), ("┃╎┆┊╏┇┋", "│"), ("╭┏", "┌"), ("╮┓", "┐"), ("╰┗", "└"), ("╯┛", "┘"), ("╋", "┼"), ("┣", "├"),
    ("┫", "┤"), ("┳", "┬"), ("┻", "┴"), ("▖▗▂▃▅", "▄"), ("▘▝▔", "▀"), ("▏▎▍", "▌"), ("▕", "▐"), ("▚▞", "▒"),
    ("▙▟▛▜▆▇▉▊▋", "█"), ("▁", "_"), ("▶▸", "►"), ("◀◂", "◄"), ("▾", "▼"), ("▴", "▲"), ("●◉", "•"), ("◆◇", "♦"),
    ("◯", "○"), ("□▪▫", "■"), ("…", "~"), ("‖", "="), ("✕✗✘", "x"), ("✓✔", "√"), ("↻↺", "o"), ("–—−", "-"),
    ("‘’", "'"), ("“”", "\""), ("⋅", "·"),
  ])

  private static let ascii = table([
    ("─═▬", "-"), ("│║", "|"), ("┌┐└┘├┤┬┴┼╒╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡╢╣╤╥╦╧╨╩╪╫╬", "+"), ("▀▄█▌▐░▒▓■", "#"), ("▲↑", "^"),
    ("►→", ">"), ("▼↓", "v"), ("◄←", "<"), ("○", "o"), ("•♦", "*"), ("√", "v"), ("·∙", "."), ("×", "x"), ("~…", "~"),
    ("_", "_"), ("=", "="), ("x", "x"), ("o", "o"), ("-", "-"), ("'", "'"), ("\"", "\""),
  ])
}
