import TestSupport
import Testing

@testable import Terminal

/// No byte of a value reaches the terminal raw: whatever a value holds, the bytes of a frame are the renderer's own
/// sequences, and text that no terminal obeys.
@Suite struct RawBytesTests {
  /// What values could do harm with.
  private static let hostile: [String] = [
    "\u{1B}[2J", "\u{1B}]0;title\u{7}", "\u{1B}]52;c;aGk=\u{1B}\\", "\u{1B}P+q544e\u{1B}\\", "\u{1B}_G\u{1B}\\",
    "\u{1B}c",
    "\u{9B}31m", "\u{9D}0;x\u{9C}", "\u{90}q\u{9C}", "\u{85}", "\u{8D}", "\u{7F}", "\u{0}", "\r\n", "\u{8}\u{8}", "\t",
    "\u{C}", "\u{E}", "\u{F}", "\u{5}", "\u{202E}", "\u{2066}", "\u{2069}", "\u{200F}", "\u{61C}", "\u{2028}",
    "\u{2029}", "\u{FEFF}", "\u{E0041}", "\u{FFF9}", "\u{1B}", "e\u{301}", "👨‍👩‍👧", "x\u{200D}\u{1B}[A", "é", "漢", "a",
    "\u{600}1", "\u{1D173}", "\u{13430}", "ก\u{E33}", "\u{110BD}",
  ]

  private static func random(_ random: inout SeededGenerator, _ round: Int) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      switch round % 3 {
      case 0:
        let bytes = (0..<4).map { _ in UInt8.random(in: 0...255, using: &random) }
        text += String(decoding: bytes, as: UTF8.self)
      case 1: text += hostile.randomElement(using: &random)!
      default:
        let value = UInt32.random(in: 0...0x10FFFF, using: &random)
        text.unicodeScalars.append(Unicode.Scalar(value) ?? "\u{85}")
      }
    }
    return text
  }

  @Test(arguments: GlyphSet.allCases)
  func nothingOfAValueIsObeyed(_ glyphs: GlyphSet) {
    var random = SeededGenerator(state: 99)
    let renderer = Renderer(capabilities: Capabilities(glyphs: glyphs))
    var shown = Canvas(size: Size(columns: 20, rows: 2))
    for round in 0..<6000 {
      let value = Self.random(&random, round)
      var canvas = Canvas(size: shown.size)
      canvas.put(value, column: 0, row: 0)
      if let first = value.first { canvas[0, 1] = Cell(first) }
      let bytes = renderer.bytes(from: shown, to: canvas)
      let problem = Self.problem(bytes)
      #expect(
        problem == nil, "\(value.unicodeScalars.map { String($0.value, radix: 16) }): \(problem ?? "") \(bytes.shown)")
      let title = renderer.bytes(from: Frame(canvas), to: Frame(canvas, modes: Self.titled(value)))
      #expect(title.filter { $0 == 0x1B }.count == 3 && !title.contains(0x07))
      #expect(!String(decoding: title, as: UTF8.self).unicodeScalars.contains("\u{9C}"))
      if problem != nil { return }
      shown = canvas
    }
  }

  private static func titled(_ title: String) -> TerminalModes {
    var modes = TerminalModes.fullScreen
    modes.title = title
    return modes
  }

  /// The first thing in a frame that is neither a sequence of the renderer nor harmless text.
  private static func problem(_ bytes: [UInt8]) -> String? {
    guard let text = String(validating: bytes, as: UTF8.self) else { return "not UTF-8" }
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == "\u{1B}" {
        guard rest.popFirst() == "[" else { return "ESC without [" }
        let parameters = rest.prefix { ("0"..."9").contains($0) || $0 == ";" }
        rest = rest.dropFirst(parameters.count)
        guard let final = rest.popFirst(), "HBCDKm".unicodeScalars.contains(final) else { return "a strange sequence" }
      } else if !["\r", "\n", "\u{8}"].contains(scalar) {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200B, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF:
          return "U+\(String(scalar.value, radix: 16))"
        default: break
        }
      }
    }
    return nil
  }
}
