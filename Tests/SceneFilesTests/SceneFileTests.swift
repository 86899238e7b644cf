import Marbles
import Operators
import SceneTestSupport
import Scenes
import Testing

@testable import SceneFiles

/// A scene of what stands behind `rows:`, with what stands before it.
func sceneFile(_ rows: String, before: String = "") throws -> SceneFile {
  let lines = rows.split(separator: "\n", omittingEmptySubsequences: false).map { "  " + $0 }.joined(separator: "\n")
  return try SceneFile(parsing: "\(before)rows:\n\(lines)\n", path: "test.yaml")
}

/// What the keys of a scene file mean.
@Suite struct SceneFileTests {
  private func row(_ text: String, before: String = "") throws -> Scene.Row {
    try #require(try sceneFile(text, before: before).scene.rows.last)
  }

  private func timeline(_ text: String, before: String = "") throws -> String {
    spelled(try #require(try row(text, before: before).timeline))
  }

  @Test func aSceneHasWhatItsKeysSay() throws {
    let text = """
      version: 1
      title: A title
      about: What it shows.
      kind: timelines
      duration: 1.5m
      window: 3s
      step: 250ms
      speedFactor: 2.5
      refreshInterval: 100ms
      loop: true
      rows: { a: { marbles: "1|" } }
      """
    let scene = try SceneFile(parsing: text, path: "some/where/my-scene.yaml").scene
    #expect(scene.name == "my-scene")
    #expect(scene.title == "A title")
    #expect(scene.about == "What it shows.")
    #expect(scene.duration == .seconds(90))
    #expect(scene.window == .seconds(3))
    #expect(scene.step == .milliseconds(250))
    #expect(scene.speedFactor == 2.5)
    #expect(scene.refreshInterval == .milliseconds(100))
    #expect(scene.loops)
    #expect(scene.rows.map(\.name) == ["a"])
  }

  @Test func withoutKeysItHasDefaults() throws {
    let scene = try sceneFile("a: { marbles: '1|' }").scene
    #expect(scene == Scene(name: "test", rows: [Scene.Row(name: "a", content: scene.rows[0].content)]))
    #expect(scene.title == "test")
  }

  @Test func aListHasItems() throws {
    let text = """
      kind: list
      connector: dotted
      padding: 1
      alternateRows: true
      items:
        - { icon: S7, text: Westend, color: red, id: end }
        - Westend
        - text: Westend
      """
    let scene = try SceneFile(parsing: text, path: "x.yaml").scene
    let items = [
      ListItem(id: "end", icon: "S7", text: "Westend", color: .red), ListItem(id: "Westend #2", text: "Westend"),
      ListItem(id: "Westend #3", text: "Westend"),
    ]
    let style = ListStyle(connector: .dotted, padding: 1, alternateRows: true)
    #expect(scene.kind == .list(Scene.List(items: .given(items), style: style)))
    #expect(scene.rows == [])
    #expect(try scene.recorded().entries == [])
  }

  @Test func aListShowsTheValueOfARow() throws {
    let scene = try sceneFile("a: { marbles: '1|' }", before: "kind: list\nitems: a\n").scene
    #expect(scene.kind == .list(Scene.List(items: .row("a"))))
    #expect(scene.rows.map(\.name) == ["a"])
  }

  @Test func aMatrixHasNoRowsAndNoEnd() throws {
    let text = "kind: matrix\nseed: 7\npalette: amber\nglyphs: binary\ndensity: 0.5\nspeed: 2\n"
    let scene = try SceneFile(parsing: text, path: "x.yaml").scene
    #expect(
      scene.kind == .matrix(Scene.Matrix(seed: 7, palette: .amber, glyphs: .binary, density: 0.5, speed: 2)))
    #expect(scene.isEndless)
    #expect(try scene.recorded().duration == Scene.endlessShare)
    let short = try SceneFile(parsing: text + "duration: 3s\n", path: "x.yaml").scene
    #expect(!short.isEndless)
    #expect(try short.recorded().duration == .seconds(3))
  }

  @Test func marblesAreADiagramOnTheScenesGrid() throws {
    #expect(try timeline("a: { marbles: '1-2|' }", before: "step: 500ms\n") == "1@0 2@1 |@1.5")
    #expect(try timeline("a: { marbles: -1-'long value' }") == "1@1 long value@3 open")
  }

