import Terminal
import Testing

@Suite struct DisplayWidthTests {
  @Test(
    arguments: [
      ("a", 1), ("é", 1), ("e\u{301}", 1), ("─", 1), ("▐", 1), ("⠿", 1), ("●", 1), ("漢", 2), ("가", 2), ("ｆ", 2),
      ("ｱ", 1), ("🎉", 2), ("❤", 1), ("❤️", 2), ("1️⃣", 2), ("👨‍👩‍👧", 2), ("🇩🇪", 2), ("👍🏽", 2), ("✅", 2), ("\u{301}", 0),
      ("\u{200B}", 0), ("\u{200D}", 0), ("\u{FEFF}", 0), ("\n", 0), ("\u{7F}", 0), ("\u{9B}", 0), ("\u{3164}", 0),
      ("\u{1160}", 0),
    ] as [(Character, Int)])
  func widthOfACharacter(_ character: Character, _ width: Int) {
    #expect(DisplayWidth.of(character) == width)
  }

  @Test func widthOfATextIsThatOfItsEscapedForm() {
    #expect(DisplayWidth.of("漢字 ok") == 7)
    #expect(DisplayWidth.of("\u{1B}[m") == 6)
    #expect(DisplayWidth.of("") == 0)
  }

  @Test(arguments: [
    ("plain", "plain"), ("a\nb\tc\r\n", #"a\nb\tc\r\n"#), ("\u{1B}[31m", #"\x1B[31m"#), ("\u{0}\u{7F}", #"\x00\x7F"#),
    ("\u{9B}2J", #"\x9B2J"#), ("a\u{202E}b\u{2069}", #"a\u{202E}b\u{2069}"#), ("\u{200E}\u{61C}", #"\u{200E}\u{61C}"#),
    ("\u{2028}", #"\u{2028}"#), ("\u{301}x", #"\u{301}x"#), ("x\u{200B}y", #"x\u{200B}y"#), ("👨‍👩‍👧 é 漢", "👨‍👩‍👧 é 漢"),
  ])
  func escaped(_ text: String, _ shown: String) {
    #expect(DisplayWidth.escaped(text) == shown)
  }

  @Test(
    "what is printed keeps its lines, and nothing else that a terminal obeys",
    arguments: [
      ("plain\n", "plain\n"), ("a\n\nb\r\nc", "a\n\nb\\r\nc"), ("\u{1B}[31m\n\u{9B}5n", "\\x1B[31m\n\\x9B5n"),
      ("\u{1B}]0;pwn\u{7}\u{7F}", "\\x1B]0;pwn\\x07\\x7F"), ("a\u{202E}b\u{2028}", "a\\u{202E}b\\u{2028}"),
    ])
  func printable(_ text: String, _ shown: String) {
    #expect(DisplayWidth.printable(text) == shown)
  }

  @Test func nothingThatATerminalObeysIsLeft() {
    let risky: [Unicode.Scalar] = [
      "\u{1B}", "\n", "\r", "\u{9B}", "\u{7F}", "\u{202A}", "\u{202E}", "\u{2066}", "\u{2069}", "\u{200E}", "\u{200F}",
      "\u{61C}", "\u{2028}", "\u{2029}", "\u{200B}", "\u{200D}", "\u{FE0F}", "\u{301}", "e", "👩", "\u{600}", "🇩",
    ]
    var random = SeededGenerator(state: 7)
    for round in 0..<4000 {
      var text = ""
      let length = Int.random(in: 0...12, using: &random)
      if round % 2 == 0 {
        text = String(decoding: (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }, as: UTF8.self)
      } else {
        for _ in 0..<length { text.unicodeScalars.append(risky.randomElement(using: &random)!) }
      }
      let shown = DisplayWidth.escaped(text)
      #expect(!shown.unicodeScalars.contains(where: Self.isObeyed), "\(text.unicodeScalars.map(\.value))")
      #expect(DisplayWidth.escaped(shown) == shown)
      var canvas = Canvas(size: Size(columns: 40, rows: 1))
      canvas.put(text, column: 0, row: 0)
      #expect(!canvas.text.unicodeScalars.contains(where: Self.isObeyed))
    }
  }

  private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
