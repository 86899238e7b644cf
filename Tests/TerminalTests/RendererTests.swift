import TestSupport
import Testing

@testable import Terminal

private let blue = TerminalColor(0x7AA2F7)

/// What the renderer writes to turn one line into another, in the second row of two; ESC shown as `␛`, CR as `␍`, LF as
/// `␊`, BS as `␈`.
private func bytes(
  _ old: String?, _ new: String, style: Style = .plain, _ capabilities: Capabilities = .init()
) -> String {
  func canvas(_ text: String) -> Canvas {
    var canvas = Canvas(size: Size(columns: 12, rows: 2))
    canvas.put(text, column: 0, row: 1, style: style)
    return canvas
  }
  return Renderer(capabilities: capabilities).bytes(from: old.map(canvas), to: canvas(new)).shown
}

/// The same for several lines.
private func bytes(_ old: [String], _ new: [String], columns: Int = 12) -> String {
  func canvas(_ lines: [String]) -> Canvas {
    var canvas = Canvas(size: Size(columns: columns, rows: lines.count))
    for (row, line) in lines.enumerated() { canvas.put(line, column: 0, row: row) }
    return canvas
  }
  return Renderer(capabilities: .init()).bytes(from: canvas(old), to: canvas(new)).shown
}

@Suite struct RendererTests {
  @Test func equalFramesCostNothing() {
    #expect(bytes("same", "same") == "")
    #expect(bytes("same", "same", Capabilities(synchronizedOutput: true)) == "")
    #expect(bytes("👍🏽 e\u{301}", "👍🏽 e\u{301}") == "")
  }

  @Test func onlyWhatChangedIsWritten() {
    #expect(bytes("a-b", "a+b") == "␛[2;2H+")
    #expect(bytes("abcdef", "xyzdef") == "␛[2Hxyz")
  }

  @Test func theCheapestMoveIsTaken() {
    // Printing what is there; CUF where that would be longer.
    #expect(bytes("a-b-c", "A-B-C") == "␛[2HA-B-C")
    #expect(bytes("a----b", "A----B") == "␛[2HA␛[4CB")
    #expect(bytes("a──b", "A──B") == "␛[2HA␛[2CB")
    // Down with a line feed, with CUD, back with BS, CR or CUB; CUP where nothing is shorter.
    #expect(bytes(["ab", "cd"], ["aB", "cD"]) == "␛[;2HB␊␈D")
    #expect(bytes(["abcdefg", "1"], ["abcdefG", "2"]) == "␛[;7HG␍␊2")
    #expect(bytes(["abcdefghijk", "1234567"], ["abcdefghijK", "123456x"]) == "␛[;11HK␊␛[5Dx")
    #expect(bytes(["a", "", "", "", "", "b"], ["A", "", "", "", "", "B"]) == "␛[HA␛[6HB")
    #expect(bytes(["a", "", "", "", "", "bcd"], ["A", "", "", "", "", "bcD"]) == "␛[HA␛[5BcD")
  }

  @Test func aLineIsErasedWhereThatIsShorter() {
    #expect(bytes("a long line", "a") == "␛[2;3H␛[K")
    #expect(bytes("abc", "a") == "␛[2;2H  ")
    #expect(bytes("abcdefgh", "xy") == "␛[2Hxy␛[K")
    // Never in another colour: terminals fill with different ones.
    #expect(bytes("abcdef", "      ", style: Style(reverse: true)) == "␛[2H␛[7m      ␛[m")
  }

  @Test func theFirstFrameIsWhole() {
    #expect(bytes(nil, "hi") == "␛[m␛[H␛[2J␊hi")
    let small = Canvas(size: Size(columns: 1, rows: 1))
    let large = Canvas(size: Size(columns: 2, rows: 1))
    #expect(Renderer(capabilities: .init()).bytes(from: small, to: large).shown == "␛[m␛[H␛[2J")
  }

  @Test func afterTheLastColumnNothingDependsOnTheWrap() {
    #expect(bytes(["  ", "  "], ["ab", "ab"], columns: 2) == "␛[Hab␍␊ab")
    #expect(bytes(["   ", "   "], ["abc", "  c"], columns: 3) == "␛[Habc␍␊  c")
  }

