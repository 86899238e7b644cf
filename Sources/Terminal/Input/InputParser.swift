/// Parses keys, mouse reports, pasted text and replies from the bytes of a terminal; the bytes may be split anywhere.
///
/// The parser drops unknown sequences (function keys, replies to other programs) and bytes that are not UTF-8. Its
/// buffer is bounded by the limit of a pasted text.
///
/// The caller passes the time of each call in nanoseconds of a monotonic clock:
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
    /// Skips this many bytes.
    case skip(Int)
    /// In pasted text.
    case paste
    /// In the rest of a pasted text that came to a halt, which is dropped.
    case restOfPaste
  }

  private var state = State.ground
  /// The bytes of the current sequence after ESC, character or paste.
  private var buffer: [UInt8] = []
  /// The modifiers of the current character: Alt after an ESC.
  private var modifiers: Modifiers = []
  /// The time of the last byte; in the rest of a pasted text, the time of the halt.
  private var lastByteAt: Int64 = 0
  /// When a lone ESC became the Escape key; nil after the next byte.
  private var escapedAt: Int64?

  /// The time that a lone ESC waits for the rest of a sequence, in nanoseconds.
  ///
  /// Lines at 110 baud and busy networks deliver bytes up to 100 ms apart. Escape clears a selection, which may take
  /// that long.
  static let escapePause: Int64 = 120_000_000
  /// The time that a sequence waits for its next byte, in nanoseconds: a terminal completes each sequence, even on a
  /// slow line.
  static let sequencePause: Int64 = 1_000_000_000
  /// How long the rest of a pasted text is dropped, in nanoseconds from the halt: bytes without an end mark may be typed, so
  /// they don't prolong it. What comes later is typed.
  static let pastePause: Int64 = 10_000_000_000

  private static let limit = 128
  private static let pasteLimit = 1 << 20
  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  /// Creates a parser with an empty buffer.
  public init() {}

  /// When to call ``expire(at:)``, unless more bytes arrive before; nil without an unfinished sequence.
  public var deadline: Int64? {
    switch state {
    case .ground: nil
    case .escape: lastByteAt + Self.escapePause
    case .restOfPaste: lastByteAt + Self.pastePause
    default: lastByteAt + Self.sequencePause
    }
  }

  /// Parses more bytes and returns the complete inputs in order.
  ///
  /// - Parameters:
  ///   - bytes: the bytes from the terminal.
  ///   - now: the time at which they were read.
  public mutating func feed(_ bytes: some Sequence<UInt8>, at now: Int64) -> [Input] {
    var inputs: [Input] = []
    if state == .restOfPaste, let deadline, now >= deadline { restart() }
    for byte in bytes {
      if state != .restOfPaste { lastByteAt = now }
      read(byte, into: &inputs)
    }
    return inputs
  }

  /// Ends an unfinished sequence once its ``deadline`` has come; does nothing before.
  ///
  /// A lone ESC becomes the Escape key, `ESC [` becomes Alt-[, and other beginnings are dropped. If the rest of a
  /// sequence arrives after its ESC became the Escape key, it is still parsed as that sequence. The rest of a pasted text is
  /// dropped for ten seconds, all but Ctrl-C: as keys, it could do anything.
  public mutating func expire(at now: Int64) -> [Input] {
    guard let deadline, now >= deadline else { return [] }
    if state == .paste { return breakOffPaste(at: now) }
    defer { restart() }
    switch state {
    case .escape:
      escapedAt = now
      return [.key(.escape)]
    case .csi, .ss3, .string: return buffer.count == 1 ? Self.character(buffer[0], modifiers) : []
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
      // The Escape key has been reported, so a following key does not get Alt.
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
      // CAN and SUB cancel a sequence.
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
    // A user who presses Ctrl-C wants to leave now, and terminals remove control characters from pasted text.
    case .restOfPaste where byte == 0x03: inputs += Self.character(byte, [])
    case .restOfPaste:
      buffer = buffer.suffix(Self.pasteEnd.count - 1) + [byte]
      if buffer == Self.pasteEnd { restart() }
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

  /// Starts the sequence whose second byte this is.
  ///
  /// - Parameter modifiers: the modifiers of the byte as a key, if no sequence follows.
  /// - Returns: false when no sequence starts with this byte.
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
      // X10's mouse format, which was not requested: three bytes follow.
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
    let reply: TerminalReply? =
      switch buffer.first {
      case _ where buffer.count >= Self.limit: nil
      case UInt8(ascii: "]"): TerminalReply(osc: text)
      case UInt8(ascii: "P"): TerminalReply(dcs: text)
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
      // The rest is dropped up to the end of the paste.
      buffer.removeSubrange(Self.pasteLimit - 1..<Self.pasteLimit)
    }
  }

  private mutating func breakOffPaste(at now: Int64) -> [Input] {
    let text = String(decoding: buffer, as: UTF8.self)
    // The halt may be within the end mark.
    let last = Array(buffer.suffix(Self.pasteEnd.count - 1))
    restart(.restOfPaste)
    (buffer, lastByteAt) = (last, now)
    return [.paste(text)]
  }

  /// The key for one byte below U+0080; nothing for other bytes.
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
