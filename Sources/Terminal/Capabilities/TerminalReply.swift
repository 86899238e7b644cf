/// A terminal's reply to a query.
public enum TerminalReply: Hashable, Sendable {
  /// The setting of a mode.
  public enum Setting: Int, Hashable, Sendable {
    /// The terminal does not know the mode.
    case unknown
    /// On or off, and changeable.
    case set, reset
    /// On or off, and permanent.
    case alwaysSet, alwaysReset
  }

  /// DA1: the kind of terminal.
  case deviceAttributes([Int])
  /// DECRPM: the setting of the private mode with this number.
  case mode(Int, Setting)
  /// OSC: the colour with this number: 10 foreground, 11 background.
  case color(Int, TerminalColor)
  /// XTGETTCAP: the terminal has this terminfo capability.
  case capability(String)
}

extension TerminalReply {
  /// Reads the parameters of a CSI sequence, including intermediates, and its last byte; nil if it is not a reply.
  init?(csi body: String, final: UInt8) {
    guard body.hasPrefix("?") else { return nil }
    let text = body.dropFirst()
    switch final {
    case UInt8(ascii: "c"):
      self = .deviceAttributes(text.split(separator: ";").compactMap(Self.number))
    case UInt8(ascii: "y") where text.hasSuffix("$"):
      let numbers = text.dropLast().split(separator: ";").map(Self.number)
      guard numbers.count == 2, let mode = numbers[0], let setting = numbers[1].flatMap(Setting.init) else {
        return nil
      }
      self = .mode(mode, setting)
    default: return nil
    }
  }

  /// Reads the text of an OSC: `11;rgb:1e1e/1e1e/2e2e`.
  init?(osc text: String) {
    let parts = text.split(separator: ";", maxSplits: 1)
    guard parts.count == 2, let number = Self.number(parts[0]) else { return nil }
    let color = parts[1].split(separator: ":", maxSplits: 1)
    guard color.count == 2, color[0] == "rgb" || color[0] == "rgba" else { return nil }
    let shares = color[1].split(separator: "/", omittingEmptySubsequences: false).prefix(3).compactMap(Self.share)
    guard shares.count == 3 else { return nil }
    self = .color(number, TerminalColor(red: shares[0], green: shares[1], blue: shares[2]))
  }

  /// Reads the text of a DCS: `1+r524742=38`, names and values in hexadecimal.
  init?(dcs text: String) {
    guard text.hasPrefix("1+r") else { return nil }
    let hex = text.dropFirst(3).prefix { $0 != "=" && $0 != ";" }
    guard let bytes = Self.bytes(hex), !bytes.isEmpty else { return nil }
    self = .capability(String(decoding: bytes, as: UTF8.self))
  }

  /// A decimal number; nil for signs and other characters that are not digits.
  static func number(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
  }

  /// One to four hexadecimal digits, scaled to a byte (XParseColor).
  private static func share(_ hex: Substring) -> UInt8? {
    guard (1...4).contains(hex.utf8.count), hex.allSatisfy(\.isHexDigit), let value = UInt32(hex, radix: 16) else {
      return nil
    }
    let most: UInt32 = 1 << (4 * UInt32(hex.utf8.count)) - 1
    return UInt8((value * 255 + most / 2) / most)
  }

  private static func bytes(_ hex: Substring) -> [UInt8]? {
    let digits = Array(hex)
    guard digits.count.isMultiple(of: 2), digits.allSatisfy(\.isHexDigit) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
  }
}
