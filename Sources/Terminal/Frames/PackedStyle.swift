/// A style in the terminal's terms, in 64 bits: two colours reduced to a depth, and attributes as SGR numbers.
struct PackedStyle: Hashable {
  /// From the low end: 26 bits of foreground, 26 bits of background, and bit 52 + n for SGR number n.
  private(set) var bits: UInt64

  static let plain = PackedStyle(bits: 0)

  private init(bits: UInt64) { self.bits = bits }

  /// The pen of a style in 24-bit colours; lossless.
  init(_ style: Style) {
    var bits = UInt64(Ink(style.foreground).bits) | UInt64(Ink(style.background).bits) << 26
    if style.bold { bits |= 1 << (52 + 1) }
    if style.dim { bits |= 1 << (52 + 2) }
    if style.italic { bits |= 1 << (52 + 3) }
    if style.underline { bits |= 1 << (52 + 4) }
    if style.reverse { bits |= 1 << (52 + 7) }
    self.bits = bits
  }

  /// The style that ``init(_:)`` was given.
  var style: Style {
    Style(
      foreground: foreground.color, background: background.color, bold: has(1), dim: has(2), italic: has(3),
      underline: has(4), reverse: has(7))
  }

  /// The pen on a terminal with fewer colours.
  func reduced(to depth: ColorDepth) -> PackedStyle {
    if depth == .truecolor { return self }
    let inks = UInt64(foreground.reduced(to: depth).bits) | UInt64(background.reduced(to: depth).bits) << 26
    return PackedStyle(bits: bits & ~(1 << 52 - 1) | inks)
  }

  private var foreground: Ink { Ink(bits: UInt32(truncatingIfNeeded: bits & Ink.mask)) }
  private var background: Ink { Ink(bits: UInt32(truncatingIfNeeded: bits >> 26 & Ink.mask)) }
  private var attributes: UInt16 { UInt16(truncatingIfNeeded: bits >> 52) }
  private func has(_ number: UInt16) -> Bool { attributes & 1 << number != 0 }
}

/// A colour in the terminal's terms, in 26 bits: 24 bits of number, and 2 bits that say how to read them.
private struct Ink {
  let bits: UInt32

  static let mask: UInt64 = 1 << 26 - 1
  private static let (ansi, indexed, rgb): (UInt32, UInt32, UInt32) = (1 << 24, 2 << 24, 3 << 24)

  init(bits: UInt32) { self.bits = bits }

  init(_ color: TerminalColor?) {
    bits = color.map { Self.rgb | UInt32($0.red) << 16 | UInt32($0.green) << 8 | UInt32($0.blue) } ?? 0
  }

  var color: TerminalColor? { bits & 3 << 24 == Self.rgb ? TerminalColor(bits) : nil }

  func reduced(to depth: ColorDepth) -> Ink {
    guard let color else { return self }
    switch depth {
    case .none: return Ink(bits: 0)
    case .ansi16: return Ink(bits: Self.ansi | UInt32(color.ansi16))
    case .ansi256: return Ink(bits: Self.indexed | UInt32(color.xterm256))
    case .truecolor: return self
    }
  }

  /// Passes the SGR parameters to `body`; `base` is 30 for the foreground and 40 for the background.
  @inline(__always)
  func forEachParameter(base: Int, _ body: (Int) -> Void) {
    let number = Int(bits & 0xFF_FFFF)
    switch bits & 3 << 24 {
    case 0: body(base + 9)
    case Self.ansi: body(number < 8 ? base + number : base + 60 + number - 8)
    case Self.indexed:
      body(base + 8)
      body(5)
      body(number)
    default:
      body(base + 8)
      body(2)
      body(number >> 16)
      body(number >> 8 & 0xFF)
      body(number & 0xFF)
    }
  }
}

extension PackedStyle {
  /// The number of bytes of the SGR sequence that turns `old` into this pen; 0 when they are equal.
  func changeLength(from old: PackedStyle) -> Int {
    if self == old { return 0 }
    if self == .plain { return 3 }
    return 2 + min(parametersLength(from: old), 2 + parametersLength(from: .plain))
  }

  /// Appends that sequence: the changes, or a reset and all attributes, whichever is shorter.
  func appendChange(from old: PackedStyle, to bytes: inout [UInt8]) {
    if self == old { return }
    bytes.append(0x1B)
    bytes.append(UInt8(ascii: "["))
    if self != .plain {
      let startsOver = 2 + parametersLength(from: .plain) < parametersLength(from: old)
      if startsOver {
        bytes.append(UInt8(ascii: "0"))
        bytes.append(UInt8(ascii: ";"))
      }
      forEachParameter(from: startsOver ? .plain : old) { number in
        bytes.append(decimal: number)
        bytes.append(UInt8(ascii: ";"))
      }
      bytes.removeLast()
    }
    bytes.append(UInt8(ascii: "m"))
  }

  /// The total length of the parameters, each with the byte that follows it.
  private func parametersLength(from old: PackedStyle) -> Int {
    var length = 0
    forEachParameter(from: old) { length += decimalLength($0) + 1 }
    return length
  }

  @inline(__always)
  private func forEachParameter(from old: PackedStyle, _ body: (Int) -> Void) {
    var on = old.attributes
    let gone = on & ~attributes
    if gone != 0 {
      // SGR 22 ends both bold and dim.
      if gone & 0b110 != 0 { body(22) }
      if gone & 0b110 != 0 { on &= ~0b110 }
      if gone & 1 << 3 != 0 { body(23) }
      if gone & 1 << 4 != 0 { body(24) }
      if gone & 1 << 7 != 0 { body(27) }
    }
    let new = attributes & ~on
    if new != 0 {
      if new & 1 << 1 != 0 { body(1) }
      if new & 1 << 2 != 0 { body(2) }
      if new & 1 << 3 != 0 { body(3) }
      if new & 1 << 4 != 0 { body(4) }
      if new & 1 << 7 != 0 { body(7) }
    }
    if foreground.bits != old.foreground.bits { foreground.forEachParameter(base: 30, body) }
    if background.bits != old.background.bits { background.forEachParameter(base: 40, body) }
  }
}

/// The number of digits of a number from 0 to 99,999.
@inline(__always)
func decimalLength(_ number: Int) -> Int {
  number < 10 ? 1 : number < 100 ? 2 : number < 1000 ? 3 : number < 10_000 ? 4 : 5
}

extension [UInt8] {
  /// Appends a number from 0 to 99,999 in decimal.
  @inline(__always)
  mutating func append(decimal number: Int) {
    var divisor = number < 10 ? 1 : number < 100 ? 10 : number < 1000 ? 100 : number < 10_000 ? 1000 : 10_000
    while divisor > 0 {
      append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number / divisor % 10))
      divisor /= 10
    }
  }
}
