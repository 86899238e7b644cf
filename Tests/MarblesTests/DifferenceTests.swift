import Marbles
import Testing

@Suite struct DifferenceTests {
  private func difference(
    _ expected: String, _ actual: String, dialect: Dialect = .marbled, message: String = "lost"
  ) throws -> Difference? {
    func timeline(_ text: String) throws -> Timeline {
      let timeline = try Diagram.parse(text, row: "zip", dialect: dialect).timeline
      guard case .error(let time, _) = timeline.end else { return timeline }
      return Timeline(events: timeline.events, end: .error(time, message: message))
    }
    return Difference(
      row: "zip", expected: try timeline(expected), actual: try timeline(actual), dialect: dialect)
  }

  @Test(
    "the first difference is a sentence",
    arguments: [
      // Values.
      ("1-a|", "1-b|", "at 2 s expected a, got b"),
      ("'(2, c)'@2.5", "'(2, b)'@2.5", "at 2.5 s expected (2, c), got (2, b)"),
      ("1-a|", "1--|", "at 2 s expected a, got nothing"),
      ("1--|", "1-a|", "at 2 s expected nothing, got a"),
      ("1-a-|", "1--a|", "at 2 s expected a, got nothing, which came at 3 s"),
      ("1--a|", "1-a-|", "at 2 s expected nothing, got a, which is expected at 3 s"),
      ("aaa--|", "aa-a-|", "at 2 s expected a, got nothing, which came at 3 s"),
      ("aa-a-|", "aaa--|", "at 2 s expected nothing, got a, which is expected at 3 s"),
      ("a-b", "a", "at 2 s expected b, got nothing"),
      ("a", "a-b", "at 2 s expected nothing, got b"),
      ("1", "'\"1\"'", "at 0 s expected 1, got \"1\""),
      ("'1.0'", "1", "at 0 s expected 1.0, got 1"),
      ("'\"\"'", "' '", "at 0 s expected \"\", got \" \""),
      // The end.
      ("1--|", "1--3", "at 3 s expected the end, got 3"),
      ("1--|", "1----3", "at 3 s expected the end, got 3 at 5 s"),
      ("1--|", "1----|", "at 3 s expected the end, it finished at 5 s"),
      ("1--|", "1----^", "at 3 s expected the end, it failed at 5 s: lost"),
      ("1--|", "1--^", "at 3 s expected the end, it failed: lost"),
      ("1--|", "1", "at 3 s expected the end, it stayed open"),
      ("1-3|", "1-|", "at 2 s expected 3, it finished"),
      ("1-3|", "1-^", "at 2 s expected 3, it failed: lost"),
      // An error.
      ("1--^", "1--|", "at 3 s expected an error, it finished"),
      ("1--^", "1----|", "at 3 s expected an error, it finished at 5 s"),
      ("1--^", "1----^", "at 3 s expected an error, it failed at 5 s: lost"),
      ("1--^", "1--3", "at 3 s expected an error, got 3"),
      ("1--^", "1", "at 3 s expected an error, it stayed open"),
      // Nothing.
      ("1---", "1--|", "expected it to stay open, it finished at 3 s"),
      ("1---", "1--^", "expected it to stay open, it failed at 3 s: lost"),
      ("1----|", "1--|", "expected the end at 5 s, it finished at 3 s"),
      ("1----^", "1--|", "expected an error at 5 s, it finished at 3 s"),
      ("1----3", "1--|", "expected 3 at 5 s, it finished at 3 s"),
      ("1----3", "1--^", "expected 3 at 5 s, it failed at 3 s: lost"),
      // Several at one instant.
      ("[ab]|", "[ba]|", "at 0 s expected a and b, got b and a"),
      ("[ab]|", "a|", "at 0 s expected b, got nothing"),
      ("a|", "[ab]|", "at 0 s expected nothing, got b"),
      ("[ab]|", "b|", "at 0 s expected a and b, got b"),
      ("[ab]|", "[cb]|", "at 0 s expected a, got c"),
      ("-[a|]", "-[b|]", "at 1 s expected a, got b"),
      ("-[5|]", "-5-|", "at 1 s expected the end, it finished at 3 s"),
      ("-5-|", "-[5|]", "expected the end at 3 s, it finished at 1 s"),
      ("[abc|]", "[xyz]", "at 0 s expected a, b, c and the end, got x, y and z"),
      ("[abcdef|]", "^", "at 0 s expected a, b, c and 4 more, it failed: lost"),
      ("-a|", "-[b^]", "at 1 s expected a, got b and an error"),
      ("a-|", "a[bc]|", "at 1 s expected nothing, got b and c"),
    ])
  func sentences(expected: String, actual: String, sentence: String) throws {
    #expect(try difference(expected, actual)?.description == "zip: " + sentence)
  }

