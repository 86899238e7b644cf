import Marbles
import Scenes
import Terminal
import Testing

@testable import Drawing
@testable import Layout

/// Lists as they are drawn: icons in a column, texts of any height, lines from icon to icon.
@Suite struct ListPictureTests {
  private func scene(_ items: [ListItem], _ style: ListStyle = ListStyle()) -> Scene {
    Scene(name: "list", kind: .list(Scene.List(items: .given(items), style: style)), rows: [])
  }

  /// What stands between the status line and the key line, without what is blank around it.
  private func body(
    _ scene: Scene, columns: Int = 40, rows: Int = 16, scroll: Int = 0, glyphs: GlyphSet = .full
  ) throws -> [String] {
    let lines = try picture(scene, columns: columns, rows: rows, scroll: scroll, glyphs: glyphs).canvas.lines
    var body = lines.dropFirst(rows < 12 ? 1 : 2).dropLast()
    while body.first == "" { body.removeFirst() }
    while body.last == "" { body.removeLast() }
    let indent = body.filter { $0 != "" }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    return body.map { String($0.dropFirst(indent)) }
  }

  private func picture(
    _ scene: Scene, at time: SceneTime = .zero, columns: Int = 40, rows: Int = 16, scroll: Int = 0,
    glyphs: GlyphSet = .full
  ) throws -> SceneDrawing.Picture {
    let recording = try scene.recorded()
    return SceneDrawing(scene: scene, plan: recording, glyphs: glyphs)
      .picture(of: recording, at: FrameState(time: time, scroll: scroll), size: Size(columns: columns, rows: rows))
  }

