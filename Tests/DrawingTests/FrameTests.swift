import Expressions
import Marbles
import Operators
import SceneFiles
import SceneTestSupport
import Scenes
import Terminal
import Testing

@testable import Drawing
@testable import Layout

@Suite struct FrameTests {
  @Test(arguments: [
    ("sample-80x24-0", 0.0, 80, 24), ("sample-80x24-2.6", 2.6, 80, 24), ("sample-120x40-5.3", 5.3, 120, 40),
    ("sample-40x12-2.6", 2.6, 40, 12), ("sample-20x5-5", 5, 20, 5), ("sample-100x30-5.3", 5.3, 100, 30),
  ])
  func theSample(name: String, time: Double, columns: Int, rows: Int) throws {
    try expectFixture(name, frame(.sample, at: .seconds(time), size: Size(columns: columns, rows: rows)))
  }

  @Test(arguments: [("full", GlyphSet.full), ("ascii", .ascii), ("linux", .linuxConsole)])
  func theSampleAtItsEnd(name: String, glyphs: GlyphSet) throws {
    try expectFixture("sample-80x24-end-\(name)", frame(.sample, glyphs: glyphs))
  }

  @Test(arguments: [("ascii", GlyphSet.ascii), ("linux", .linuxConsole)])
  func theSampleOnOtherTerminals(name: String, glyphs: GlyphSet) throws {
    try expectFixture("sample-80x24-2.6-\(name)", frame(.sample, at: .seconds(2.6), glyphs: glyphs))
    try expectFixture(
      "sample-120x40-2.6-\(name)",
      frame(.sample, at: .seconds(2.6), size: Size(columns: 120, rows: 40), glyphs: glyphs))
  }

  // MARK: Glyphs

  private static let sizes = [Size(columns: 20, rows: 5), Size(columns: 80, rows: 24), Size(columns: 150, rows: 60)]
  private static let states: [FrameState.State] = [.playing, .paused, .finished]

  /// Every character of the sample's frames, in all states.
  private func characters(_ glyphs: GlyphSet) throws -> Set<Character> {
    let recording = try Scene.sample.recorded()
    let drawing = SceneDrawing(scene: .sample, plan: recording, glyphs: glyphs)
    var found: Set<Character> = []
    for size in Self.sizes {
      for state in Self.states {
        for tenths in stride(from: Int64(0), through: 80, by: 5) {
          let moment = FrameState(
            time: .milliseconds(tenths * 100), speedFactor: 0.25, state: state, isLooping: tenths.isMultiple(of: 2))
          found.formUnion(drawing.frame(recording, at: moment, size: size).text)
        }
      }
    }
    return found
  }

  @Test func asciiIsASCIIOnly() throws {
    #expect(try characters(.ascii).filter { !$0.isASCII } == [])
  }

  @Test func theLinuxConsoleGetsOnlyWhatItsFontHas() throws {
    #expect(try characters(.linuxConsole).filter { $0 != "\n" && ConsoleFont.positions[$0] == nil } == [])
  }

  // MARK: Small screens

  @Test func belowTheLeastSizeThereIsASentence() throws {
    #expect(try frame(.sample, size: Size(columns: 19, rows: 24))[0] == "needs 20x5")
    #expect(try frame(.sample, size: Size(columns: 80, rows: 4)) == ["needs 20x5", "", "", ""])
    #expect(try frame(.sample, size: Size(columns: 4, rows: 1)) == ["need"])
    #expect(try frame(.sample, size: Size(columns: 0, rows: 0)) == [])
  }

  @Test func rowsThatDoNotFitAreCounted() throws {
    let many = inputScene((0..<30).map { ("row\($0)", [(Double($0) / 10, 1)], .finish(.seconds(3))) })
    let lines = try frame(many, size: Size(columns: 60, rows: 12))
    #expect(lines.last?.hasSuffix("24 more rows") == true)
    #expect(lines.filter { $0.contains("row") }.count == 7)
    #expect(try frame(.sample, size: Size(columns: 60, rows: 7)).last?.hasSuffix("1 more row") == true)
  }

