import Terminal
import TestSupport
import Testing

private let blue = TerminalColor(0x7AA2F7)

/// What the renderer writes to turn one line into another, ESC shown as `␛`.
private func bytes(
  _ old: String?, _ new: String, style: Style = .plain, _ capabilities: Capabilities = .init()
) -> String {
  func canvas(_ text: String) -> Canvas {
    var canvas = Canvas(size: Size(columns: 12, rows: 2))
    canvas.put(text, column: 0, row: 1, style: style)
    return canvas
  }
  let bytes = Renderer(capabilities: capabilities).bytes(from: old.map(canvas), to: canvas(new))
  return String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "␛")
}

@Suite struct RendererTests {
  @Test func equalFramesCostNothing() {
    #expect(bytes("same", "same") == "")
    #expect(bytes("same", "same", Capabilities(synchronizedOutput: true)) == "")
  }

  @Test func onlyWhatChangedIsWritten() {
    #expect(bytes("a-b", "a+b") == "␛[2;2H+")
    #expect(bytes("a-b-c", "A-B-C") == "␛[2HA␛[CB␛[CC")
    #expect(bytes("abcdef", "xyzdef") == "␛[2Hxyz")
  }

  @Test func theFirstFrameIsWhole() {
    #expect(bytes(nil, "hi") == "␛[m␛[H␛[2J␛[2Hhi")
    let small = Canvas(size: Size(columns: 1, rows: 1))
    let large = Canvas(size: Size(columns: 2, rows: 1))
    #expect(Renderer(capabilities: .init()).bytes(from: small, to: large) == Array("\u{1B}[m\u{1B}[H\u{1B}[2J".utf8))
  }

  @Test func afterTheLastColumnTheCursorIsPlaced() {
    var canvas = Canvas(size: Size(columns: 2, rows: 2))
    for row in 0..<2 { canvas.put("ab", column: 0, row: row) }
    let bytes = Renderer(capabilities: .init()).bytes(from: Canvas(size: canvas.size), to: canvas)
    #expect(bytes == Array("\u{1B}[Hab\u{1B}[2Hab".utf8))
  }

  @Test func wideCharactersTakeTheirColumnWithThem() {
    #expect(bytes("漢字", "x 字") == "␛[2Hx ")
    #expect(bytes("漢字", "漢語") == "␛[2;3H語")
    #expect(bytes("ab", "漢") == "␛[2H漢")
  }

  @Test func sequencesOfDisputedWidthAreFencedIn() {
    #expect(bytes("abc", "❤️c") == "␛[2H  ␛[2H❤️")
    #expect(bytes("abcd", "e\u{301}xcd") == "␛[2He\u{301}␛[2;2Hx")
  }

  @Test func stylesAreSetOnceAndReset() {
    #expect(bytes("", "ab", style: Style(bold: true)) == "␛[2H␛[1mab␛[m")
    #expect(bytes("", "a", style: Style(foreground: blue, reverse: true)) == "␛[2H␛[7;38;2;122;162;247ma␛[m")
  }

  @Test func onlyChangedAttributesAreSent() {
    var canvas = Canvas(size: Size(columns: 4, rows: 1))
    canvas.put("a", column: 0, row: 0, style: Style(foreground: blue, bold: true))
    canvas.put("b", column: 1, row: 0, style: Style(foreground: blue, bold: true, underline: true))
    canvas.put("c", column: 2, row: 0, style: Style(foreground: blue))
    canvas.put("d", column: 3, row: 0, style: Style(dim: true))
    #expect(
      Renderer.ansi(canvas, depth: .ansi256).replacing("\u{1B}", with: "␛")
        == "␛[1;38;5;111ma␛[4mb␛[22;24mc␛[0;2md␛[m\n")
  }

  @Test(arguments: [
    (ColorDepth.none, "␛[2Ha"), (.ansi16, "␛[2H␛[94ma␛[m"), (.ansi256, "␛[2H␛[38;5;111ma␛[m"),
    (.truecolor, "␛[2H␛[38;2;122;162;247ma␛[m"),
  ])
  func coloursAreReduced(_ depth: ColorDepth, _ expected: String) {
    #expect(bytes("", "a", style: Style(foreground: blue), Capabilities(colorDepth: depth)) == expected)
  }

  @Test func aFrameIsShownAtOnceWhereTheTerminalCan() {
    #expect(bytes("a", "b", Capabilities(synchronizedOutput: true)) == "␛[?2026h␛[2Hb␛[?2026l")
  }

  @Test func anASCIITerminalGetsASCII() {
    #expect(bytes("", "é漢❤️-", Capabilities(glyphs: .ascii)) == "␛[2H?????-")
  }

  @Test func ansiLinesAreCompleteAndTrimmed() {
    var canvas = Canvas(size: Size(columns: 6, rows: 3))
    canvas.put("漢 ", column: 0, row: 0, style: Style(underline: true))
    canvas.put("plain", column: 0, row: 2)
    #expect(Renderer.ansi(canvas, depth: .truecolor) == "\u{1B}[4m漢 \u{1B}[m\n\nplain\n")
    #expect(Renderer.ansi(canvas, depth: .none) == "\u{1B}[4m漢 \u{1B}[m\n\nplain\n")
  }
}

/// Applying the bytes to the old screen gives the new one.
@Suite struct RendererProperty {
  @Test(arguments: ColorDepth.allCases)
  func applyingTheDifferenceGivesTheNewScreen(_ depth: ColorDepth) {
    var random = SeededGenerator(state: 42)
    let renderer = Renderer(capabilities: Capabilities(colorDepth: depth, synchronizedOutput: true))
    for pair in 0..<2000 {
      let (old, new) = random.canvasPair()
      var screen = ScreenEmulator(columns: old.size.columns, rows: old.size.rows)
      screen.feed(Array("\u{1B}[1;41mnoise".utf8))
      var shown: Canvas?
      for next in [old, new, old] {
        screen.feed(renderer.bytes(from: shown, to: next))
        shown = next
        let difference = Self.difference(screen, next, depth)
        #expect(difference == nil, "pair \(pair): \(difference ?? "")\n\(screen.lines)\n\(next.lines)")
        if difference != nil { return }
      }
      #expect(screen.unknown.isEmpty && screen.modes == [25])
      #expect(screen.attributes == ScreenEmulator.Attributes())
    }
  }

  private static func difference(_ screen: ScreenEmulator, _ canvas: Canvas, _ depth: ColorDepth) -> String? {
    for row in 0..<canvas.size.rows {
      for column in 0..<canvas.size.columns {
        let cell = canvas[column, row]
        let expected = ScreenEmulator.Cell(text: cell.text, attributes: attributes(cell.style, depth))
        let shown = screen.cells[row][column]
        if shown != expected { return "column \(column), row \(row): \(shown), not \(expected)" }
      }
    }
    return nil
  }

  private static func attributes(_ style: Style, _ depth: ColorDepth) -> ScreenEmulator.Attributes {
    func color(_ color: TerminalColor?) -> ScreenEmulator.Color {
      guard let color else { return .default }
      return switch depth {
      case .none: .default
      case .ansi16: .ansi(Int(color.ansi16))
      case .ansi256: .indexed(Int(color.xterm256))
      case .truecolor: .rgb(Int(color.red), Int(color.green), Int(color.blue))
      }
    }
    let on = [(1, style.bold), (2, style.dim), (3, style.italic), (4, style.underline), (7, style.reverse)]
    return ScreenEmulator.Attributes(
      foreground: color(style.foreground), background: color(style.background),
      on: Set(on.filter(\.1).map(\.0)))
  }
}
