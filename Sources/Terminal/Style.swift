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

/// A style as the terminal is told of it: colours reduced to a depth, attributes as SGR numbers.
struct Pen: Equatable {
  /// A colour in the terminal's terms.
  enum Ink: Equatable {
    case `default`
    case ansi(UInt8)
    case indexed(UInt8)
    case rgb(TerminalColor)

    init(_ color: TerminalColor?, depth: ColorDepth) {
      guard let color else {
        self = .default
        return
      }
      switch depth {
      case .none: self = .default
      case .ansi16: self = .ansi(color.ansi16)
      case .ansi256: self = .indexed(color.xterm256)
      case .truecolor: self = .rgb(color)
      }
    }

    /// SGR parameters; `base` is 30 for the foreground and 40 for the background.
    func parameters(base: Int) -> [Int] {
      switch self {
      case .default: [base + 9]
      case .ansi(let number) where number < 8: [base + Int(number)]
      case .ansi(let number): [base + 60 + Int(number) - 8]
      case .indexed(let number): [base + 8, 5, Int(number)]
      case .rgb(let color): [base + 8, 2, Int(color.red), Int(color.green), Int(color.blue)]
      }
    }
  }

  var foreground = Ink.default
  var background = Ink.default
  /// The SGR numbers that are on: 1 bold, 2 dim, 3 italic, 4 underline, 7 reverse; bit n stands for number n.
  var attributes: UInt8 = 0

  init() {}

  init(_ style: Style, depth: ColorDepth) {
    foreground = Ink(style.foreground, depth: depth)
    background = Ink(style.background, depth: depth)
    if style.bold { attributes |= 1 << 1 }
    if style.dim { attributes |= 1 << 2 }
    if style.italic { attributes |= 1 << 3 }
    if style.underline { attributes |= 1 << 4 }
    if style.reverse { attributes |= 1 << 7 }
  }

  /// The shorter of what changes and a reset with all that is on, as the parameters of one SGR.
  func parameters(from old: Pen) -> String {
    if self == Pen() { return "" }
    let change = changes(from: old, begin: [])
    let restart = changes(from: Pen(), begin: [0])
    return restart.utf8.count < change.utf8.count ? restart : change
  }

  private func changes(from old: Pen, begin: [Int]) -> String {
    var numbers = begin
    var on = old.attributes
    for (off, mask) in Self.offs where on & mask & ~attributes != 0 {
      numbers.append(off)
      on &= ~mask
    }
    for number in [1, 2, 3, 4, 7] where (attributes & ~on) & (1 << UInt8(number)) != 0 { numbers.append(number) }
    if foreground != old.foreground { numbers += foreground.parameters(base: 30) }
    if background != old.background { numbers += background.parameters(base: 40) }
    return numbers.map(String.init).joined(separator: ";")
  }

  /// What turns attributes off; 22 ends bold and dim both.
  private static let offs: [(off: Int, mask: UInt8)] = [
    (22, 0b110), (23, 1 << 3), (24, 1 << 4), (27, 1 << 7),
  ]
}
