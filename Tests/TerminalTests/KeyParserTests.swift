import Terminal
import Testing

@Suite struct KeyParserTests {
  static let table: [(String, [Input])] = [
    ("a", [.key(.character("a"))]),
    ("Z é漢🎉", "Z é漢🎉".map { .key(.character($0)) }),
    ("\u{3}\u{1A}\u{1C}", [ctrl("c"), ctrl("z"), ctrl("\\")]),
    ("\u{0}", [ctrl(" ")]),
    ("\t\r\n\u{7F}\u{8}", [.key(.tab), .key(.enter), .key(.enter), .key(.backspace), .key(.backspace)]),
    ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.key(.up), .key(.down), .key(.right), .key(.left)]),
    ("\u{1B}OA\u{1B}OH\u{1B}OF", [.key(.up), .key(.home), .key(.end)]),
    ("\u{1B}[H\u{1B}[F\u{1B}[1~\u{1B}[4~", [.key(.home), .key(.end), .key(.home), .key(.end)]),
    ("\u{1B}[3~\u{1B}[5~\u{1B}[6~", [.key(.delete), .key(.pageUp), .key(.pageDown)]),
    ("\u{1B}[Z\u{1B}[1;2Z", [.key(.backTab), .key(.backTab)]),
    ("\u{1B}[1;5C\u{1B}[1;2A\u{1B}[5;3~", [.key(.right, .control), .key(.up, .shift), .key(.pageUp, .alt)]),
    ("\u{1B}x\u{1B}é\u{1B}\r", [.key(.character("x"), .alt), .key(.character("é"), .alt), .key(.enter, .alt)]),
    ("\u{1B}\u{1B}[A", [.key(.escape), .key(.up)]),
    ("\u{1B}[<0;3;2M", [.mouse(Mouse(.press(.left), column: 2, row: 1))]),
    ("\u{1B}[<2;3;2m", [.mouse(Mouse(.release(.right), column: 2, row: 1))]),
    ("\u{1B}[<48;300;2M", [.mouse(Mouse(.drag(.left), column: 299, row: 1, modifiers: .control))]),
    ("\u{1B}[<35;1;1M", [.mouse(Mouse(.move, column: 0, row: 0))]),
    ("\u{1B}[<64;1;1M", [.mouse(Mouse(.scrollUp, column: 0, row: 0))]),
    ("\u{1B}[<69;1;1M", [.mouse(Mouse(.scrollDown, column: 0, row: 0, modifiers: .shift))]),
    // Swallowed whole: function keys, focus, replies to queries, other mouse forms and buttons, numbers out of range.
    ("\u{1B}OP\u{1B}[15~\u{1B}[[A\u{1B}[I\u{1B}[?2026;2$y\u{1B}[?62;4c\u{1B}[M !!q", [.key(.character("q"))]),
    ("\u{1B}]11;rgb:0/0/0\u{7}\u{1B}]0;x\u{1B}\\\u{1B}P>|tmux\u{1B}\\\u{1B}_G\u{1B}\\q", [.key(.character("q"))]),
    ("\u{1B}[<128;1;1M\u{1B}[<0;0;1M\u{1B}[<0;1M\u{1B}[99999999999999999999~q", [.key(.character("q"))]),
    ("\u{1B}[1\u{1B}[Aq", [.key(.up), .key(.character("q"))]),
    ("\u{C2}\u{9B}", [.key(.character("Â"))]),
  ]
  static func ctrl(_ character: Character) -> Input { .key(.character(character), .control) }

  @Test(arguments: table)
  func wholeOrByteByByte(_ text: String, _ expected: [Input]) {
    var whole = KeyParser()
    #expect(whole.feed(text.utf8) == expected)
    #expect(!whole.isPending)
    var split = KeyParser()
    #expect(text.utf8.flatMap { split.feed([$0]) } == expected)
  }

  @Test(
    arguments: [
      ("\u{1B}", [.key(.escape)]), ("\u{1B}[", [.key(.character("["), .alt)]),
      ("\u{1B}O", [.key(.character("O"), .alt)]),
      ("\u{1B}]", [.key(.character("]"), .alt)]), ("\u{1B}[1;", []), ("\u{1B}]11;", []),
    ] as [(String, [Input])])
  func whatHasBegunIsTakenForAllThereIs(_ text: String, _ expected: [Input]) {
    var parser = KeyParser()
    #expect(parser.feed(text.utf8).isEmpty)
    #expect(parser.isPending)
    #expect(parser.flush() == expected)
    #expect(!parser.isPending)
    #expect(parser.feed("q".utf8) == [.key(.character("q"))])
    #expect(parser.flush().isEmpty)
  }

  @Test(
    arguments: [
      [0xFF], [0x80], [0xC3], [0xC0, 0xAF], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF0, 0x9F],
    ] as [[UInt8]])
  func bytesThatAreNotUTF8AreDropped(_ bytes: [UInt8]) {
    var parser = KeyParser()
    #expect(parser.feed(bytes + [0x71]) == [.key(.character("q"))])
  }

  @Test func noInputIsSplitDependentOrUnbounded() {
    var random = SeededGenerator(state: 3)
    let alphabet = Array("\u{1B}[]OP<;0159~mMA\u{7}\\é漢q".utf8) + [0xFF, 0x9B]
    for _ in 0..<2000 {
      let bytes = (0..<40).map { _ in alphabet.randomElement(using: &random)! }
      var whole = KeyParser()
      var split = KeyParser()
      #expect(whole.feed(bytes) == bytes.flatMap { split.feed([$0]) })
    }
    var parser = KeyParser()
    let endless = "\u{1B}[".utf8 + Array(repeating: 0x31, count: 100_000) + "Aq".utf8
    #expect(parser.feed(endless) == [.key(.character("q"))])
  }
}