  @Test(
    "how it is written makes no difference",
    arguments: [
      ("1-[2a]-|", "1 - [2a] - |"), ("1-[2a]-|", "1@0 2@2 a@2 |@4"), ("(ab)-|", "[ab]----|"), ("12", "'1''2'"),
      ("1 3s 2", "1---2"), ("a-^", "a-#"), ("-1", "-1---"), ("", "---"),
    ])
  func spellings(expected: String, actual: String) throws {
    #expect(try difference(expected, actual) == nil)
  }

  @Test("neither do ids, colours, origins and the message of an error") func whatIsNotCompared() {
    let expected = Timeline(events: [Event(name: "a", time: .zero, value: 1)], end: .error(.zero, message: "error"))
    let actual = Timeline(
      events: [
        Event(
          name: "b", time: .zero, value: 1, color: .pink, from: .one(EventKey(row: 0, index: 0)),
          sources: .one(EventKey(row: 1, index: 0)))
      ],
      end: .error(.zero, message: "no signal"))
    #expect(Difference(row: "r", expected: expected, actual: actual) == nil)
  }

  @Test(
    "a tuple is the string that it prints as",
    arguments: [
      ("(1, a)", .tuple([1, "a"])), ("(1, (2, b))", .tuple([1, .tuple([2, "b"])])),
    ] as [(Value, Value)])
  func tuples(expected: Value, actual: Value) {
    func timeline(_ value: Value) -> Timeline {
      Timeline(events: [Event(name: "", time: .zero, value: value)], end: .open)
    }
    #expect(Difference(row: "r", expected: timeline(expected), actual: timeline(actual)) == nil)
    #expect(Difference(row: "r", expected: timeline("(1,a)"), actual: timeline(actual)) != nil)
  }

  @Test("with asv, values are compared by their text") func asv() throws {
    let expected = try Diagram.parse("-1'true''(1, a)'|", row: "r", dialect: .asv).timeline
    let values: [Value] = [1, .bool(true), .tuple([1, "a"])]
    let actual = Timeline(
      events: values.enumerated().map { Event(name: "\($0)", time: .seconds($0 + 2), value: $1) }, end: expected.end)
    #expect(Difference(row: "r", expected: expected, actual: actual, dialect: .asv) == nil)
    #expect(
      Difference(row: "r", expected: expected, actual: actual)?.description == #"r: at 2 s expected "1", got 1"#)
  }

  @Test("values that begin alike are shown where they differ") func longValues() throws {
    let text = String(repeating: "la ", count: 30)
    let sentence = try difference("'\(text)x'", "'\(text)y'")?.description
    #expect(sentence == #"zip: at 0 s expected …a la la la la la la x", got …a la la la la la la y""#)
  }

  @Test("nothing that a terminal would obey is in it") func escapes() {
    let event = Event(name: "", time: .zero, value: "\u{1B}[2J\n")
    let sentence = Difference(
      row: "a\u{7}", expected: Timeline(events: [event], end: .open),
      actual: Timeline(end: .error(.zero, message: "\r"))
    )?.description
    #expect(sentence == #"a\u{7}: at 0 s expected \u{1b}[2J , it failed:  "#)
  }

  @Test(
    "it knows which character of the expectation is to blame",
    arguments: [
      ("1-a|", "1-b|", 2), ("1-a|", "1--|", 2), ("1--|", "1-a|", 2), ("1-[ab]|", "1-[ac]|", 4), ("1-[ab]|", "1-a|", 4),
      ("1-a|", "1-[ab]|", 2), ("1--|", "1----|", 3), ("1----|", "1--|", 3), ("1-", "1-|", 2), ("1---", "1-|", 2),
      ("1 5s |", "1--|", 2), ("1 - - |", "1-|", 4), ("", "a", 0), ("a'long one'-|", "a'long two'-|", 1),
      // A wrong time belongs to its token.
      ("1@0 2@3 |@9", "1@0 2@2 |@9", 4), ("1@0 2@1 |@9", "1@0 2@2 |@9", 4), ("1@0 3@4 2@6 |@9", "1@0 2@2 3@4 |@9", 8),
      ("1@9 1@2 1@3 |@9", "1@1 1@2 1@3 |@9", 0), ("1@0 |@9", "1@0 |@8", 4), ("1@0 |@8", "1@0 |@9", 4),
      ("1@0 2@3 |@9", "1@0 a@2 2@3 |@9", 4), ("1@0 2@3", "1@0 2@3 |@9", 7),
    ])
  func offsets(expected: String, actual: String, offset: Int) throws {
    let found = try #require(try difference(expected, actual))
    #expect(found.offset(in: try Diagram.places(in: expected, row: "zip")) == offset)
  }

  @Test("it knows where it is in the picture") func places() throws {
    #expect(try difference("1-a|", "1-b|")?.place == .upper(1))
    #expect(try difference("1--|", "1-b|")?.place == .lower(1))
    #expect(try difference("1--", "1-|")?.place == .lower(1))
    #expect(try difference("1-|", "1--")?.place == .upper(1))
  }
}
