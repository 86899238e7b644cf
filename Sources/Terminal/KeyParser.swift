/// Reads keys and mouse reports from the bytes of a terminal, however they are split.
///
/// Sequences that mean nothing here (function keys, replies to queries) are swallowed whole, bytes that are not UTF-8
/// are dropped, and no input makes it hold more than a few bytes.
public struct KeyParser: Sendable {
  private enum State {
    case ground
    case escape
    /// After `ESC [`.
    case csi
    /// After `ESC O`.
    case ss3
    /// In the text of OSC, DCS, SOS, PM or APC.
    case string
    /// In such a text, after ESC.
    case stringEscape
    /// In a character of this many bytes.
    case utf8(length: Int)
    /// So many bytes mean nothing.
    case skip(Int)
  }

  private var state = State.ground
  private var buffer: [UInt8] = []
  /// What the character being read gets: Alt, when ESC came before.
  private var modifiers: Modifiers = []
  private static let limit = 64

  /// A parser with nothing read.
  public init() {}

  /// Whether a sequence has begun, so that ``flush()`` should be called if nothing follows within some 50 ms.
  public var isPending: Bool {
    if case .ground = state { false } else { true }
  }

  /// Reads on; what is complete comes back in order.
  public mutating func feed(_ bytes: some Sequence<UInt8>) -> [Input] {
    var inputs: [Input] = []
    for byte in bytes { read(byte, into: &inputs) }
    return inputs
  }

  /// Takes what has begun for all there is: a lone ESC for the Escape key, `ESC [` for Alt-[.
  public mutating func flush() -> [Input] {
    defer { restart() }
    switch state {
    case .escape: return [.key(.escape)]
    case .csi, .ss3, .string: return buffer.count == 1 ? character(buffer[0], .alt) : []
    default: return []
    }
  }
}

extension KeyParser {
  private mutating func restart(_ next: State = .ground) {
    state = next
    buffer.removeAll(keepingCapacity: true)
    modifiers = []
  }

  private mutating func keep(_ byte: UInt8) {
    if buffer.count < Self.limit { buffer.append(byte) }
  }

  private mutating func read(_ byte: UInt8, into inputs: inout [Input]) {
    switch state {
    case .ground: readFirst(byte, into: &inputs)
    case .escape: readSecond(byte, into: &inputs)
    case .csi: readCSI(byte, into: &inputs)
    case .ss3:
      restart()
      if let key = Self.letterKeys[byte] { inputs.append(.key(key)) }
      if byte < 0x20 { readFirst(byte, into: &inputs) }
    case .string:
      keep(byte)
      switch byte {
      case 0x07, 0x18, 0x1A: restart()
      case 0x1B: state = .stringEscape
      default: break
      }
    case .stringEscape:
      restart(.escape)
      if byte == 0x5C { restart() } else { readSecond(byte, into: &inputs) }
    case .utf8(let length):
      guard byte & 0xC0 == 0x80 else {
        restart()
        return readFirst(byte, into: &inputs)
      }
      buffer.append(byte)
      guard buffer.count == length else { return }
      if let text = String(validating: buffer, as: UTF8.self), let character = text.first,
        text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
      {
        inputs.append(.key(.character(character), modifiers))
      }
      restart()
    case .skip(let count): restart(count > 1 ? .skip(count - 1) : .ground)
    }
  }

  private mutating func readFirst(_ byte: UInt8, into inputs: inout [Input]) {
    switch byte {
    case 0x1B: restart(.escape)
    case 0xC2...0xF4:
      state = .utf8(length: byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4)
      buffer = [byte]
    default: inputs += character(byte, modifiers)
    }
  }

  private mutating func readSecond(_ byte: UInt8, into inputs: inout [Input]) {
    restart()
    switch byte {
    case 0x1B:
      inputs.append(.key(.escape))
      state = .escape
    case UInt8(ascii: "["): state = .csi
    case UInt8(ascii: "O"): state = .ss3
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"): state = .string
    default:
      modifiers = .alt
      readFirst(byte, into: &inputs)
      if !isPending { modifiers = [] }
      return
    }
    if isPending && byte != 0x1B { buffer = [byte] }
  }

  private mutating func readCSI(_ byte: UInt8, into inputs: inout [Input]) {
    switch byte {
    case 0x20...0x3F: keep(byte)
    // The Linux console's function keys: ESC [ [ A.
    case UInt8(ascii: "[") where buffer.count == 1: restart(.skip(1))
    case 0x40...0x7E:
      let body = buffer.count < Self.limit ? String(decoding: buffer.dropFirst(), as: UTF8.self) : "?"
      // X10's form of the mouse, which is not asked for: three bytes follow.
      restart(body.isEmpty && byte == UInt8(ascii: "M") ? .skip(3) : .ground)
      if let input = Self.input(body, final: byte) { inputs.append(input) }
    default:
      restart()
      if byte < 0x20 { readFirst(byte, into: &inputs) }
    }
  }

  /// What one byte below U+0080 means; nothing for others.
  private func character(_ byte: UInt8, _ modifiers: Modifiers) -> [Input] {
    switch byte {
    case 0x00: [.key(.character(" "), modifiers.union(.control))]
    case 0x08, 0x7F: [.key(.backspace, modifiers)]
    case 0x09: [.key(.tab, modifiers)]
    case 0x0A, 0x0D: [.key(.enter, modifiers)]
    case 0x01...0x1A: [.key(.character(Character(Unicode.Scalar(byte + 0x60))), modifiers.union(.control))]
    case 0x1C...0x1F: [.key(.character(Character(Unicode.Scalar(byte + 0x40))), modifiers.union(.control))]
    case 0x20...0x7E: [.key(.character(Character(Unicode.Scalar(byte))), modifiers)]
    default: []
    }
  }

  /// What a whole CSI sequence means, by its parameters and its last byte.
  private static func input(_ body: String, final: UInt8) -> Input? {
    let isMouse = body.hasPrefix("<")
    let parameters = body.dropFirst(isMouse ? 1 : 0).split(separator: ";", omittingEmptySubsequences: false)
    let numbers = parameters.map { Int($0) }
    if isMouse {
      guard numbers.count == 3, let code = numbers[0], let x = numbers[1], let y = numbers[2] else { return nil }
      guard [UInt8(ascii: "M"), UInt8(ascii: "m")].contains(final), (0..<256).contains(code) else { return nil }
      return Mouse(code: code, x: x, y: y, isRelease: final == UInt8(ascii: "m")).map { .mouse($0) }
    }
    guard body.isEmpty || numbers.allSatisfy({ $0 != nil }) else { return nil }
    let bits = numbers.count > 1 ? (numbers[1] ?? 1) &- 1 : 0
    let modifiers = Modifiers(rawValue: UInt8(truncatingIfNeeded: bits & 7))
    if final == UInt8(ascii: "Z") { return .key(.backTab, modifiers.subtracting(.shift)) }
    let key = final == UInt8(ascii: "~") ? numbers.first.flatMap { $0 }.flatMap { numberKeys[$0] } : letterKeys[final]
    return key.map { .key($0, modifiers) }
  }

  private static let letterKeys: [UInt8: Key] = [
    UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right, UInt8(ascii: "D"): .left,
    UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end,
  ]

  private static let numberKeys: [Int: Key] = [
    1: .home, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
  ]
}