  @Test func rowsThatDoNotFitAreScrolledTo() throws {
    let many = inputScene((0..<30).map { ("row\($0)", [(Double($0) / 10, 1)], .finish(.seconds(3))) })
    let recording = try many.recorded()
    let drawing = SceneDrawing(scene: many, plan: recording)
    func lines(_ scroll: Int) -> [String] {
      drawing.frame(
        recording, at: FrameState(time: .seconds(3), scroll: scroll), size: Size(columns: 60, rows: 12)
      ).lines
    }
    func rows(_ lines: [String]) -> [String] {
      lines.dropLast().compactMap { $0.split(separator: " ").first }.filter { $0.hasPrefix("row") }.map(String.init)
    }
    #expect(rows(lines(0)) == (0..<6).map { "row\($0)" })
    #expect(rows(lines(10)) == (10..<16).map { "row\($0)" })
    #expect(lines(10).last?.hasSuffix("↑10 ↓14 rows") == true)
    // There are always rows to fill the screen.
    #expect(lines(1000) == lines(24) && rows(lines(24)).last == "row29")
    #expect(lines(-5) == lines(0))
  }

  // MARK: Captions

  /// The lines of the caption, which stand between the rows and the keys.
  private func caption(_ moment: FrameState, rows: Int = 24, columns: Int = 80) throws -> [String] {
    let recording = try Scene.sample.recorded()
    let drawing = SceneDrawing(scene: .sample, plan: recording)
    let size = Size(columns: columns, rows: rows)
    let lines = drawing.frame(recording, at: moment, size: size).lines
    return drawing.layout(at: moment, size: size).captionLines.map { lines[$0].filter { !$0.isEmpty } } ?? []
  }

