import Testing

@testable import Terminal

extension InputParser {
  /// Reads bytes that come in no time.
  fileprivate mutating func feed(_ bytes: some Sequence<UInt8>) -> [Input] { feed(bytes, at: 0) }

  /// Reads what may be all there is, after as long a pause as anything waits for.
  fileprivate mutating func flush() -> [Input] { expire(at: Self.sequencePause) }
}

@Suite struct InputParserTests {
  static let table: [(String, [Input])] = [
    ("a", [.key(.character("a"))]),
    ("Z é漢🎉", "Z é漢🎉".map { .key(.character($0)) }),
    // The keys of the player.
    (" ,.<>-+=lreuyhm?q", " ,.<>-+=lreuyhm?q".map { .key(.character($0)) }),
    ("\u{12}", [ctrl("r")]),
    ("\u{3}\u{1A}\u{1C}", [ctrl("c"), ctrl("z"), ctrl("\\")]),
    ("\u{0}", [ctrl(" ")]),
    ("\t\r\n\u{7F}\u{8}", [.key(.tab), .key(.enter), .key(.enter), .key(.backspace), .key(.backspace)]),
    ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.key(.up), .key(.down), .key(.right), .key(.left)]),
    ("\u{1B}OA\u{1B}OH\u{1B}OF", [.key(.up), .key(.home), .key(.end)]),
    ("\u{1B}[H\u{1B}[F\u{1B}[1~\u{1B}[4~\u{1B}[7~\u{1B}[8~", [.home, .end, .home, .end, .home, .end].map { .key($0) }),
    ("\u{1B}[3~\u{1B}[5~\u{1B}[6~", [.key(.delete), .key(.pageUp), .key(.pageDown)]),
    ("\u{1B}[Z\u{1B}[1;2Z", [.key(.backTab), .key(.backTab)]),
    ("\u{1B}[1;5C\u{1B}[1;2A\u{1B}[5;3~", [.key(.right, .control), .key(.up, .shift), .key(.pageUp, .alt)]),
    ("\u{1B}[1;8H\u{1B}[3;6~", [.key(.home, [.shift, .alt, .control]), .key(.delete, [.shift, .control])]),
    ("\u{1B}x\u{1B}é\u{1B}\r", [.key(.character("x"), .alt), .key(.character("é"), .alt), .key(.enter, .alt)]),
    ("\u{1B}\u{12}\u{1B}\u{7F}", [.key(.character("r"), [.alt, .control]), .key(.backspace, .alt)]),
    ("\u{1B}\u{1B}[A", [.key(.escape), .key(.up)]),
    // The mouse: press, release, drag, hover, wheel.
    ("\u{1B}[<0;3;2M", [.mouse(Mouse(.press(.left), column: 2, row: 1))]),
    ("\u{1B}[<1;3;2M", [.mouse(Mouse(.press(.middle), column: 2, row: 1))]),
    ("\u{1B}[<2;3;2m", [.mouse(Mouse(.release(.right), column: 2, row: 1))]),
    ("\u{1B}[<48;300;2M", [.mouse(Mouse(.drag(.left), column: 299, row: 1, modifiers: .control))]),
    ("\u{1B}[<35;1;1M", [.mouse(Mouse(.move, column: 0, row: 0))]),
    ("\u{1B}[<63;9;9M", [.mouse(Mouse(.move, column: 8, row: 8, modifiers: [.shift, .alt, .control]))]),
    ("\u{1B}[<64;1;1M", [.mouse(Mouse(.scrollUp, column: 0, row: 0))]),
    ("\u{1B}[<69;1;1M", [.mouse(Mouse(.scrollDown, column: 0, row: 0, modifiers: .shift))]),
    // Pasted text never becomes keys.
    ("\u{1B}[200~q\u{1B}[A\u{3}漢\u{1B}[201~q", [.paste("q\u{1B}[A\u{3}漢"), .key(.character("q"))]),
    ("\u{1B}[200~\u{1B}[201~", [.paste("")]),
    ("\u{1B}[200~\u{1B}[201\u{1B}[201~", [.paste("\u{1B}[201")]),
    ("\u{1B}[I\u{1B}[O", [.focus(true), .focus(false)]),
    // Replies.
    ("\u{1B}[?62;4c\u{1B}[?c", [.reply(.deviceAttributes([62, 4])), .reply(.deviceAttributes([]))]),
    ("\u{1B}[?2026;2$y\u{1B}[?1;0$y", [.reply(.mode(2026, .reset)), .reply(.mode(1, .unknown))]),
    ("\u{1B}]11;rgb:1e1e/1e1e/2e2e\u{1B}\\", [.reply(.color(11, TerminalColor(0x1E1E2E)))]),
    ("\u{1B}]10;rgb:f/80/fff\u{7}", [.reply(.color(10, TerminalColor(0xFF80FF)))]),
    ("\u{1B}]11;rgba:ffff/ffff/0000/8000\u{7}", [.reply(.color(11, TerminalColor(0xFFFF00)))]),
    ("\u{1B}P1+r524742=38\u{1B}\\\u{1B}P1+r524742\u{1B}\\", [.reply(.capability("RGB")), .reply(.capability("RGB"))]),
    // Swallowed whole: function keys, other replies, other mouse forms and buttons, numbers out of range.
    ("\u{1B}OP\u{1B}[15~\u{1B}[[A\u{1B}[M !!q", [.key(.character("q"))]),
    ("\u{1B}[>0;276;0c\u{1B}[0n\u{1B}[3;5R\u{1B}[?1u\u{1B}[27;5;9~\u{1B}[97;5uq", [.key(.character("q"))]),
    (
      "\u{1B}]11;blue\u{7}\u{1B}]0;x\u{1B}\\\u{1B}P>|tmux\u{1B}\\\u{1B}_G\u{1B}\\\u{1B}P0+r\u{1B}\\q",
      [.key(.character("q"))]
    ),
    ("\u{1B}[<128;1;1M\u{1B}[<0;0;1M\u{1B}[<0;1M\u{1B}[99999999999999999999~q", [.key(.character("q"))]),
    ("\u{1B}[+5~\u{1B}[-1;2A\u{1B}[5;0~\u{1B}[2A\u{1B}[1;5;7Aq", [.key(.character("q"))]),
    ("\u{1B}[1\u{1B}[Aq", [.key(.up), .key(.character("q"))]),
    ("\u{1B}]11;rgb:\u{18}q", [.key(.character("q"))]),
    ("\u{C2}\u{9B}", [.key(.character("Â"))]),
  ]
  static func ctrl(_ character: Character) -> Input { .key(.character(character), .control) }

  @Test(arguments: table)
  func everySplitGivesTheSame(_ text: String, _ expected: [Input]) {
    let bytes = Array(text.utf8)
    for split in 0...bytes.count {
      var parser = InputParser()
      #expect(parser.feed(bytes[..<split]) + parser.feed(bytes[split...]) == expected, "split after \(split)")
      #expect(parser.deadline == nil)
    }
    var parser = InputParser()
    #expect(bytes.flatMap { parser.feed([$0]) } == expected)
  }

  @Test(
    arguments: [
      ("\u{1B}", [.key(.escape)], InputParser.escapePause), ("\u{1B}\u{1B}", [.key(.escape)], InputParser.escapePause),
      ("\u{1B}[", [.key(.character("["), .alt)], InputParser.sequencePause),
      ("\u{1B}O", [.key(.character("O"), .alt)], InputParser.sequencePause),
      ("\u{1B}]", [.key(.character("]"), .alt)], InputParser.sequencePause),
    ] as [(String, [Input], Int64)])
  func whatMayBeAllThereIsEndsAtItsDeadline(_ text: String, _ expected: [Input], pause: Int64) {
    var parser = InputParser()
    _ = parser.feed(text.utf8, at: 7)
    #expect(parser.deadline == 7 + pause)
    #expect(parser.expire(at: 6 + pause).isEmpty)
    #expect(parser.expire(at: 7 + pause) == expected)
    #expect(parser.deadline == nil)
    #expect(parser.feed("q".utf8, at: 8 + pause) == [.key(.character("q"))])
    #expect(parser.expire(at: .max).isEmpty)
  }

  /// A mouse report over a slow line is not cut, or its rest would be keys.
  @Test(
    arguments: [
      ("\u{1B}[1;", []), ("\u{1B}[<0;3", []), ("\u{1B}]11;", []), ("\u{1B}]1\u{1B}", []), ("\u{1B}[M ", []),
      ("\u{C3}", []),
    ] as [(String, [Input])])
  func whatTheTerminalHasBegunIsWaitedFor(_ text: String, _ expected: [Input]) {
    var parser = InputParser()
    // Not as UTF-8 text: a lone C3 begins a character.
    #expect(parser.feed(text == "\u{C3}" ? [0xC3] : Array(text.utf8)).isEmpty)
    #expect(parser.deadline == InputParser.sequencePause)
    #expect(parser.flush() == expected)
    #expect(parser.feed("q".utf8) == [.key(.character("q"))])
  }

  // MARK: Pasted text that comes to a halt

  @Test("The rest of a pasted text that came to a halt is not typed", arguments: ["", "\u{1B}[20"])
  func restOfAPaste(halt: String) {
    var parser = InputParser()
    let pause = InputParser.sequencePause
    #expect(parser.feed("\u{1B}[200~hello \(halt)".utf8, at: 0).isEmpty)
    #expect(parser.deadline == pause)
    #expect(parser.expire(at: pause) == [.paste("hello \(halt)")])
    let rest = halt.isEmpty ? "quit now\u{1B}[201~" : "1~"
    #expect(parser.feed(rest.utf8.dropLast(), at: 3 * pause).isEmpty)
    #expect(parser.expire(at: 5 * pause).isEmpty)
    #expect(parser.feed("~q".utf8, at: 6 * pause) == [.key(.character("q"))])
    #expect(parser.deadline == nil)
  }

  /// A parser that has dropped the rest of a pasted text since its halt, and the end of the time for which it does.
  private func halted() -> (parser: InputParser, end: Int64) {
    var parser = InputParser()
    #expect(parser.feed("\u{1B}[200~hello".utf8, at: 0).isEmpty)
    #expect(parser.expire(at: InputParser.sequencePause) == [.paste("hello")])
    return (parser, InputParser.sequencePause + InputParser.pastePause)
  }

  @Test("A terminal that never ends a pasted text can be typed on again, however often somebody types meanwhile")
  func noEndOfAPaste() {
    var (parser, end) = halted()
    for time in stride(from: InputParser.sequencePause, to: end, by: 500_000_000) {
      #expect(parser.feed("q".utf8, at: time).isEmpty)
      #expect(parser.deadline == end && parser.expire(at: time).isEmpty)
    }
    var late = parser
    #expect(parser.expire(at: end).isEmpty && parser.deadline == nil)
    #expect(parser.feed("q".utf8, at: end) == [.key(.character("q"))])
    // The same when the key is read before anybody looks at the deadline.
    #expect(late.feed("q".utf8, at: end) == [.key(.character("q"))])
  }

  @Test("Ctrl-C is a key at once in the rest of a pasted text, of which nothing else is typed")
  func wayOutOfAPaste() {
    var (parser, end) = halted()
    #expect(parser.feed("q\u{3}now".utf8, at: end - 1) == [Self.ctrl("c")])
    #expect(parser.feed("\u{3}".utf8, at: end - 1) == [Self.ctrl("c")])
    #expect(parser.feed("q\u{1B}[20".utf8, at: end - 1).isEmpty)
    #expect(parser.feed("1~q".utf8, at: end - 1) == [.key(.character("q"))])
  }

  // MARK: Slow lines

  /// What is read of bytes that come `gap` nanoseconds apart, while something else wakes the reader every millisecond.
  private func read(_ text: String, gap: Int64) -> [Input] {
    var parser = InputParser()
    var (inputs, now): ([Input], Int64) = ([], 0)
    func wakeUps(until end: Int64) {
      while now < end {
        inputs += parser.expire(at: now)
        now += 1_000_000
      }
    }
    for byte in text.utf8 {
      inputs += parser.feed([byte], at: now)
      wakeUps(until: now + gap)
    }
    wakeUps(until: now + InputParser.sequencePause + 2_000_000)
    #expect(parser.deadline == nil)
    return inputs
  }

  private static let slow: [(String, [Input])] = [
    ("\u{1B}[C", [.key(.right)]),
    ("\u{1B}OA", [.key(.up)]),
    ("\u{1B}[6~", [.key(.pageDown)]),
    ("\u{1B}[1;5C", [.key(.right, .control)]),
    ("\u{1B}]11;rgb:1e1e/1e1e/2e2e\u{1B}\\", [.reply(.color(11, TerminalColor(0x1E1E2E)))]),
    ("\u{1B}P1+r524742=38\u{1B}\\", [.reply(.capability("RGB"))]),
    ("\u{1B}[<0;60;8m", [.mouse(Mouse(.release(.left), column: 59, row: 7))]),
    ("\u{1B}[?2026;2$y", [.reply(.mode(2026, .reset))]),
    ("é", [.key(.character("é"))]),
  ]

  @Test(arguments: [20, 40, 60, 100], slow)
  func sequencesOfSlowLinesAreWhole(milliseconds: Int64, _ sequence: (text: String, expected: [Input])) {
    #expect(read(sequence.text, gap: milliseconds * 1_000_000) == sequence.expected)
  }

  /// The ESC has become the Escape key by then, but nothing of the rest is typed.
  @Test(arguments: [121, 300, 900], slow.dropLast())
  func theRestOfASequenceIsNeverTyped(milliseconds: Int64, _ sequence: (text: String, expected: [Input])) throws {
    let inputs = read(sequence.text, gap: milliseconds * 1_000_000)
    // The ESC of a string's end is not a key.
    #expect(inputs == [.key(.escape)] + sequence.expected)
  }

  @Test func aLoneEscapeIsAKeyInSpiteOfWakeUps() {
    #expect(read("\u{1B}", gap: 0) == [.key(.escape)])
    var parser = InputParser()
    _ = parser.feed([0x1B], at: 0)
    // A live row of 100 lines a second.
    let wakeUps = stride(from: Int64(0), through: 200_000_000, by: 10_000_000)
    let reported = wakeUps.first { parser.expire(at: $0) == [.key(.escape)] }
    #expect(reported == InputParser.escapePause)
  }

  @Test func whatIsTypedLongAfterEscapeIsTyped() {
    var parser = InputParser()
    _ = parser.feed([0x1B], at: 0)
    #expect(parser.expire(at: InputParser.escapePause) == [.key(.escape)])
    let later = InputParser.escapePause + InputParser.sequencePause
    #expect(parser.feed("[A".utf8, at: later) == [.key(.character("[")), .key(.character("A"))])
    // Another key in between ends it, too.
    _ = parser.feed([0x1B], at: later)
    #expect(parser.expire(at: later + InputParser.escapePause) == [.key(.escape)])
    let keys = parser.feed("q[A".utf8, at: later + InputParser.escapePause + 1)
    #expect(keys == "q[A".map { .key(.character($0)) })
  }

  @Test func aBracketAfterEscapeIsAKeyWithoutAlt() {
    var parser = InputParser()
    _ = parser.feed([0x1B], at: 0)
    _ = parser.expire(at: InputParser.escapePause)
    #expect(parser.feed("[".utf8, at: InputParser.escapePause + 1).isEmpty)
    #expect(parser.expire(at: .max) == [.key(.character("["))])
  }

  // MARK: Hostile bytes

  @Test(
    arguments: [
      [0xFF], [0x80], [0xC3], [0xC0, 0xAF], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF0, 0x9F],
    ] as [[UInt8]])
  func bytesThatAreNotUTF8AreDropped(_ bytes: [UInt8]) {
    var parser = InputParser()
    #expect(parser.feed(bytes + [0x71]) == [.key(.character("q"))])
  }

  /// Any bytes, in one piece and in two, give the same; and a key that is typed after them is read as that key.
  @Test(arguments: 0..<4)
  func noBytesConfuseIt(part: Int) {
    var random = SeededGenerator(state: UInt64(part))
    let alphabet = Array("\u{1B}[]OP<;0159~mMA\u{7}\\é漢q?$c+ry=".utf8) + [0xFF, 0x9B]
    for round in 0..<25_000 {
      let count = Int.random(in: 0...24, using: &random)
      let bytes = (0..<count).map { _ in
        round % 2 == 0
          ? UInt8.random(in: 0...255, using: &random) : alphabet[Int(random.next() % UInt64(alphabet.count))]
      }
      var (whole, split) = (InputParser(), InputParser())
      let cut = count == 0 ? 0 : Int.random(in: 0...count, using: &random)
      var inputs = whole.feed(bytes)
      let same = inputs == split.feed(bytes[..<cut]) + split.feed(bytes[cut...])
      inputs += whole.flush()
      let next = whole.feed("q".utf8)
      // Not even a hundred random tests a second could afford an expectation each.
      guard same, next == [.key(.character("q"))], inputs.count <= count else {
        Issue.record("\(bytes), cut after \(cut)")
        return
      }
    }
  }

  @Test func nothingMakesItHoldMuch() throws {
    var parser = InputParser()
    let endless = "\u{1B}[".utf8 + Array(repeating: 0x31, count: 100_000) + "Aq".utf8
    #expect(parser.feed(endless) == [.key(.character("q"))])
    let long = "\u{1B}]".utf8 + Array(repeating: 0x31, count: 100_000) + "\u{7}q".utf8
    #expect(parser.feed(long) == [.key(.character("q"))])
    let paste = "\u{1B}[200~".utf8 + Array(repeating: 0x31, count: 1_100_000) + "\u{1B}[201~q".utf8
    let inputs = parser.feed(paste)
    #expect(inputs.last == .key(.character("q")))
    let text = try #require(inputs.first.flatMap { if case .paste(let text) = $0 { text } else { nil } })
    #expect((1_000_000...1_048_600).contains(text.utf8.count))
  }
}
