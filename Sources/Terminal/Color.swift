/// How many colours a terminal can show.
public enum ColorDepth: Hashable, Sendable, CaseIterable {
  /// No colours; bold, dim and the other attributes are still sent, as `NO_COLOR` is about colour only.
  case none
  /// The 16 colours of the terminal's own palette.
  case ansi16
  /// xterm's 256 colours.
  case ansi256
  /// 24-bit colours.
  case truecolor
}

/// A colour as red, green and blue; what a terminal gets of it depends on its ``ColorDepth``.
public struct TerminalColor: Hashable, Sendable {
  /// The share of red.
  public var red: UInt8
  /// The share of green.
  public var green: UInt8
  /// The share of blue.
  public var blue: UInt8

  /// A colour of three shares.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// A colour written as in CSS: `TerminalColor(0x7AA2F7)`.
  public init(_ hex: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: hex >> 16), green: UInt8(truncatingIfNeeded: hex >> 8),
      blue: UInt8(truncatingIfNeeded: hex))
  }

  /// The nearest of xterm's fixed colours, 16...255 (the first 16 are the user's palette, so nobody knows them).
  public var xterm256: UInt8 {
    let (r, g, b) = (Self.step(red), Self.step(green), Self.step(blue))
    let cube = TerminalColor(red: Self.levels[r], green: Self.levels[g], blue: Self.levels[b])
    let mean = (Int(red) + Int(green) + Int(blue)) / 3
    let step = min(max((mean - 3) / 10, 0), 23)
    let level = UInt8(8 + 10 * step)
    let gray = TerminalColor(red: level, green: level, blue: level)
    let isGray = distance(to: gray) < distance(to: cube)
    return isGray ? UInt8(232 + step) : UInt8(16 + 36 * r + 6 * g + b)
  }

  /// The nearest of the 16 ANSI colours, 0...15, as xterm shows them.
  public var ansi16: UInt8 {
    let nearest = Self.ansiPalette.indices.min {
      distance(to: Self.ansiPalette[$0]) < distance(to: Self.ansiPalette[$1])
    }
    return UInt8(nearest ?? 7)
  }

  /// The levels of one axis of xterm's 6×6×6 cube.
  private static let levels: [UInt8] = [0, 95, 135, 175, 215, 255]

  private static func step(_ share: UInt8) -> Int {
    if share < 48 { return 0 }
    return share < 115 ? 1 : (Int(share) - 35) / 40
  }

  /// xterm's defaults (XTerm-col.ad).
  private static let ansiPalette: [TerminalColor] = [
    0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
    0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
  ].map(TerminalColor.init)

  /// Squared distance, weighted as the eye does: green counts most, red least.
  private func distance(to other: TerminalColor) -> Int {
    let (r, g, b) = (Int(red) - Int(other.red), Int(green) - Int(other.green), Int(blue) - Int(other.blue))
    return 2 * r * r + 4 * g * g + 3 * b * b
  }
}
