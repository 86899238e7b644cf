import Marbles
import Testing

@Suite struct DiagramTests {
  @Test(
    "Numbers of several digits are recognized, to say how they are written",
    arguments: [
      ("10-20-30|", "'10'-'20'-'30'|"), ("--10--20", "--'10'--'20'"), ("10-205-^", "'10'-'205'-^"), ("10|", nil),
      ("10-2-30|", nil), ("1-2-3|", nil), ("ab-cd|", nil), ("10-'20'|", nil), ("12@1 13@2", nil), ("", nil), ("|", nil),
    ])
  func numbersOfSeveralDigits(text: String, meant: String?) {
    #expect(Diagram.quotingNumbers(in: text) == meant)
  }

  @Test(
    "every token has the time that the documentation gives it",
    arguments: [
      ("", ""),
      ("   ", ""),
      ("a", "0:a"),
      ("-a--b|", "1:a 4:b 5:|"),
      ("-a-^", "1:a 3:^"),
      ("-a-#", "1:a 3:^"),
      ("-7-", "1:7"),
      ("é🙂👩‍👧🇸🇪e\u{301}|", "0:é 1:🙂 2:👩‍👧 3:🇸🇪 4:é 5:|"),
      ("'long value'-'12'|", "0:long value 2:12 3:|"),
      ("'foo''bar'", "0:foo 1:bar"),
      (#"'"12"''true''null''1.0''[1,2]''{"x":1}''-5'"#, #"0:"12" 1:true 2:null 3:1.0 4:[1,2] 5:{"x":1} 6:-5"#),
      (#"'"it\u0027s"''""'''"#, "0:it's 1: 2:"),
      ("'12'' 12''1 2''nul''[1,'", "0:12 1:\" 12\" 2:1 2 3:nul 4:[1,"),
      ("'-|^#[]();,@ '", "0:-|^#[]();,@ "),
      ("[ab]c|", "0:a 0:b 1:c 2:|"),
      ("-[5|]", "1:5 1:|"),
      ("['foo'^]", "0:foo 0:^"),
      ("(ab)c|", "0:a 0:b 4:c 5:|"),
      ("-(b|)", "1:b 1:|"),
      ("( a b )c", "0:a 0:b 4:c"),
      ("('foo')c", "0:foo 7:c"),
      ("a 900ms b 1.5s c 2m |", "0:a 1.9:b 4.4:c 125.4:|"),
      (" 2s a", "2:a"),
      ("900ms a", "0.9:a"),
      ("a 5s", "0:a"),
      ("a 5 b", "0:a 1:5 2:b"),
      ("1 s [1s](5m)|", "0:1 1:s 2:1 2:s 3:5 3:m 7:|"),
      ("12.5|", "0:1 1:2 2:. 3:5 4:|"),
      ("  a - -\tb\n | ", "0:a 3:b 4:|"),
    ])
  func grid(diagram: String, times: String) throws {
    #expect(spelled(try Diagram.parse(diagram, row: "r").timeline) == times)
  }

  @Test(
    "in the absolute form every token says its time",
    arguments: [
      ("1@0 2@1 'long'@2.5 |@8", "0:1 1:2 2.5:long 8:|"),
      ("12@3 abc@1 -5@2 1e2@4", "1:abc 2:-5 3:12 4:100.0"),
      ("a@900ms b@1.5s c@2m ^@3m", "0.9:a 1.5:b 120:c 180:^"),
      ("b@1 a@1 #@1", "1:b 1:a 1:^"),
      ("|@1 a@1", "1:a 1:|"),
      ("'|'@1 '@'@2 '1@0'@3", "1:| 2:@ 3:1@0"),
      ("true@1 'true'@2", "1:true 2:true"),
      ("a@0.000000001", "0.000000001:a"),
    ])
  func absolute(diagram: String, times: String) throws {
    #expect(spelled(try Diagram.parse(diagram, row: "r").timeline) == times)
  }

  @Test("`@` inside quotes does not make the form absolute") func quotedAt() throws {
    #expect(spelled(try Diagram.parse("a'x@1'|", row: "r").timeline) == "0:a 1:x@1 2:|")
  }

  @Test("the step is the length of one character") func step() throws {
    let diagram = try Diagram.parse("a-b 1s |", row: "r", step: .milliseconds(250))
    #expect(spelled(diagram.timeline) == "0:a 0.5:b 1.75:|")
  }

  @Test("events are called by their places and get the colour asked for") func ids() throws {
    let events = try Diagram.parse("b@2 a@1", row: "r", color: .red).timeline.events
    #expect(events.allSatisfy { $0.name == nil })
    #expect(events.map(\.color) == [.red, .red])
  }

  @Test(
    "rx: `^` is time zero, earlier events are left out, only `#` is an error",
    arguments: [
      ("ab-^-c-|", "2:c 4:|", 3),
      ("^a#", "1:a 2:^", 0),
      ("(a^)b", "0:a 4:b", 0),
      ("a@1 ^@2 b@3 |@5", "1:b 3:|", 2),
    ])
  func rx(diagram: String, times: String, zero: Int) throws {
    let diagram = try Diagram.parse(diagram, row: "r", dialect: .rx)
    #expect(spelled(diagram.timeline) == times)
    #expect(diagram.zero == .seconds(zero))
  }

  @Test("rx: a row without `^` begins at its first character") func cold() throws {
    let diagram = try Diagram.parse("-a|", row: "r", dialect: .rx)
    #expect(spelled(diagram.timeline) == "1:a 2:|")
    #expect(diagram.zero == nil)
  }

  @Test(
    "asv: the first character is at one step, every value a string, and a row always ends",
    arguments: [
      ("ab-|", "1:a 2:b 4:|"),
      ("-b-d", "2:b 4:d 4:|"),
      ("--", "2:|"),
      ("", "0:|"),
      ("a|bc^", "1:a 2:|"),
      ("abcdef^hijk|", "1:a 2:b 3:c 4:d 5:e 6:f 7:^"),
      ("[a|b]c", "1:a 1:|"),
      ("['ABCDE'|]", "1:ABCDE 1:|"),
      ("a@1 b@9 |@8", "1:a 8:|"),
      ("a@1 b@9", "1:a 9:b 9:|"),
    ])
  func asv(diagram: String, times: String) throws {
    #expect(spelled(try Diagram.parse(diagram, row: "r", dialect: .asv).timeline) == times)
  }

  @Test("asv: digits and JSON are strings, too") func asvStrings() throws {
    let values = try Diagram.parse("1'2''true'", row: "r", dialect: .asv).timeline.events.map(\.value)
    #expect(values == ["1", "2", "true"])
  }

  @Test("asv: `;` cancels the consumer, `,` keeps it from asking") func consumer() throws {
    let diagram = try Diagram.parse("a,,[b,][;|]", row: "r", dialect: .asv)
    #expect(spelled(diagram.timeline) == "1:a 4:b 5:|")
    #expect(diagram.withheld == [2, 3, 4].map { .seconds($0) })
    #expect(diagram.cancellation == .seconds(5))
  }

  @Test(
    "asv: what is expected does not end by itself",
    arguments: [("ab-", "1:a 2:b"), ("--", ""), ("a|", "1:a 2:|"), ("a[|;]--", "1:a 2:|"), ("a|;,", "1:a 2:|")])
  func expectation(diagram: String, times: String) throws {
    let expected = try Diagram.parse(diagram, row: "r", dialect: .asv, isExpectation: true)
    #expect(spelled(expected.timeline) == times)
  }

  @Test("asv: a consumer is cancelled at its tick, wherever in the group that is said", arguments: ["a[|;]", "a[;|]"])
  func cancellationInAGroup(diagram: String) throws {
    let expected = try Diagram.parse(diagram, row: "r", dialect: .asv, isExpectation: true)
    #expect(expected.cancellation == .seconds(2))
  }

  @Test(
    "asv: the consumer asks at zero and after each mark; `,` puts it off",
    arguments: [
      ("a-b|", [0, 1, 3, 4]),
      (",a|", [2, 2, 3]),
      ("a,,[bc]", [0, 4, 4, 4]),
      ("a,[b,][c,]|", [0, 3, 4, 5, 5]),
      ("[a,,]-b", [0, 2, 3]),
      ("a-[;|]", [0, 1, 3, 3]),
      ("", [0]),
    ])
  func demand(diagram: String, seconds: [Int]) throws {
    let steps = try Diagram.parse(diagram, row: "r", dialect: .asv, isExpectation: true).demand
    #expect(steps == seconds.map { .seconds($0) })
    let halves = try Diagram.parse(
      diagram, row: "r", step: .milliseconds(500), dialect: .asv, isExpectation: true
    ).demand
    #expect(halves == seconds.map { .milliseconds(Int64($0) * 500) })
  }

  @Test(
    "long texts take linear time, and so does what is wrong at their end", .timeLimit(.minutes(30)),
    arguments: [
      "a", "-", "[a]", "'a'", "1", "1.", "👩‍", "a\u{301}", "\u{301}", "🇸", " 1ms ", "a@1 ", "'a'@1 ", "'{\"a\":1}'",
      "'[", "a'",
    ])
  func large(pattern: String) {
    let text = String(repeating: pattern, count: 100_000 / pattern.utf8.count)
    _ = try? Diagram.parse(text, row: "r", step: .milliseconds(1))
    let error = #expect(throws: DiagramError.self) { try Diagram.parse(text + " [", row: "r", step: .milliseconds(1)) }
    #expect((error?.description.count ?? 0) < 500)
  }
}
