/// The meaning of complete CSI sequences (xterm ctlseqs, "PC-Style Function Keys", "Mouse Tracking", "Bracketed
/// Paste").
enum ControlSequence {
  /// - Parameters:
  ///   - body: the parameters and intermediates.
  ///   - final: the last byte.
  static func input(_ body: String, final: UInt8) -> Input? {
    if body.hasPrefix("<") { return mouse(body.dropFirst(), final: final) }
    if let reply = TerminalReply(csi: body, final: final) { return .reply(reply) }
    switch (body, final) {
    case ("", UInt8(ascii: "I")): return .focus(true)
    case ("", UInt8(ascii: "O")): return .focus(false)
    default: break
    }
    let numbers = numbers(body[...])
    guard body.isEmpty || numbers.allSatisfy({ $0 != nil }) else { return nil }
    // A key has a number (1 before letters), and a second number for modifiers.
    let (number, held) = (numbers.first.flatMap { $0 } ?? 1, numbers.count > 1 ? numbers[1] ?? 1 : 1)
    guard numbers.count <= 2, (1...256).contains(held) else { return nil }
    let modifiers = Modifiers(rawValue: UInt8((held - 1) & 7))
    switch final {
    case UInt8(ascii: "~"): return body.isEmpty ? nil : numberKeys[number].map { .key($0, modifiers) }
    case _ where number != 1: return nil
    case UInt8(ascii: "Z"): return .key(.backTab, modifiers.subtracting(.shift))
    default: return letterKeys[final].map { .key($0, modifiers) }
    }
  }

  /// Keys whose sequence ends in a letter, after `ESC [` or `ESC O`.
  static let letterKeys: [UInt8: Key] = [
    UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right, UInt8(ascii: "D"): .left,
    UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end,
  ]

  private static let numberKeys: [Int: Key] = [
    1: .home, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
  ]

  private static func mouse(_ body: Substring, final: UInt8) -> Input? {
    let numbers = numbers(body)
    guard numbers.count == 3, let code = numbers[0], let x = numbers[1], let y = numbers[2] else { return nil }
    guard [UInt8(ascii: "M"), UInt8(ascii: "m")].contains(final), (0..<256).contains(code) else { return nil }
    return Mouse(code: code, x: x, y: y, isRelease: final == UInt8(ascii: "m")).map { .mouse($0) }
  }

  private static func numbers(_ text: Substring) -> [Int?] {
    text.split(separator: ";", omittingEmptySubsequences: false).map(TerminalReply.number)
  }
}
