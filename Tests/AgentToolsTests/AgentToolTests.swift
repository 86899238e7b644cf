import JSONRPC
import Marbles
import Playback
import Testing

@testable import AgentTools

/// What each tool answers to good and to bad input.
@Suite struct AgentToolTests {
  /// The answer of a tool.
  private func answer(
    _ tool: String, _ arguments: Members, _ cancellation: Cancellation = Cancellation(),
    limits: AgentLimits = AgentLimits()
  ) throws -> ToolAnswer {
    let tool = try #require(AgentTool.all.first { $0.name == tool })
    return ToolCall(number: 1, tool: tool, arguments: arguments, limits: limits).perform(cancellation)
  }

  /// What is wrong with arguments.
  private func failure(_ tool: String, _ arguments: Members, limits: AgentLimits = AgentLimits()) throws -> String {
    let answer = try answer(tool, arguments, limits: limits)
    #expect(answer.isError && answer.parts.count == 1)
    return answer.parts[0]
  }

  private static let debounce: Members = [
    "rows": .object(["a": "1-2-3|"]), "expressions": .array(["out = a.debounce(for: .seconds(1))"]),
  ]

  @Test("run: rows as diagrams, and what happens")
  func run() throws {
    let answer = try answer("run", Self.debounce)
    #expect(!answer.isError && answer.parts.count == 2)
    #expect(answer.parts[0] == "Rows:\nstep 1s\na    1-2-3|\nout  -1-2-[3|]\n")
    #expect(answer.parts[1].hasPrefix("What happens:\nScene: scene.\nRow a is an input.\n"))
    #expect(answer.parts[1].contains("At 1 second, out emits 1: 1 from a waited for 1 second of quiet.\n"))
  }

