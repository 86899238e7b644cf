import Testing

@testable import Marbles

/// What became of everything that was expected of a row.
@Suite struct TimelineComparisonTests {
  private func timeline(_ text: String) throws -> Timeline { try Diagram.parse(text, row: "out").timeline }

  private func comparison(_ expected: String, _ actual: String) throws -> TimelineComparison {
    TimelineComparison(expected: try timeline(expected), actual: try timeline(actual))
  }

  @Test(
    "each value and end is right, early, late, missing or unexpected",
    arguments: [
      ("1-2|", "1-2|", ["right", "right", "right"]), ("", "", []),
      ("--2|", "-2-|", ["early", "right"]), ("-2-|", "--2|", ["late", "right"]),
      ("-2-|", "---|", ["missing", "right"]), ("---|", "-2-|", ["unexpected", "right"]),
      ("1-1-|", "-1--|", ["late", "missing", "right"]), ("--|", "-|", ["early"]),
      ("--|", "--#", ["missing", "unexpected"]),
      ("1", "2", ["missing", "unexpected"]), ("(12)|", "(21)|", ["right", "right", "right"]),
    ])
  func verdicts(expected: String, actual: String, verdicts: [String]) throws {
    let comparison = try comparison(expected, actual)
    #expect(comparison.marks.map(\.verdict.rawValue) == verdicts, "\(comparison.marks)")
    #expect(comparison.agrees == verdicts.allSatisfy { $0 == "right" })
  }

  @Test(
    "a verdict is a sentence",
    arguments: [
      ("1-2|", "1-2|", "all 3 are right"), ("", "", "nothing, as expected"),
      ("1--2|", "12--|", "2 of 3 are right; 2 came at 1 s, 2 s too early"),
      ("-2-|", "--2|", "1 of 2 is right; 2 came at 2 s, 1 s too late"),
      ("-2-|", "---|", "1 of 2 is right; 2 did not come at 1 s"),
      ("---|", "-2-|", "1 of 1 is right; 1 more came: 2 at 1 s"),
      ("", "-2", "1 came: 2 at 1 s"),
      ("---|", "-|", "0 of 1 are right; the end came at 1 s, 2 s too early"),
      ("---|", "---#", "0 of 1 are right; the end did not come at 3 s; 1 more came: the error at 3 s"),
    ])
  func sentences(expected: String, actual: String, says: String) throws {
    #expect(try comparison(expected, actual).description == says)
  }

  @Test(
    "a prediction counts what was predicted, and says earlier or later than that",
    arguments: [
      ("1-2|", "1-2|", "all 3 are right"),
      ("--2|", "-2-|", "1 of 2 is right; 2 came at 1 s, 1 s earlier than predicted"),
      ("-2-|", "--2|", "1 of 2 is right; 2 came at 2 s, 1 s later than predicted"),
      ("12-|", "1-3|", "2 of 3 are right; 2 did not come at 1 s; 1 more event is missing: 3 at 2 s"),
      ("1", "12|", "1 of 1 is right; 2 more events are missing: 2 at 1 s and the end at 2 s"),
      ("13|", "12|", "2 of 3 are right; 2 came at 1 s, and not 3"),
      (
        "1-(35)", "1-(274)3",
        "1 of 3 is right; 2 came at 2 s, and not 5; 3 came at 7 s, 5 s later than predicted; 2 more events are missing: 4 at 2 s and 7 at 2 s"
      ),
      (
        "0", "0123456|",
        "1 of 1 is right; 7 more events are missing: 1 at 1 s, 2 at 2 s, 3 at 3 s, 4 at 4 s, 5 at 5 s and 2 more"
      ),
    ])
  func predictions(expected: String, actual: String, says: String) throws {
    let comparison = TimelineComparison(
      expected: try timeline(expected), actual: try timeline(actual), isPrediction: true)
    #expect(comparison.description == says)
  }

  @Test(
    "before it is seen, what is missing in a prediction is counted, without values and times",
    arguments: [
      ("1", "12|", -1, "1 of 1 is right; 2 more events are missing"),
      ("1", "12|", 0, "1 of 1 is right; 2 more events are missing"),
      ("1", "12|", 1, "1 of 1 is right; 2 more events are missing: 2 at 1 s and 1 more"),
      ("1", "12|", 2, "1 of 1 is right; 2 more events are missing: 2 at 1 s and the end at 2 s"),
      ("13|", "12|", 0, "2 of 3 are right; another value than 3 came at 1 s"),
      ("13|", "12|", 1, "2 of 3 are right; 2 came at 1 s, and not 3"),
      ("13-|", "1-2|", -1, "2 of 3 are right; 3 did not come at 1 s; 1 more event is missing"),
      ("12|", "12|", -1, "all 3 are right"),
    ])
  func hidden(guess: String, actual: String, known: Int, says: String) throws {
    let comparison = TimelineComparison(
      expected: try timeline(guess), actual: try timeline(actual), isPrediction: true, known: .seconds(known))
    #expect(comparison.description == says)
  }