  @Test func everythingOfTheNewestInstantIsToldUnderTheRows() throws {
    #expect(
      try caption(FrameState(time: .seconds(2.4)), columns: 100) == [
        "  1.5 s: latest emits (2, a): `a` from strings with `2`, the latest from ints (since 1 s); `1` …",
        "  2 s: merge emits 3 from ints.",
        "  2 s: latest emits (3, a): `3` from ints with `a`, the latest from strings (since 1.5 s).",
      ])
    // Without a line for each, the sentences follow each other.
    #expect(
      try caption(FrameState(time: .seconds(2.6)), columns: 100) == [
        "  2.5 s: merge emits b from strings. zip emits (2, b): `2` from ints waited 1.5 s for `b` from",
        "  strings; zip now holds `3` from ints and waits for row strings. latest emits (3, b): `b` from",
        "  strings with `3`, the latest from ints (since 2 s).",
      ])
  }

  @Test func theSelectedEventIsToldInstead() throws {
    #expect(
      try caption(FrameState(time: .seconds(5), selected: EventKey(row: 3, index: 1))) == [
        "  2.5 s: zip emits (2, b): `2` from ints waited 1.5 s for `b` from strings;",
        "  zip now holds `3` from ints and waits for row strings.",
      ])
    #expect(
      try caption(FrameState(time: .seconds(5), selected: EventKey(row: 1, index: 4))) == ["  7.5 s: strings emits e."])
    // One that has not happened can't be seen, whatever is selected.
    let selected = FrameState(time: .seconds(2.4), selected: EventKey(row: 3, index: 1))
    #expect(try caption(selected) == caption(FrameState(time: .seconds(2.4))))
  }

  @Test func aCaptionThatDoesNotFitEndsInAnEllipsisOrIsLeftOut() throws {
    let moment = FrameState(time: .seconds(5), selected: EventKey(row: 3, index: 1))
    #expect(try caption(moment, columns: 40) == ["  2.5 s: zip emits (2, b): `2` from …"])
    #expect(try caption(moment, rows: 13) == [])
  }

  @Test func aSceneOfInputsTellsOfThem() throws {
    let scene = inputScene([("a", [(0, 1), (2, 2)], .finish(.seconds(4)))])
    #expect(try frame(scene, at: .seconds(3)).contains("  2 s: a emits 2."))
  }

  @Test func aCaptionIsBrokenBetweenWords() {
    func wrapped(_ text: String, _ width: Int) -> [String] {
      CaptionPainter.wrapped(text, width: width, lines: 2, "…")
    }
    #expect(wrapped("one two three", 20) == ["one two three"])
    #expect(wrapped("one two three", 9) == ["one two", "three"])
    #expect(wrapped("one two three four five", 9) == ["one two", "three …"])
    #expect(wrapped("unbreakable", 5) == ["unbr…"])
    #expect(wrapped("", 5) == [])
  }

  // MARK: What is pointed at

  @Test func theSelectedMarbleIsMarkedInWaysThatNeedNoColours() throws {
    let recording = try Scene.sample.recorded()
    let drawing = SceneDrawing(scene: .sample, plan: recording)
    let size = Size(columns: 80, rows: 24)
    let picture = drawing.picture(
      of: recording,
      at: FrameState(time: .seconds(5), selected: EventKey(row: 3, index: 1), hovered: EventKey(row: 1, index: 0)),
      size: size)
    for key in [EventKey(row: 3, index: 1), EventKey(row: 1, index: 0)] {
      let middle = try #require(picture.anchors[key])[.center]
      #expect(picture.canvas[middle.column, middle.row].style.underline)
    }
    let plain = drawing.frame(recording, at: FrameState(time: .seconds(5)), size: size)
    #expect(!plain.cells.contains { $0.style.underline })
  }

  // MARK: Ghosts

  @Test func withoutGhostsNothingIsShownBeforeItHappens() throws {
    let recording = try Scene.sample.recorded()
    var drawing = SceneDrawing(scene: .sample, plan: recording)
    drawing.showsGhosts = false
    let text = drawing.frame(recording, at: FrameState(time: .seconds(2.6)), size: Size(columns: 80, rows: 24)).text
    #expect(!text.contains("(4)") && !text.contains("┃"))
    #expect(text.contains("▐b▌"))
  }

  // MARK: Text

  @Test func namesAndValuesOfAnyWidth() throws {
    let scene = inputScene(
      [
        (
          "a_very_long_name_of_a_row_indeed", [(0, "日本"), (4, "a much too long value"), (8, "é")], .finish(.seconds(8))
        ),
        ("温度", [(0, .tuple(["日", 1])), (4, "👩‍👧"), (8, .null)], .finish(.seconds(8))),
      ], title: "名前")
    try expectFixture("wide-80x24", frame(scene))
    try expectFixture("wide-40x10", frame(scene, size: Size(columns: 40, rows: 10)))
  }

  @Test func controlCharactersNeverReachTheCanvas() throws {
    let nasty = "\u{1B}[2J\u{7F}\n\t\u{85}\u{202E}\u{200B}\u{301}"
    let values: [(Double, Value)] = [(0, .string(nasty)), (4, .tuple([.string(nasty), 1]))]
    var scene = inputScene([(nasty, values, .error(.seconds(8), message: nasty))])
    scene.title = nasty
    scene.about = nasty
    var expression = try Expression.parse("a")
    (expression.source, expression.text, expression.plan) = ("x\(nasty)", nasty, .row(nasty, column: 1))
    scene.rows.append(Scene.Row(name: "out", content: .output(expression)))
    for size in Self.sizes {
      for cell in try canvas(scene, size: size).cells {
        let isHarmless = cell.text.unicodeScalars.allSatisfy {
          ![.control, .format, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
        }
        #expect(isHarmless, "\(cell.text.debugDescription)")
      }
    }
  }

  // MARK: Ends

  @Test func finishErrorAndOpen() throws {
    let scene = inputScene([
      ("ends", [(0, 1)], .finish(.seconds(4))), ("fails", [(0, 1)], .error(.seconds(4), message: "x")),
      ("open", [(0, 1)], .open), ("late", [(8, 1)], .finish(.seconds(8))),
    ])
    try expectFixture("ends-60x12", frame(scene, size: Size(columns: 60, rows: 12)))
    try expectFixture("ends-60x12-1", frame(scene, at: .seconds(1), size: Size(columns: 60, rows: 12)))
  }

  @Test func aThousandEventsAtOneInstant() throws {
    let crowd = (0..<1000).map { _ in (4.0, Value.int(1)) }
    for (name, time) in [("middle", 8.0), ("end", 4.0)] {
      let scene = inputScene([("crowd", crowd, .finish(.seconds(time))), ("pair", [(3.5, 1), (3.9, 2)], .open)])
      let size = Size(columns: 60, rows: 12)
      try expectFixture("crowd-\(name)-60x12", frame(scene, size: size))
      let lines = try frame(scene, size: size)
      #expect(lines.contains { $0.contains("1 ") || $0.contains("+999") })
      #expect(lines.contains { $0.contains("crowd") && $0.contains("┃") })
    }
  }

  @Test func aSceneWithoutRowsOrTime() throws {
    let nothing = try frame(Scene(name: "nothing", rows: []))
    #expect(nothing.count == 24)
    #expect(nothing[0].hasSuffix("0.0 of 0.0 s"))
    let instant = try frame(inputScene([("a", [(0, 1)], .finish(.zero))]), size: Size(columns: 40, rows: 8))
    #expect(instant.contains { $0.contains("▐ 1 ┃") })
  }

  @Test func aLowScreenKeepsItsLabels() throws {
    let lines = try frame(.sample, at: .seconds(5), size: Size(columns: 40, rows: 8))
    #expect(lines[1] == "           0s    2     4  ▼  6     8s")
    let covered = try frame(.sample, at: .seconds(4), size: Size(columns: 40, rows: 8))
    #expect(covered[1] == "           0s    2     4     6     8s")
  }

  @Test func theMarkOfTheStateStandsApartFromTheClock() throws {
    var scene = Scene.sample
    scene.speedFactor = 2
    func first(_ columns: Int) throws -> String {
      try #require(try frame(scene, at: .seconds(4.4), size: Size(columns: columns, rows: 5)).first)
    }
    #expect(try first(20) == " ‖  ×2 4.4 of 8.0 s")
    #expect(try first(22) == " ‖  ×2   4.4 of 8.0 s")
    scene.duration = .seconds(3e9)
    #expect(try first(20) == " ‖ sample ×2 0:04.4")
  }

  @Test func rowsShowTimesOfTheirOwn() throws {
    let recording = try Scene.sample.recorded()
    var drawing = SceneDrawing(scene: .sample, plan: recording)
    // Lines run over all rows.
    drawing.connectors = .none
    let size = Size(columns: 80, rows: 24)
    let late = drawing.frame(
      recording,
      at: FrameState(
        time: .seconds(5), rowTimes: [.seconds(5), .seconds(5), .seconds(1), .seconds(5), .seconds(5)]), size: size)
    let now = drawing.frame(recording, at: FrameState(time: .seconds(5)), size: size)
    let changed = (0..<24).filter { late.lines[$0] != now.lines[$0] }
    let layout = drawing.layout(at: FrameState(time: .seconds(5)), size: size)
    #expect(!changed.isEmpty)
    let told = layout.captionLines ?? 0..<0
    #expect(changed.allSatisfy { layout.band(2).contains($0) || told.contains($0) })
  }

  @Test func aFrameShowsWhatHasHappenedWhetherMoreIsKnownOrNot() throws {
    let whole = try Scene.sample.recorded()
    let drawing = SceneDrawing(scene: .sample, plan: whole)
    for tenths in stride(from: Int64(0), through: 80, by: 7) {
      let time = SceneTime.milliseconds(tenths * 100)
      var soFar = Scene.sample.emptyRecording()
      for entry in whole.entries where entry.row >= 2 && entry.time <= time { soFar.append(entry) }
      let moment = FrameState(time: time)
      let size = Size(columns: 90, rows: 30)
      #expect(drawing.frame(soFar, at: moment, size: size) == drawing.frame(whole, at: moment, size: size))
    }
  }
}