  @Test func wideCharactersTakeTheirColumnWithThem() {
    #expect(bytes("漢字", "x 字") == "␛[2Hx ")
    #expect(bytes("漢字", "漢語") == "␛[2;3H語")
    #expect(bytes("ab", "漢") == "␛[2H漢")
    #expect(bytes("漢字", "x漢 ") == "␛[2Hx漢 ")
  }

  @Test func sequencesOfDisputedWidthAreFencedIn() {
    #expect(bytes("abc", "❤️c") == "␛[2H  ␍❤️")
    #expect(bytes("abcde", "ab❤️e") == "␛[2;3H  ␈␈❤️")
    #expect(bytes("abcd", "e\u{301}xcd") == "␛[2He\u{301}␛[2;2Hx")
    // Who shows a family as four people overwrites what follows: it is written once more.
    #expect(bytes("  cdefgh", "👨‍👩‍👧cdefgh") == "␛[2H  ␍👨‍👩‍👧␛[2;3Hcdef")
    // Near the edge some would wrap.
    #expect(bytes("          yz", "          👨‍👩‍👧") == "␛[2;11H👨")
    #expect(bytes("          yz", "          ❤️") == "␛[2;11H  ␍␛[10C❤️")
    #expect(bytes("          yz", "          🇩🇪") == "␛[2;11HDE")
    #expect(bytes("           z", "           e\u{301}") == "␛[2;12He")
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
    let lines = Renderer(capabilities: Capabilities(colorDepth: .ansi256)).lines(canvas)
    #expect(lines.map { Array($0.utf8).shown } == ["␛[1;38;5;111ma␛[4mb␛[22;24mc␛[0;2md␛[m"])
  }

  @Test(arguments: [
    (ColorDepth.none, "␛[2Ha"), (.ansi16, "␛[2H␛[94ma␛[m"), (.ansi256, "␛[2H␛[38;5;111ma␛[m"),
    (.truecolor, "␛[2H␛[38;2;122;162;247ma␛[m"),
  ])
  func coloursAreReduced(_ depth: ColorDepth, _ expected: String) {
    #expect(bytes("", "a", style: Style(foreground: blue), Capabilities(colorDepth: depth)) == expected)
  }

  @Test func whatLooksTheSameIsNotPainted() {
    var (old, new) = (Canvas(size: Size(columns: 3, rows: 1)), Canvas(size: Size(columns: 3, rows: 1)))
    old.put("abc", column: 0, row: 0, style: Style(foreground: TerminalColor(0xFF0000)))
    new.put("abc", column: 0, row: 0, style: Style(foreground: TerminalColor(0xFE0000)))
    #expect(Renderer(capabilities: Capabilities(colorDepth: .ansi256)).bytes(from: old, to: new).isEmpty)
    #expect(!Renderer(capabilities: Capabilities(colorDepth: .truecolor)).bytes(from: old, to: new).isEmpty)
  }

  @Test func aFrameIsShownAtOnceWhereTheTerminalCan() {
    #expect(bytes("a", "b", Capabilities(synchronizedOutput: true)) == "␛[?2026h␛[2Hb␛[?2026l")
  }

  @Test func aTerminalGetsWhatItsFontHas() {
    #expect(bytes("", "é漢❤️-", Capabilities(glyphs: .ascii)) == "␛[2H?????-")
    #expect(bytes("", "▗▄▖╭─╮│┼●→…", Capabilities(glyphs: .ascii)) == "␛[2H###+-+|+*>~")
    #expect(bytes("", "▗▄▖╭╌╮é漢▶x", Capabilities(glyphs: .linuxConsole)) == "␛[2H▄▄▄┌─┐é??►x")
  }

  @Test func linesAreCompleteAndTrimmed() {
    var canvas = Canvas(size: Size(columns: 6, rows: 3))
    canvas.put("漢 ", column: 0, row: 0, style: Style(underline: true))
    canvas.put("plain", column: 0, row: 2)
    for depth in ColorDepth.allCases {
      let lines = Renderer(capabilities: Capabilities(colorDepth: depth)).lines(canvas)
      #expect(lines == ["\u{1B}[4m漢 \u{1B}[m", "", "plain"])
    }
  }
}

extension [UInt8] {
  /// Readable: ESC as `␛`, other controls as their pictures.
  var shown: String {
    String(
      String.UnicodeScalarView(
        String(decoding: self, as: UTF8.self).unicodeScalars.map {
          $0.value < 0x20 ? Unicode.Scalar(0x2400 + $0.value)! : $0
        }))
  }
}
