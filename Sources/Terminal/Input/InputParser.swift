/// Reads keys, the mouse, pasted text and replies from the bytes of a terminal, however they are split.
///
/// Sequences that mean nothing here (function keys, answers to other programs' questions) are swallowed whole, bytes
/// that are not UTF-8 are dropped, and no input makes it hold more than a pasted text.
///
/// The caller gives the time of each call in nanoseconds of any clock that never goes back, so the parser needs none:
///
/// ```swift
/// var parser = InputParser()
/// let inputs = parser.feed(bytes, at: now)
/// // … when nothing can be read and parser.deadline has come:
/// let last = parser.expire(at: now)
/// ```
public struct InputParser: Sendable {
  enum State: Hashable {
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
    /// In pasted text.
    case paste
  }

  private var state = State.ground
  /// What has been read of a sequence: its second byte and what follows, or the bytes of a character or of a paste.
  private var buffer: [UInt8] = []
  /// What the character being read gets: Alt, when ESC came before.
  private var modifiers: Modifiers = []
  /// When the last byte came.
  private var lastByteAt: Int64 = 0
  /// When a lone ESC became the Escape key, until the next byte comes.
  private var escapedAt: Int64?

  /// How long a lone ESC waits for the rest of a sequence, in nanoseconds.
  ///
  /// Lines of 110 baud, and packets of a busy network, bring bytes up to 100 ms apart. Escape clears a selection, which
  /// may take as long.
  static let escapePause: Int64 = 120_000_000
  /// How long a sequence waits for its next byte, in nanoseconds: a terminal ends what it has begun, however slow the
  /// line is.
  static let sequencePause: Int64 = 1_000_000_000

  private static let limit = 128
  private static let pasteLimit = 1 << 20
  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  /// A parser with nothing read.
  public init() {}

  /// When ``expire(at:)`` has something to do, unless more bytes come before; nil while nothing has begun.
  public var deadline: Int64? {
    switch state {
    case .ground: nil
    case .escape: lastByteAt + Self.escapePause
    default: lastByteAt + Self.sequencePause
    }
  }

  /// Reads on; what is complete comes back in order.
  ///
  /// - Parameters:
  ///   - bytes: what the terminal sent.
  ///   - now: when it was read.
  public mutating func feed(_ bytes: some Sequence<UInt8>, at now: Int64) -> [Input] {
    var inputs: [Input] = []
    for byte in bytes {
      lastByteAt = now
      read(byte, into: &inputs)
    }
    return inputs
  }

  /// Ends what has begun once its ``deadline`` has come; does nothing before.
  ///
  /// A lone ESC becomes the Escape key, `ESC [` becomes Alt-[, and other beginnings are dropped. When the rest of a
  /// sequence comes after its ESC became the Escape key, it is still read as that sequence.
  public mutating func expire(at now: Int64) -> [Input] {
    guard let deadline, now >= deadline else { return [] }
    defer { restart() }
    switch state {
    case .escape:
      escapedAt = now
      return [.key(.escape)]
    case .csi, .ss3, .string: return buffer.count == 1 ? Self.character(buffer[0], modifiers) : []
    case .paste: return [.paste(String(decoding: buffer, as: UTF8.self))]
    default: return []
    }
  }
}

extension InputParser {
  private mutating func restart(_ next: State = .ground) {
    state = next
    buffer.removeAll(keepingCapacity: buffer.count <= Self.limit)
    modifiers = []
  }

  private mutating func keep(_ byte: UInt8) {
    if buffer.count < Self.limit { buffer.append(byte) }
  }