  private func expectBody(
    _ found: [String], _ expected: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) { #expect(found == expected, sourceLocation: sourceLocation) }

  private let stops = [
    ListItem(icon: "◉", text: "My Location"), ListItem(icon: "▣", text: "Berlin Hauptbahnhof"),
    ListItem(icon: "◎", text: "Westend"),
  ]

  @Test func linesGoFromEachIconToTheNext() throws {
    try expectBody(
      body(scene(stops)),
      [
        "◉  My Location",
        "│",
        "│",
        "▣  Berlin Hauptbahnhof",
        "│",
        "│",
        "◎  Westend",
      ])
    #expect(try body(scene(stops, ListStyle(connector: .dotted))).filter { $0 == "┊" }.count == 4)
  }

  @Test func whereThereIsLittleRoomTheyAreShorter() throws {
    try expectBody(body(scene(stops), rows: 10), ["◉  My Location", "│", "▣  Berlin Hauptbahnhof", "│", "◎  Westend"])
    try expectBody(
      body(scene(stops, ListStyle(connector: .none)), rows: 10),
      [
        "◉  My Location", "", "▣  Berlin Hauptbahnhof", "", "◎  Westend",
      ])
    try expectBody(
      body(scene(stops, ListStyle(connector: .none)), rows: 7),
      [
        "◉  My Location", "▣  Berlin Hauptbahnhof", "◎  Westend",
      ])
  }

  @Test func textsTakeAsManyLinesAsTheyNeed() throws {
    let items = [
      ListItem(icon: "1", text: "a few words that do not fit"), ListItem(icon: "2", text: "short"),
      ListItem(icon: "3", text: "Donaudampfschifffahrtsgesellschaft"),
    ]
    try expectBody(
      body(scene(items), columns: 20, rows: 15),
      [
        "1  a few words",
        "│  that do not",
        "│  fit",
        "│",
        "2  short",
        "│",
        "3  Donaudampfschi",
        "   fffahrtsgesell",
        "   schaft",
      ])
  }

  @Test func paddingBelongsToTheIcon() throws {
    let padded = try picture(scene(stops, ListStyle(padding: 1)), rows: 22)
    let bounds = try #require(padded.anchors.bounds(ofItem: "Berlin Hauptbahnhof"))
    #expect(bounds.rows.count == 3)
    // The icon is in the middle of its bounds, and the lines begin right outside of them.
    let column = bounds[.center].column
    let cells = (bounds.rows.lowerBound - 1...bounds.rows.upperBound).map { padded.canvas[column, $0].text }
    #expect(cells == ["│", " ", "▣", " ", "│"])
    try expectBody(
      body(scene(stops, ListStyle(padding: 1)), rows: 16),
      [
        "◉  My Location",
        "",
        "│",
        "",
        "▣  Berlin Hauptbahnhof",
        "",
        "│",
        "",
        "◎  Westend",
      ])
  }

  @Test func iconsOfAnyWidthShareTheirMiddle() throws {
    let items = ["🚉", "●", "S41", "漢", "ICE1"].map { ListItem(icon: $0, text: "to " + $0) }
    try expectBody(
      body(scene(items), columns: 40, rows: 16),
      [
        " 🚉   to 🚉",
        " │",
        " ●    to ●",
        " │",
        "S41   to S41",
        " │",
        " 漢   to 漢",
        " │",
        "ICE1  to ICE1",
      ])
  }

  @Test func fontsWithFewerIconsHaveOthers() throws {
    let items = ["📍", "🚉", "S7", "é", "👩‍👧"].map { ListItem(icon: $0, text: "x") } + [ListItem(text: "x")]
    try expectBody(
      body(scene(items), rows: 22, glyphs: .ascii).filter { $0 != "" && $0 != "|" },
      [
        "@   x", "=   x", "S7  x", "o   x", "o   x", "o   x",
      ])
  }

  @Test func controlsAreShownNotSent() throws {
    let items = [ListItem(icon: "\u{1B}", text: "a\u{1B}[2Jb"), ListItem(text: "tab\there")]
    try expectBody(body(scene(items)).filter { !$0.contains("│") }, ["\\x1B  a\\x1B[2Jb", " ●    tab\\there"])
  }

  @Test func emptyListsSaySo() throws {
    try expectBody(body(scene([])), ["no items"])
    let row = Scene.Row(name: "a", content: .input(Timeline(events: [], end: .open)))
    try expectBody(body(Scene(name: "x", kind: .list(Scene.List(items: .row("a"))), rows: [row])), ["no items yet"])
  }

  @Test func oneItemHasNoLine() throws { try expectBody(body(scene([ListItem(text: "alone")])), ["●  alone"]) }

  // MARK: More than fits

  private let many = (1...500).map { ListItem(text: "item \($0)") }

  @Test func whatDoesNotFitIsCounted() throws {
    let lines = try picture(scene(many), rows: 14).canvas.lines
    #expect(lines.last?.hasSuffix("495 more items") == true)
    try expectBody(
      body(scene(many), rows: 14),
      [
        "●  item 1", "│", "●  item 2", "│", "●  item 3", "│", "●  item 4", "│", "●  item 5",
      ])
  }

  @Test func itScrollsToTheLastAndNoFurther() throws {
    try expectBody(
      body(scene(many), rows: 14, scroll: 10),
      [
        "●  item 11", "│", "●  item 12", "│", "●  item 13", "│", "●  item 14", "│", "●  item 15",
      ])
    #expect(try picture(scene(many), rows: 14, scroll: 10).canvas.lines.last?.hasSuffix("↑10 ↓485 items") == true)
    for scroll in [495, 499, 500, 1_000_000] {
      let lines = try picture(scene(many), rows: 14, scroll: scroll).canvas.lines
      #expect(lines.contains { $0.hasSuffix("item 500") })
      #expect(lines.last?.hasSuffix("↓0 items") == true)
    }
    #expect(try body(scene(stops), rows: 16, scroll: 2).first == "◉  My Location")
    #expect(try body(scene(stops), rows: 16, scroll: -1).first == "◉  My Location")
  }

  // MARK: Ids

  @Test func anIDThatIsPublishedTwiceStandsWhereItWasLast() throws {
    let items = [ListItem(id: "x", text: "first"), ListItem(id: "y", text: "second"), ListItem(id: "x", text: "third")]
    // The line from the first `x` would begin at the last one: there is none.
    try expectBody(body(scene(items), rows: 10), ["●  first", "", "●  second", "│", "●  third"])
  }

  // MARK: Backgrounds

  private func stripes(_ theme: Theme) throws -> [Bool] {
    let scene = scene(stops, ListStyle(alternateRows: true))
    let recording = try scene.recorded()
    let canvas = SceneDrawing(scene: scene, plan: recording, theme: theme)
      .frame(recording, at: FrameState(time: .zero), size: Size(columns: 40, rows: 16))
    return (0..<16).map { canvas[20, $0].style.background != nil }
  }

  @Test func everyOtherItemHasABackground() throws {
    let stripes = try stripes(.dark)
    let first = try #require(stripes.firstIndex(of: true))
    #expect(stripes[first..<first + 3].allSatisfy { $0 } && stripes.filter { $0 }.count == 3)
    // Lines and icons keep it.
    let painted = try picture(scene(stops, ListStyle(alternateRows: true)))
    let icon = try #require(painted.anchors.bounds(ofItem: "Berlin Hauptbahnhof"))[.center]
    for row in icon.row - 1...icon.row + 1 {
      #expect(painted.canvas[icon.column, row].style.background == Theme.dark.stripe)
    }
  }

  @Test func sixteenColoursHaveNoneThatIsCloseEnough() throws {
    #expect(try stripes(Theme.dark.adapted(to: .ansi16)).allSatisfy { !$0 })
  }

  // MARK: Items of a row

  @Test func itemsAreTheLatestValueOfTheirRow() throws {
    let values: [Value] = [.array(["a"]), .array(["a", "c"]), .array(["a", "b", "c"]), .null]
    let events = values.enumerated().map { Event(name: "\($0)", time: .seconds($0 + 1), value: $1) }
    let row = Scene.Row(name: "r", content: .input(Timeline(events: events, end: .open)))
    let scene = Scene(name: "x", kind: .list(Scene.List(items: .row("r"))), rows: [row])
    func shown(_ time: Double) throws -> [String] {
      try picture(scene, at: .seconds(time), rows: 20).canvas.lines.dropFirst().dropLast()
        .map { String($0.drop { $0 == " " }) }.filter { $0 != "" && !$0.contains(" s: ") }
    }
    #expect(try shown(0.5) == ["no items yet"])
    #expect(try shown(1) == ["●  a"])
    #expect(try shown(2.9) == ["●  a", "│", "│", "●  c"])
    #expect(try shown(3) == ["●  a", "│", "│", "●  b", "│", "│", "●  c"])
    #expect(try shown(4) == ["no items"])
  }

  @Test func theCaptionTellsTheirStory() throws {
    let events = [["a"], ["a", "b"]].enumerated().map { Event(time: .seconds($0 + 1), value: .array($1)) }
    let row = Scene.Row(name: "r", content: .input(Timeline(events: events, end: .finish(.seconds(3)))))
    let scene = Scene(name: "x", kind: .list(Scene.List(items: .row("r"))), rows: [row])
    func captions(_ time: Double, rows: Int = 20) throws -> [String] {
      try picture(scene, at: .seconds(time), rows: rows).canvas.lines.filter { $0.contains(" s: ") }
    }
    #expect(try captions(0.5) == [])
    #expect(try captions(1) == ["  1 s: r emits [\"a\"]."])
    #expect(try captions(2.5) == ["  2 s: r emits [\"a\",\"b\"]."])
    #expect(try captions(2.5, rows: 13) == [])
  }
}