  @Test(
    "the letters of a prediction count, without parentheses, commas, blanks and quotes",
    arguments: [
      ("'(5, fog)'@1", true), ("5fog@1", true), ("'5 fog'@1", true), ("'(5,fog)'@1", true), ("'5, \"fog\"'@1", true),
      ("fog5@1", false), ("5@1", false), ("5fog@2", false),
    ])
  func letters(guess: String, isRight: Bool) throws {
    let pair = Value.tuple([.int(5), .string("fog")])
    let actual = Timeline(events: [Event(time: .seconds(1), value: pair)], end: .open)
    let guessed = try timeline(guess)
    let comparison = TimelineComparison(expected: guessed, actual: actual, isPrediction: true)
    #expect(comparison.agrees == isRight, "\(comparison)")
    // A mark has the value as it was written, which a page looks for.
    #expect(comparison.marks.first?.happening == guessed.happenings.first?.happening)
    #expect((Difference(row: "out", expected: guessed.read(as: actual), actual: actual) == nil) == isRight)
  }

  @Test("of two values with the same letters, the one of the same time is meant, unless one is written")
  func alikeLetters()
    throws
  {
    let (first, second) = (Value.tuple([.int(1), .int(23)]), Value.tuple([.int(12), .int(3)]))
    let actual = Timeline(
      events: [Event(time: .seconds(1), value: first), Event(time: .seconds(2), value: second)], end: .open)
    func agrees(_ guess: String) throws -> Bool {
      TimelineComparison(expected: try timeline(guess), actual: actual, isPrediction: true).agrees
    }
    #expect(try agrees("123@1 123@2") && agrees("'(1, 23)'@1 '(12, 3)'@2"))
    #expect(try !agrees("'(12, 3)'@1 '(1, 23)'@2"))
  }

  private static let values: [Value] = [
    .int(1), .string("1"), .int(12), .string("12"), .double(1), .double(2.5), .string("2.5"), .bool(true),
    .string("true"),
    .null, .string("null"), .tuple([.int(1), .string("x")]), .string("(1, x)"), .array([.int(1)]), .string("[1]"),
    .string(""), .string("a"), .string("ab"), .object(["a": .int(1)]), .string("{\"a\":1}"), .double(-5), .int(-5),
  ]

  @Test("values are alike where the first difference takes them as alike", arguments: values)
  func alike(value: Value) {
    for other in Self.values {
      for dialect in Dialect.allCases {
        let sides = [value, other].map { Timeline(events: [Event(time: .seconds(1), value: $0)], end: .open) }
        let comparison = TimelineComparison(expected: sides[0], actual: sides[1], dialect: dialect)
        let difference = Difference(row: "out", expected: sides[0], actual: sides[1], dialect: dialect)
        #expect(comparison.agrees == (difference == nil), "\(value.json) \(other.json) \(dialect)")
      }
    }
  }

  @Test("it finds a difference exactly where the first difference is found", arguments: 0..<400)
  func agreesWithDifference(seed: Int) throws {
    // Small texts of few characters, so that many are alike.
    func text(_ number: Int) -> String {
      let characters = (0..<4).map { Array("-12a")[number >> (2 * $0) & 3] }
      return String(characters) + ["|", "#", "", "-|"][number >> 8 & 3]
    }
    let (expected, actual) = (text(seed * 31), text(seed * 31 + [0, 1, 4, 75, 256][seed % 5]))
    let difference = Difference(row: "out", expected: try timeline(expected), actual: try timeline(actual))
    let comparison = try comparison(expected, actual)
    #expect(comparison.agrees == (difference == nil), "\(expected) \(actual)")
    // Everything that was expected or came has one mark.
    let marks = comparison.marks
    #expect(marks.count { $0.expected != nil } == (try timeline(expected)).happenings.count)
    #expect(marks.count { $0.actual != nil } == (try timeline(actual)).happenings.count)
    if let difference {
      #expect(marks.first { $0.verdict != .right }?.time == difference.time, "\(expected) \(actual)")
    }
  }
}