  @Test("run: notes on digits and failures, what the doctor finds, and the stages of a chain")
  func notes() throws {
    let failing = try answer(
      "run", ["rows": .array(["a = 10-20|"]), "expressions": .array(["out = a.map { $0 / 0 }"])])
    #expect(
      failing.parts.last == """
        Notes:
        a: each digit is a value; numbers of several digits are in quotes: '10'-'20'|
        row out fails at 0 s: `.map { $0 / 0 }`: division by zero

        """)
    let never = try answer(
      "run",
      [
        "rows": .object(["a": "12345678901234567890|"]),
        "expressions": .array(["out = a.debounce(for: .seconds(2))"]),
      ])
    #expect(never.parts.last?.hasPrefix("Findings:\nFinding ") == true, "\(never.parts)")
    let chain: Members = [
      "rows": .object(["a": "1-2|"]), "expressions": .array(["out = a.map { $0 + 1 }.filter { $0 > 2 }"]),
    ]
    var staged = chain
    staged["stages"] = .bool(true)
    #expect(try answer("run", chain).parts[0] == "Rows:\nstep 1s\na    1-2|\nout  --3|\n")
    #expect(try answer("run", staged).parts[0] == "Rows:\nstep 1s\na        1-2|\nout.map  2-3|\nout      --3|\n")
  }

  @Test(
    "no scene reads from outside", arguments: ["exec:touch x", "tail:/etc/passwd", "@/etc/passwd", "tap:x", "-"])
  func outside(source: String) throws {
    let scene = Value.string("rows:\n  a: { live: '\(source)' }\n  b: { apply: 'a.map { $0 }' }\n")
    for tool in ["run", "check", "lint", "picture", "convert"] {
      #expect(
        try failure(tool, ["scene": scene])
          == "a: error: row a is live; expected scenes without live rows\n  help: marbled play")
    }
    // A build may have no Redis, and says so.
    _ = try failure("run", ["scene": "rows: { a: { live: 'redis://localhost/x' } }"])
    // In a row, it is a diagram, and no source.
    let row = try answer("run", ["rows": .object(["a": .string(source)])])
    #expect(row.isError || row.parts[0].contains("step 1s\na"))
  }

  @Test("errors of a scene have their places, and say what to do")
  func mistakes() throws {
    #expect(
      try failure("run", ["scene": "rows:\n  a [\n"])
        == "scene.yaml:2:3: error: found `a [`, expected a mapping of keys to values for rows")
    #expect(
      try failure("run", ["rows": .object(["a": "1|"]), "expressions": .array(["out = a.mapp { $0 }"])])
        == "expression 1: column 9: error: no operator is called `mapp`; did you mean `map`?")
    #expect(
      try failure("run", [:]) == "expected `scene`, or `rows` and `expressions`, as {\"rows\": {\"a\": \"1-2|\"}}")
    #expect(try failure("run", ["scenes": "x"]) == "run: unknown argument `scenes`; did you mean `scene`?")
    #expect(try failure("run", ["scene": 1]) == "run: expected `scene` to be a text, found 1")
    #expect(
      try failure("run", ["rows": .array([1])])
        == "run: expected `rows` to be an object of diagrams by the names of rows, or an array of `NAME = DIAGRAM`, found [1]"
    )
    #expect(
      try failure("run", ["scene": "rows: {}", "rows": .object([:])])
        == "`scene` can't be combined with `rows` or `expressions`; expected one of them")
    #expect(
      try failure("run", ["scene": "rows: {}", "dialect": "rx"])
        == "`dialect` is that of `rows`; a scene has its own, as the key `dialect:`")
    #expect(
      try failure("run", ["rows": .object(["a": .string(String(repeating: "1", count: 1001) + "|")])])
        == "error: the scene is too large; expected at most 1000 input events")
  }

  @Test("explain: operators, ideas, the notation and names of other libraries")
  func explain() throws {
    for (subject, beginning) in [
      ("debounce", "debounce  ·  "), ("switchMap", "`switchMap` of RxJS is `flatMapLatest` here"),
      ("backpressure", "back-pressure\n"), ("notation", "One character is one time step"),
      ("debounce throttle", "  debounce  a.debounce"), ("debounce,throttle", "  debounce  a.debounce"),
    ] {
      let answer = try answer("explain", ["subject": .string(subject)])
      #expect(!answer.isError && answer.parts[0].hasPrefix(beginning), "\(subject): \(answer.parts)")
    }
    #expect(
      try failure("explain", ["subject": "debounc"])
        == "error: no operator is called `debounc`; did you mean `debounce`?")
    #expect(try failure("explain", [:]) == "explain: `subject` is missing: One or more names, separated by spaces.")
    #expect(
      try failure("explain", ["subject": .string(String(repeating: "x", count: 65))]).hasPrefix("explain: expected"))
    #expect(try failure("explain", ["subject": " "]).hasPrefix("explain: expected `subject`"))
  }

  @Test("check: both diagrams of a row that differs")
  func check() throws {
    let rows = "rows:\n  a: { marbles: '1-2|' }\n  b: { apply: 'a.map { $0 + 1 }', expect: '2-4|' }\n"
    let differs = try answer("check", ["scene": .string(rows)])
    #expect(
      differs.parts[0].hasPrefix(
        """
        scene.yaml:3:46: error: b: at 2 s expected 4, got 3
          expected  2-4|
          actual    2-3|
                      ^
        1 of 1 row in 1 file differs
        """))
    let agrees = try answer("check", ["scene": .string(rows.replacing("4|", with: "3|")), "orders": .bool(true)])
    #expect(agrees.parts[0].hasPrefix("1 row in 1 file agrees, none depends on the order of an instant"))
    #expect(try failure("check", ["scene": "rows:\n  a: { marbles: '1-(' }\n"]).hasPrefix("scene.yaml:2:"))
    #expect(try answer("check", ["scene": "rows:\n  a: { marbles: '1|' }\n"]).parts[0].contains("nothing was compared"))
  }

  @Test("lint: what a run shows, or that it shows nothing")
  func lint() throws {
    #expect(try answer("lint", Self.debounce).parts == ["no mistake found\n"])
    let tie = try answer(
      "lint",
      [
        "rows": .object(["a": "1(234)5-6|"]), "expressions": .array(["out = a.debounce(for: .seconds(5))"]),
      ])
    #expect(
      tie.parts[0].contains("[order-of-ties]\n  help: move the times apart") && tie.parts[0].hasSuffix("1 mistake\n"))
  }

  @Test("picture: text, and SVG when it is asked for")
  func picture() throws {
    var arguments = Self.debounce
    arguments["columns"] = 60
    let text = try answer("picture", arguments)
    #expect(text.parts.count == 1 && text.parts[0].contains("a ▐ 1 ▌"))
    #expect(text.parts[0].split(separator: "\n").allSatisfy { $0.count <= 60 })
    arguments["svg"] = .bool(true)
    arguments["at"] = "2s"
    let both = try answer("picture", arguments)
    #expect(both.parts.count == 2 && both.parts[1].hasPrefix("<svg") && both.parts[0].contains("2.0 of 5.0 s"))
    var limits = AgentLimits()
    limits.svgBytes = 100
    #expect(try failure("picture", arguments, limits: limits).contains("expected at most 100, so draw fewer rows"))
    arguments["at"] = "soon"
    #expect(try failure("picture", arguments).hasPrefix("picture: `at`: `soon` is not a duration"))
    arguments["columns"] = 20
    #expect(
      try failure("picture", arguments) == "picture: expected `columns` to be a whole number from 30 to 160, found 20")
  }

  private static let recording = #"""
    {"recording":"marbled","version":1,"started":"2026-03-01T08:00:00Z","name":"live","rows":[{"name":"a","kind":"live"}],"scene":"rows:\n  a:\n    live: true\n  out:\n    apply: \"a.map { $0 + 1 }\"\n"}
    {"time":0.5,"row":"a","kind":"value","value":1}
    {"time":1,"row":"a","kind":"finish"}
    {"recording":"end","time":1}

    """#

  @Test("convert: a recording, diagrams of other dialects and scenes")
  func convert() throws {
    let scene = try answer("convert", ["recording": .string(Self.recording)])
    #expect(!scene.isError && scene.parts[0].contains("expect: \"2@0.5 |@1\""), "\(scene.parts)")
    let other = try answer(
      "convert",
      ["recording": .string(Self.recording), "expressions": .array(["x = a.map { $0 * 10 }"]), "to": "marble"])
    #expect(other.parts[0].contains("x  -'10'|"), "\(other.parts)")
    let rx: Members = [
      "rows": .object(["a": "-a-#"]), "expressions": .array(["out = a.map { $0 }"]), "dialect": "rx",
    ]
    #expect(try answer("convert", rx).parts[0].contains("expect: \"-a-^\""))
    for (format, beginning) in [
      ("swift", "// swift-format-ignore-file"), ("command", "marbled play"), ("json", "{\"row\":\"a\",\"time\":0,"),
      ("tsv", "0\ta\t"), ("trace", "{\"displayTimeUnit\":\"ms\""),
    ] {
      var arguments = Self.debounce
      arguments["to"] = .string(format)
      let answer = try answer("convert", arguments)
      #expect(answer.parts[0].hasPrefix(beginning), "\(answer.parts)")
    }
    #expect(
      try failure("convert", ["recording": "nope"]).hasPrefix("error: the text is not a recording; expected a file of"))
    #expect(
      try failure("convert", ["recording": "x", "scene": "y"])
        == "convert: `recording` can't be combined with `scene`; expected one of them")
    var limits = AgentLimits()
    limits.recordedEvents = 0
    #expect(
      try failure("convert", ["recording": .string(Self.recording)], limits: limits)
        .hasPrefix("convert: the recording has 1 events; expected at most 0"))
  }

  @Test("a long answer is cut at a line, and says how much is left out")
  func cut() {
    #expect(ToolAnswer.cut("ab\ncd\n", to: 6) == "ab\ncd\n")
    #expect(
      ToolAnswer.cut("ab\ncd\nef\n", to: 5)
        == "ab\n… cut here: 2 more lines with 6 bytes. Ask for less, or run `marbled` in a shell.\n")
    #expect(
      ToolAnswer.cut("abcdef", to: 2)
        == "ab\n… cut here: 1 more line with 4 bytes. Ask for less, or run `marbled` in a shell.\n")
  }

  @Test("a text of combining marks is one character, and is cut, too; never within a scalar")
  func marks() {
    let cut = ToolAnswer.cut("a" + String(repeating: "\u{301}", count: 1_000_000), to: 1_000)
    #expect(cut.utf8.count < 1_200 && cut.hasSuffix("in a shell.\n"))
    let text = "aé€😀e\u{301}\u{200D}\r\nb"
    for limit in 0..<text.utf8.count {
      let kept = ToolAnswer.cut(text, to: limit).prefix { $0 != "…" }.unicodeScalars
      #expect(text.unicodeScalars.starts(with: kept.last == "\n" ? kept.dropLast() : kept[...]), "\(limit)")
    }
  }

  @Test("a call over the limits of a run says which, also within a time limit")
  func limits() throws {
    let tool = try #require(AgentTool.all.first { $0.name == "run" })
    let call = ToolCall(
      number: 1, tool: tool, arguments: ["expressions": .array(["out = (0..<2000).async"])], limits: AgentLimits())
    let limit = TimeLimit(.seconds(10), watchdog: Watchdog { _, _ in })
    let answer = try limit.perform(within: Cancellation(), call.perform)
    #expect(answer == call.perform(Cancellation()) && answer.isError)
    #expect(answer.parts[0].contains("row out emits more than 1000 events"), "\(answer.parts)")
  }

  @Test("a call that is stopped says so, whenever that happens")
  func stopping() throws {
    let cancellation = Cancellation()
    cancellation.expire()
    for tool in ["run", "picture", "convert"] {
      let answer = try answer(tool, Self.debounce, cancellation)
      #expect(answer.isError && answer.parts[0].contains("the run took too long"), "\(answer.parts)")
    }
  }
}
