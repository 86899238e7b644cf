/// The number of colours of a terminal.
public enum ColorDepth: Hashable, Sendable, CaseIterable {
  /// No colours; bold, dim and other attributes are still sent, because `NO_COLOR` concerns only colour.
  case none
  /// The 16 colours of the terminal's palette.
  case ansi16
  /// The 256 colours of xterm.
  case ansi256
  /// 24-bit colours.
  case truecolor
}

/// A colour as red, green and blue; ``ColorDepth`` determines what a terminal gets of it.
public struct TerminalColor: Hashable, Sendable {
  /// The red component.
  public var red: UInt8
  /// The green component.
  public var green: UInt8
  /// The blue component.
  public var blue: UInt8

  /// Creates a colour from three components.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Creates a colour from CSS notation: `TerminalColor(0x7AA2F7)`.
  public init(_ hex: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: hex >> 16), green: UInt8(truncatingIfNeeded: hex >> 8),
      blue: UInt8(truncatingIfNeeded: hex))
  }

  /// The nearest of xterm's fixed colours, 16...255. The first 16 are the user's palette, so their colours are unknown.
  public var xterm256: UInt8 {
    let (r, g, b) = (Self.step(red), Self.step(green), Self.step(blue))
    let cube = TerminalColor(red: Self.level(r), green: Self.level(g), blue: Self.level(b))
    let mean = (Int(red) + Int(green) + Int(blue)) / 3
    let step = min(max((mean - 3) / 10, 0), 23)
    let level = UInt8(8 + 10 * step)
    let gray = TerminalColor(red: level, green: level, blue: level)
    let isGray = distance(to: gray) < distance(to: cube)
    return isGray ? UInt8(232 + step) : UInt8(16 + 36 * r + 6 * g + b)
  }

  /// The ANSI colour, 0...15, that comes closest in meaning.
  ///
  /// How a terminal shows these colours is unknown, so the hue decides, and distinct colours stay distinct. By distance
  /// alone, every pastel would become gray.
  public var ansi16: UInt8 {
    let (low, high) = (Int(min(red, green, blue)), Int(max(red, green, blue)))
    guard high - low >= 48 else {
      let nearest = Self.grays.min { abs($0.level - (low + high) / 2) < abs($1.level - (low + high) / 2) }
      return nearest?.number ?? 7
    }
    let hue = hueInDegrees(low: low, high: high)
    let number = Self.hues.first { hue < $0.end }?.number ?? 1
    return high >= 0xE6 ? number + 8 : number
  }

  /// One of the six levels of an axis of xterm's cube: 0, 95, 135, 175, 215, 255.
  private static func level(_ step: Int) -> UInt8 { step == 0 ? 0 : UInt8(55 + 40 * step) }

  private static func step(_ share: UInt8) -> Int {
    if share < 48 { return 0 }
    return share < 115 ? 1 : (Int(share) - 35) / 40
  }

  /// The boundaries between named hues.
  private static let hues: [(end: Int, number: UInt8)] = [
    (20, 1), (70, 3), (155, 2), (200, 6), (250, 4), (345, 5), (360, 1),
  ]

  /// As xterm shows them (XTerm-col.ad).
  private static let grays: [(level: Int, number: UInt8)] = [(0x00, 0), (0x7F, 8), (0xE5, 7), (0xFF, 15)]

  private func hueInDegrees(low: Int, high: Int) -> Int {
    let (r, g, b) = (Int(red), Int(green), Int(blue))
    let sixth =
      switch high {
      case r: 60 * (g - b) / (high - low)
      case g: 120 + 60 * (b - r) / (high - low)
      default: 240 + 60 * (r - g) / (high - low)
      }
    return (sixth + 360) % 360
  }

  /// Squared distance, weighted by the sensitivity of the eye: green counts most, red least.
  private func distance(to other: TerminalColor) -> Int {
    let (r, g, b) = (Int(red) - Int(other.red), Int(green) - Int(other.green), Int(blue) - Int(other.blue))
    return 2 * r * r + 4 * g * g + 3 * b * b
  }
}
