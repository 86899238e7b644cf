import Marbles
import Testing

@Suite struct DiagramPairTests {
  private func picture(
    _ upper: String, _ lower: String, _ place: DiagramComparison.Place, step: SceneTime = .seconds(1),
    dialect: Dialect = .marbled, width: Int = 100
  ) throws -> String {
    let timelines = try [upper, lower].map { try Diagram.parse($0, row: "r", step: step, dialect: dialect).timeline }
    let pair = DiagramComparison(timelines[0], timelines[1], step: step, dialect: dialect)
    return "\n" + pair.picture(labels: ("expected", "actual"), caret: place, width: width)
  }

  @Test func aStepIsOneColumn() throws {
    #expect(
      try picture("1-[2a]-'(3, c)'|", "1-2-'(3, d)'-|", .upper(3)) == """

        expected  1-[2a]-'(3, c)'|
        actual    1-2   -'(3, d)'-|
                         ^
        """)
  }

  @Test func theCaretFindsItsPlaceInAGroup() throws {
    #expect(try picture("1-[2a|]", "1-[2b|]", .upper(2)).hasSuffix("\n              ^"))
    #expect(try picture("1-[2a|]", "1-2-|", .upper(3)).hasSuffix("\n               ^"))
    #expect(try picture("1-2-", "1-2-|", .lower(2)).hasSuffix("\n              ^"))
  }

  @Test func itMayLieBeyondTheEndOfEither() throws {
    #expect(
      try picture("1-|", "1-----2|", .lower(1)) == """

        expected  1-|
        actual    1-----2|
                        ^
        """)
    #expect(
      try picture("1-----2|", "1-|", .upper(1)) == """

        expected  1-----2|
        actual    1-|
                        ^
        """)
    #expect(
      try picture("", "", .upper(0)) == """

        expected
        actual
                  ^
        """)
  }

  @Test func wideCharactersTakeTwoCells() throws {
    #expect(
      try picture("漢-'👩‍👧 x'b|", "漢-'👩‍👧 y'c|", .upper(2)) == """

        expected  漢-'👩‍👧 x'b|
        actual    漢-'👩‍👧 y'c|
                           ^
        """)
  }

  @Test func aSharedPauseIsASpan() throws {
    #expect(
      try picture("1 40s 2|", "1 40s 3|", .upper(1)) == """

        expected  1 40s 2|
        actual    1 40s 3|
                        ^
        """)
  }

  @Test func theStepBecomesFinerWhereItHasTo() throws {
    #expect(
      try picture("1@0 2@1.5", "1@0 2@1", .lower(1)) == """

        expected  1--2
        actual    1-2
                    ^
        """)
  }

  @Test func whatFitsNoGridIsAbsolute() throws {
    #expect(
      try picture("1@0 b@1 c@2.0001 |@8", "1@0 'long'@1 c@2.0002 |@8", .upper(1)) == """

        expected  1@0 b@1      c@2.0001          |@8
        actual    1@0 'long'@1          c@2.0002 |@8
                      ^
        """)
    #expect(
      try picture("1@0.0001 2@1 3@1 |@1", "1@0.0001 2@1 4@1 |@1", .lower(2)).hasSuffix(
        "\n" + String(repeating: " ", count: 23) + "^"))
  }

  @Test func aDialectWritesItsOwnTokens() throws {
    #expect(
      try picture("-1-'12'|", "-1-'13'|", .upper(1), dialect: .asv) == """

        expected  -1-'12'|
        actual    -1-'13'|
                     ^
        """)
    #expect(try picture("-a#", "-b#", .upper(0), dialect: .rx).contains("expected  -a#"))
  }

  @Test(arguments: [0, 1, 7, 30, 59])
  func aLongLineIsCutAroundTheCaret(index: Int) throws {
    let text = (0..<60).map { "'\($0)th'" }.joined()
    let other = (0..<60).map { $0 < index ? "'\($0)th'" : "x" }.joined()
    let lines = try picture(text, other, .upper(index), width: 40).split(separator: "\n").map(String.init)
    #expect(lines.allSatisfy { $0.count <= 50 })
    let column = lines[2].count - 1
    #expect(lines[0].dropFirst(column).hasPrefix("'\(index)t") || index == 59)
    #expect(lines[1].dropFirst(column).hasPrefix("x"))
    #expect((lines[0].last == "…") == (index < 50))
    #expect(lines[0].dropFirst(10).hasPrefix("…") == (index > 4))
  }

  @Test func whatIsCutMayBeWide() throws {
    let text = String(repeating: "漢", count: 40)
    for width in 20...24 {
      let lines = try picture(text, text + "|", .lower(40), width: width).split(separator: "\n")
      #expect(lines[1].hasSuffix("|") && lines[2].dropFirst(10).count <= width)
    }
  }
}

@Suite struct DiagramTextTests {
  @Test(
    "a diagram is written in its own dialect",
    arguments: [
      (.asv, "-1-'12'-b|", "-1-'12'-b|"), (.asv, "a,,[b,];|", "a,,[b,];|"), (.asv, "ab", "ab"),
      (.asv, "-'true'-'it is'|", "-'true'-'it is'|"), (.rx, "-a-#", "-a-#"), (.rx, "--^-a|", "--a|"),
      (.marbled, "-(ab)-'12'^", "-[ab]----'12'^"), (.asv, "''-|", "''-|"),
    ] as [(Dialect, String, String)])
  func dialects(dialect: Dialect, text: String, printed: String) throws {
    let diagram = try Diagram.parse(text, row: "r", dialect: dialect, isExpectation: true)
    #expect(diagram.printed(dialect: dialect) == printed)
  }

  @Test("a diagram keeps its form if that form can express it") func forms() throws {
    let diagram = try Diagram.parse("a@1 b@2 |@4", row: "r")
    #expect(diagram.printed(as: .absolute) == "a@1 b@2 |@4")
    #expect(diagram.printed(as: .grid) == "-ab-|")
    #expect(diagram.printed(as: .grid, step: .seconds(3)) == "a@1 b@2 |@4")
  }

  @Test("what a dialect cannot say is not written") func impossible() throws {
    let quote = try Diagram.parse(#"-'"it\u0027s"'|"#, row: "r")
    #expect(quote.printed(dialect: .asv) == nil && quote.printed() == #"-'"it\u0027s"'|"#)
  }

  @Test("what is written in a dialect reads back") func roundTrip() throws {
    let seed = UInt64.random(in: 0...(.max))
    var random = SplitMix64(seed: seed)
    for _ in 0..<5000 {
      let dialect = random.pick(Dialect.allCases)
      let tokens =
        ["-", "-", "a", "1", "s", "漢", "'long one'", "'12'", "[ab]", "(ab)", "[a1]"]
        + (dialect == .asv ? [",", "[b,]"] : [])
      var text = (0..<random.below(9)).map { _ in random.pick(tokens) }.joined()
      text += random.pick(["|", "#", "[a|]", dialect == .asv ? ";--|" : "", ""])
      // A digit and a unit that touch are an error of their own.
      guard let diagram = try? Diagram.parse(text, row: "r", dialect: dialect, isExpectation: true) else { continue }
      for form in [DiagramSourceMap.Form.grid, .absolute] {
        let printed = diagram.printed(as: form, dialect: dialect)
        guard let printed, try Diagram.parse(printed, row: "r", dialect: dialect, isExpectation: true) == diagram else {
          Issue.record("seed \(seed), \(dialect) \(form): \(text) → \(printed ?? "nothing")")
          return
        }
      }
    }
  }
}