  private mutating func read(_ byte: UInt8, into inputs: inout [Input]) {
    switch state {
    case .ground:
      let isLate = escapedAt.map { lastByteAt - $0 < Self.sequencePause } ?? false
      escapedAt = nil
      // The Escape key has been reported, so what this byte alone may be is a key without Alt.
      if !isLate || !beginSequence(byte, orKeyWith: []) { readFirst(byte, into: &inputs) }
    case .escape: readSecond(byte, into: &inputs)
    case .csi: readCSI(byte, into: &inputs)
    case .ss3:
      restart()
      if let key = ControlSequence.letterKeys[byte] { inputs.append(.key(key)) }
      if byte < 0x20 { readFirst(byte, into: &inputs) }
    case .string:
      switch byte {
      case 0x07: endString(into: &inputs)
      // CAN and SUB break it off.
      case 0x18, 0x1A: restart()
      case 0x1B: state = .stringEscape
      default: keep(byte)
      }
    case .stringEscape:
      if byte == UInt8(ascii: "\\") { return endString(into: &inputs) }
      restart(.escape)
      readSecond(byte, into: &inputs)
    case .utf8(let length): readUTF8(byte, length, into: &inputs)
    case .skip(let count): restart(count > 1 ? .skip(count - 1) : .ground)
    case .paste: readPaste(byte, into: &inputs)
    }
  }

  private mutating func readFirst(_ byte: UInt8, into inputs: inout [Input]) {
    switch byte {
    case 0x1B: restart(.escape)
    case 0xC2...0xF4:
      state = .utf8(length: byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4)
      buffer = [byte]
    default: inputs += Self.character(byte, modifiers)
    }
  }

  private mutating func readSecond(_ byte: UInt8, into inputs: inout [Input]) {
    restart()
    switch byte {
    case 0x1B:
      inputs.append(.key(.escape))
      return restart(.escape)
    case _ where beginSequence(byte, orKeyWith: .alt): break
    default:
      modifiers = .alt
      readFirst(byte, into: &inputs)
      if state == .ground { modifiers = [] }
    }
  }

  /// Begins the sequence whose second byte this is.
  ///
  /// - Parameter modifiers: what the byte gets as a key, when nothing follows.
  /// - Returns: false when no sequence begins so.
  private mutating func beginSequence(_ byte: UInt8, orKeyWith modifiers: Modifiers) -> Bool {
    switch byte {
    case UInt8(ascii: "["): state = .csi
    case UInt8(ascii: "O"): state = .ss3
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"): state = .string
    default: return false
    }
    buffer = [byte]
    self.modifiers = modifiers
    return true
  }

  private mutating func readUTF8(_ byte: UInt8, _ length: Int, into inputs: inout [Input]) {
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
  }

  private mutating func readCSI(_ byte: UInt8, into inputs: inout [Input]) {
    switch byte {
    case 0x20...0x3F: keep(byte)
    // The Linux console's function keys: ESC [ [ A.
    case UInt8(ascii: "[") where buffer.count == 1: restart(.skip(1))
    case 0x40...0x7E:
      let body = buffer.count < Self.limit ? String(decoding: buffer.dropFirst(), as: UTF8.self) : ":"
      restart()
      switch (body, byte) {
      case ("200", UInt8(ascii: "~")): state = .paste
      // X10's form of the mouse, which is not asked for: three bytes follow.
      case ("", UInt8(ascii: "M")): state = .skip(3)
      default: if let input = ControlSequence.input(body, final: byte) { inputs.append(input) }
      }
    default:
      restart()
      if byte < 0x20 { readFirst(byte, into: &inputs) }
    }
  }

  private mutating func endString(into inputs: inout [Input]) {
    let text = String(decoding: buffer.dropFirst(), as: UTF8.self)
    let reply: Reply? =
      switch buffer.first {
      case _ where buffer.count >= Self.limit: nil
      case UInt8(ascii: "]"): Reply(osc: text)
      case UInt8(ascii: "P"): Reply(dcs: text)
      default: nil
      }
    restart()
    if let reply { inputs.append(.reply(reply)) }
  }

  private mutating func readPaste(_ byte: UInt8, into inputs: inout [Input]) {
    buffer.append(byte)
    if byte == UInt8(ascii: "~"), buffer.suffix(Self.pasteEnd.count).elementsEqual(Self.pasteEnd) {
      inputs.append(.paste(String(decoding: buffer.dropLast(Self.pasteEnd.count), as: UTF8.self)))
      restart()
    } else if buffer.count > Self.pasteLimit + Self.pasteEnd.count {
      // The rest is dropped, but its end is looked for.
      buffer.removeSubrange(Self.pasteLimit - 1..<Self.pasteLimit)
    }
  }

  /// What one byte below U+0080 means; nothing for others.
  private static func character(_ byte: UInt8, _ modifiers: Modifiers) -> [Input] {
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
}
