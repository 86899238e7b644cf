import Testing

@testable import Marbles

@Suite struct DiagramPrinterTests {
  private func timeline(_ values: [(Double, Value)], _ end: Timeline.End = .open) -> Timeline {
    Timeline(
      events: values.enumerated().map { Event(name: "\($0)", time: .seconds($1.0), value: $1.1) }, end: end)
  }

  private func printed(_ value: Value) -> String { timeline([(0, value)]).diagram() }

  @Test(
    "a value is quoted where it would read as something else",
    arguments: [
      (1, "1"), (9, "9"), (10, "'10'"), (-5, "'-5'"), ("a", "a"), ("é", "é"), ("🙂", "🙂"), ("漢", "漢"), (".", "."),
      ("long value", "'long value'"), ("", #"'""'"#), (" ", "' '"), ("5", #"'"5"'"#), ("12", #"'"12"'"#),
      ("true", #"'"true"'"#), ("[1]", #"'"[1]"'"#), ("[1", "'[1'"), ("-", "'-'"), ("@", "'@'"), ("\"", "'\"'"),
      ("it's", #"'"it\u0027s"'"#), ("a\nb", #"'"a\nb"'"#), ("\u{1B}[2J", #"'"\u001b[2J"'"#),
      ("\u{301}", #"'"\u0301"'"#),
      ("\u{202E}", #"'"\u202e"'"#), ("🇸🇪", "'🇸🇪'"), ("👩‍👧", "'👩‍👧'"), ("e\u{301}", "'e\u{301}'"),
      (.double(1), "'1.0'"), (.double(0.1), "'0.1'"), (.bool(true), "'true'"), (.null, "'null'"),
      (.array([1, "it's"]), #"'[1,"it\u0027s"]'"#), (.object(["b": 1, "a": "x"]), #"'{"a":"x","b":1}'"#),
      (.tuple([1, "a"]), "'(1, a)'"), (.tuple(["'"]), #"'"(\u0027)"'"#),
    ] as [(Value, String)])
  func values(value: Value, text: String) {
    #expect(printed(value) == text)
  }

  @Test("a unit after a digit is quoted, as it would make a time span") func units() {
    #expect(timeline([(0, 1), (1, "s"), (2, "s")], .finish(.seconds(3))).diagram() == "1's's|")
    #expect(timeline([(0, 1), (0, "m")]).diagram() == "[1m]")
  }

  @Test("several at one instant are a group, and an end may be in it") func groups() {
    #expect(timeline([(1, "a"), (1, 2), (3, "b")], .finish(.seconds(3))).diagram() == "-[a2]-[b|]")
    #expect(timeline([], .error(.zero, message: "no")).diagram() == "^")
    #expect(timeline([]).diagram() == "")
  }

  @Test("a pause of more than 20 steps is a span") func spans() {
    #expect(timeline([(0, "a"), (21, "b")]).diagram() == "a" + String(repeating: "-", count: 20) + "b")
    #expect(timeline([(0, "a"), (22, "b")]).diagram() == "a 21s b")
    #expect(timeline([(399, "b")]).diagram() == "399s b")
  }

  @Test("what the step does not divide, or needs more than 400 steps, is absolute") func absolute() {
    #expect(timeline([(0, 1), (2.5, "long")], .finish(.seconds(8))).diagram() == "1@0 'long'@2.5 |@8")
    #expect(timeline([(400, 1)]).diagram() == "1@400")
    #expect(timeline([(0, 1)]).diagram(step: .zero) == "1@0")
  }

  @Test("a sheet puts one step in one column of every row") func sheet() {
    let sheet = DiagramTable(
      rows: [
        ("ints", timeline([(0, 1), (0.5, 2), (1.5, 3)], .finish(.seconds(2)))),
        ("merged", timeline([(0, 1), (0.5, 2), (0.5, "漢"), (1.5, "long")], .finish(.seconds(2)))),
        ("early", timeline([(0, "x")])),
        ("fine", timeline([(0.0000001, "x")], .finish(.seconds(2)))),
        ("none", timeline([])),
        ("my row", timeline([(2, "z")])),
      ], preferredStep: .seconds(1))
    #expect(
      sheet.description == """
        step 500ms
        ints      12    -3     |
        merged    1[2漢]-'long'|
        early     x
        fine      x@0.0000001 |@2
        none
        "my row"  --    --     z
        """)
  }

  @Test("a pause is a span when all rows that go on have it") func sharedSpans() {
    let sheet = DiagramTable(rows: [
      ("a", timeline([(0, "x"), (30, "y")], .finish(.seconds(31)))), ("b", timeline([(1, "z")])),
    ])
    #expect(sheet.description == "step 1s\na  x- 28s y|\nb  -z")
  }

  @Test(
    "the step is the scene's, else the largest that divides all times",
    arguments: [
      ([1.0, 3], 1000), ([1, 2.5], 500), ([0.25, 1], 250), ([0.6], 200), ([0.3], 100), ([0.15], 50), ([0.02], 20),
      ([0.01], 10), ([0.015], 5), ([0.002], 2), ([0.003], 1),
    ])
  func steps(times: [Double], milliseconds: Int) {
    let sheet = DiagramTable(rows: [("r", timeline(times.map { ($0, 1) }))])
    #expect(sheet.layout().step == .milliseconds(Int64(milliseconds)))
  }

  @Test("a row that would need a step too fine for the others does not get it") func longRows() {
    let sheet = DiagramTable(rows: [
      ("fine", timeline([(9.001, 1)])), ("coarse", timeline([(9, 1)])),
    ])
    #expect(sheet.description == "step 1s\nfine    1@9.001\ncoarse  ---------1")
  }

  @Test(
    "a step may be five times finer than the preferred one; a row that needs a finer one has its times written out",
    arguments: [
      (1000, 0.5, "step 500ms|a  1-2|b  -1"), (1000, 0.25, "step 250ms|a  1---2|b  -1"),
      (1000, 0.2, "step 200ms|a  1----2|b  -1"), (1000, 0.1, "step 1s|a  12|b  1@0.1"),
      (1000, 0.3, "step 1s|a  12|b  1@0.3"), (500, 0.1, "step 100ms|a  1---------2|b  -1"),
      (600, 0.3, "step 200ms|a  1----2|b  1@0.3"), (200, 0.01, "step 200ms|a  1----2|b  1@0.01"),
    ])
  func fineRows(preferred: Int, time: Double, text: String) {
    let sheet = DiagramTable(
      rows: [("a", timeline([(0, 1), (1, 2)])), ("b", timeline([(time, 1)]))],
      preferredStep: .milliseconds(Int64(preferred)))
    #expect(sheet.description.split(separator: "\n").joined(separator: "|") == text)
  }

  @Test("a row never changes the form of a row above it") func firstRows() {
    let sheet = DiagramTable(
      rows: [
        ("long", timeline([(0, 1), (300, 2)])), ("half", timeline([(0.5, 1)])), ("whole", timeline([(1, 1)])),
      ], preferredStep: .seconds(1))
    #expect(sheet.description == "step 1s\nlong   1- 298s 2\nhalf   1@0.5\nwhole  -1")
  }
}