  @Test func marblesStandForValues() throws {
    let row = "a: { marbles: 'abc|', values: { a: 10, b: { price: 2 } } }"
    #expect(try timeline(row) == "10@0 {\"price\":2}@1 c@2 |@3")
    #expect(
      try timeline("a: { marbles: 'ab|', values: { b: 3 } }", before: "values: { a: 1, b: 2 }\n") == "1@0 3@1 |@2")
  }

  @Test func anErrorHasAMessage() throws {
    #expect(try timeline("a: { marbles: '1^', error: no network }") == "1@0 ^@1 no network")
    #expect(try timeline("a: { marbles: '1^' }") == "1@0 ^@1 error")
  }

  @Test(arguments: [
    ("", "b@1 a@2 |@2"),
    ("finish: 9s", "b@1 a@2 |@9"),
    ("finish: 9", "b@1 a@2 |@9"),
    ("finish: never", "b@1 a@2 open"),
    ("error: { time: 3s, message: gone }", "b@1 a@2 ^@3 gone"),
    ("error: { message: gone }", "b@1 a@2 ^@2 gone"),
    ("error: { time: 2500ms }", "b@1 a@2 ^@2.5 error"),
  ])
  func eventsEndWithTheLastOrAsTheySay(end: String, expected: String) throws {
    let rows = "a:\n  events:\n    - { time: 2s, value: a }\n    - { value: b, time: 1 }\n  \(end)"
    #expect(try timeline(rows) == expected)
  }

  @Test func eventsHaveIdsAndColours() throws {
    let row = try row(
      """
      a:
        color: blue
        events:
          - { time: 0, value: 1, id: 100_0 }
          - { time: 1, value: 2, color: pink }
      """)
    let events = try #require(row.timeline?.events)
    #expect(events.map(\.name) == ["100_0", nil])
    #expect(events.map(\.color) == [.blue, .pink])
    #expect(row.color == .blue)
  }

  @Test func inputsAreColouredByTheirPlace() throws {
    let rows = try sceneFile("a: { marbles: '1' }\nb: { marbles: '1', color: gray }\nc: { marbles: '1' }").scene.rows
    #expect(rows.map { $0.timeline?.events.first?.color } == [.red, .gray, .yellow])
  }

  /// YAML 1.1 would make a boolean, a number of base 60 and an octal number of some of these.
  @Test(arguments: [
    ("on", "\"on\""), ("yes", "\"yes\""), ("NO", "\"NO\""), ("1:30", "\"1:30\""), ("012", "\"012\""),
    ("0x1F", "\"0x1F\""), ("1_000", "\"1_000\""), (".5", "\".5\""), ("~", "\"~\""), ("2026-11-21", "\"2026-11-21\""),
    (".inf", "\".inf\""), ("true", "true"), ("null", "null"), ("12", "12"), ("-1.5", "-1.5"), ("\"12\"", "\"12\""),
    ("'true'", "\"true\""), ("[1, a, [on]]", "[1,\"a\",[\"on\"]]"), ("{ b: 1, a: no }", "{\"a\":\"no\",\"b\":1}"),
    ("", "null"),
  ])
  func nothingIsTypedByItsLooks(written: String, json: String) throws {
    let row = try row("a:\n  events:\n    - time: 0\n      value: \(written)")
    #expect(row.timeline?.events.first?.value.json == json)
  }

  @Test func keysAreTextToo() throws {
    #expect(try sceneFile("on: { marbles: '1|' }\nyes: { apply: on }").scene.rows.map(\.name) == ["on", "yes"])
  }

  @Test func randomRowsAreTheSameForTheSameSeed() throws {
    let row = try row("a: { random: { seed: 7, rate: 100ms, values: [x, y], count: 4 } }")
    #expect(
      row.input?.random == RandomTimeline(seed: 7, rate: .milliseconds(100), values: .choice(["x", "y"]), count: 4))
    #expect(row.timeline == row.input?.random?.timeline(color: .red))
    #expect(spelled(try #require(row.timeline)) == "x@0.03 y@0.284 y@0.302 x@0.337 |@0.337")
    #expect(try self.row("a: { random: { seed: 1, values: -3...3 } }").input?.random?.values == .range(-3...3))
  }

  @Test func liveRowsHoldTenThousandEventsOrWhatTheySay() throws {
    #expect(try row("a: { live: true }").live == Scene.Live(capacity: 10_000))
    #expect(try row("a: { live: { capacity: 500 }, color: pink }").live == Scene.Live(capacity: 500))
    #expect(try row("a: { live: {} }").timeline == nil)
  }

  @Test func liveRowsNameTheirSource() throws {
    #expect(try row("a: { live: 'exec:date +%s' }").live == Scene.Live(source: "exec:date +%s"))
    #expect(
      try row("a: { live: { capacity: 5, source: tail:log } }").live == Scene.Live(capacity: 5, source: "tail:log"))
    var live = Scene.Live(source: "exec:date")
    live.restarts = true
    live.lines.form = .json
    live.lines.value = try MemberPath(parsing: ".a.b")
    live.lines.time = try MemberPath(parsing: ".ts")
    live.lines.id = try MemberPath(parsing: ".id")
    live.lines.timeUnit = .ms
    let text =
      "a: { live: 'exec:date', restart: true, lines: json, value: .a.b, time: .ts, id: .id, timeUnit: ms }"
    #expect(try row(text).live == live)
    let scene = Scene(name: "x", rows: [Scene.Row(name: "a", content: .live(live))])
    #expect(try SceneFile(parsing: scene.yaml, path: "x.yaml").scene.rows == scene.rows)
    #expect(scene.withoutSources.rows.map(\.live) == [Scene.Live()])
  }

  @Test func aRowKeepsHowItIsDrawn() throws {
    let row = try row(
      """
      a:
        marbles: "1|"
        refreshInterval: 200ms
        animation: { transition: slide, duration: 1s, delay: 100ms, curve: spring }
        show: list
      """)
    #expect(row.refreshInterval == .milliseconds(200))
    #expect(row.animation == Animation(.slide, duration: .seconds(1), delay: .milliseconds(100), curve: .spring))
    #expect(row.form == .list)
    #expect(try self.row("a: { marbles: '1|', animation: pop }").animation == Animation(.pop))
  }

  @Test func expectationsAreDiagramsWithTheirPlace() throws {
    let file = try sceneFile("a: { marbles: '1-2|' }\nb:\n  apply: a\n  expect: \"1-2|\"")
    let expectation = try #require(file.scene.rows[1].expectation)
    #expect(expectation.text == "1-2|")
    #expect(spelled(expectation.diagram.timeline) == "1@0 2@2 |@3")
    let location = try #require(file.expectations["b"])
    #expect((location.line, location.column) == (5, 13))
    #expect(location.position(ofCharacter: 2) == (5, 16))
    #expect(Array(file.text.utf8)[location.range].elementsEqual("\"1-2|\"".utf8))
  }

  @Test func expectationsUseValues() throws {
    let file = try sceneFile("a: { marbles: 'x|', values: { x: 5 } }\nb: { apply: a, expect: 'x|', values: { x: 5 } }")
    #expect(file.scene.rows[1].expectation.map { spelled($0.diagram.timeline) } == "5@0 |@1")
  }

  // MARK: Hot and cold

  @Test(arguments: [
    ("", "", Scene.Input.Start.hot), ("", "cold: true", .cold), ("", "hot: true", .hot), ("", "cold: false", .hot),
    ("dialect: rx\n", "", .cold), ("dialect: rx\n", "hot: true", .unbuffered), ("dialect: rx\n", "hot: false", .cold),
    ("dialect: asv\n", "", .hot),
  ])
  func rowsAreHotUnlessTheyOrTheirDialectSayOtherwise(before: String, key: String, start: Scene.Input.Start) throws {
    #expect(try row("a:\n  marbles: '1|'\n  \(key)", before: before).input?.start == start)
  }

  @Test(arguments: [
    ("hot: true", "1@0 2@2 3@4 a@5 b@5 c@5 |@5"),
    ("cold: true", "1@0 2@2 3@4 a@6 b@7 c@8 |@9"),
  ])
  func aColdRowBeginsWhenItIsAskedFor(key: String, expected: String) throws {
    let file = try sceneFile(
      """
      first: { marbles: "1-2-3|" }
      second: { marbles: "-abc|", \(key) }
      both: { apply: "chain(first, second)" }
      """)
    #expect(spelled(try file.scene.recorded()["both"]) == expected)
  }

  @Test func anUnbufferedRowLosesWhatComesBeforeItIsAskedFor() throws {
    let file = try sceneFile(
      """
      first: { marbles: "1-2|" }
      second: { marbles: "-a-bcd|", hot: true }
      both: { apply: "chain(first, second)" }
      """, before: "dialect: rx\n")
    let recording = try file.scene.recorded()
    #expect(spelled(recording["both"]) == "1@0 2@2 b@3 c@4 d@5 |@6")
    #expect(
      recording.sources("both") == [["first#0"], ["first#1"], ["second#1"], ["second#2"], ["second#3"]])
  }

  @Test func aColdRowIsAskedAgainByRetry() throws {
    let file = try sceneFile("a: { marbles: '1-^', cold: true }\nb: { apply: a.retry(1) }")
    #expect(spelled(try file.scene.recorded()["b"]) == "1@0 1@2 ^@4 error")
  }

  @Test func theSampleIsAFile() throws {
    #expect(Scene.sample.name == "sample")
    #expect(Scene.sample.rows.map(\.name) == ["ints", "strings", "merge", "zip", "latest"])
    #expect(Scene.sample.rows[1].timeline?.events.map(\.name) == ["1000", "1001", "1002", "1003", "1004"])
  }
}
