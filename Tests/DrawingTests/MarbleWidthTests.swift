import Expressions
import Marbles
import SceneFiles
import SceneTestSupport
import Scenes
import Terminal
import Testing

@testable import Drawing
@testable import Layout

/// Each marble is as wide as its text where its row has room.
@Suite struct MarbleWidthTests {
  private static let values: [Value] = [
    1, 42, 1999.99, "a", "loading", "success", "a sentence of several words", "日本語", "👩‍👧", .null, .bool(true),
    .tuple([1, "a"]), .array([1, 3, 5]), .array((0..<20).map { .int($0) }), .object(["status": 200, "path": "/v1"]),
    .object(["title": "Parasite"]),
  ]

  private func randomRow(_ random: inout SplitMix64, _ index: Int) -> Scene.Row {
    let unit = random.pick([10_000_000, 100_000_000, 500_000_000, 1_000_000_000] as [Int64])
    let count = random.pick([0, 1, 2, 5, 20, 60])
    let times = (0..<count).map { _ in SceneTime.nanoseconds(unit * Int64(random.below(20))) }.sorted()
    let events = times.map { Event(time: $0, value: random.pick(Self.values), color: .green) }
    let end = (times.last ?? .zero) + .seconds(random.below(3))
    return Scene.Row(name: "row\(index)", content: .input(Timeline(events: events, end: .finish(end))))
  }

  private static let expressions = [
    "merge(row0, row1)", "zip(row0, row1)", "combineLatest(row0, row1)", "row0.adjacentPairs()",
    "row0.chunks(ofCount: 3)", "row0.delay(for: .seconds(1))", "row0.debounce(for: .seconds(1))",
    "row0.interspersed(with: 0)", "row0.map { [$0, $0] }", "row0.reductions([]) { $0 + [$1] }",
  ]
  private static let labels = ["$0.status", "$0.description", "$0.count", "[$0, 1]", #""no. \($0)""#]

  /// One to eight inputs, some outputs of the first two, and labels on some rows.
  private func randomScene(_ random: inout SplitMix64) throws -> Scene {
    var rows = (0..<1 + random.below(8)).map { randomRow(&random, $0) }
    for index in 0..<(rows.count > 1 ? random.below(4) : 0) {
      let text = random.pick(Self.expressions)
      rows.append(Scene.Row(name: "out\(index)", content: .output(try Expression.parse(text))))
    }
    for position in rows.indices where random.below(4) == 0 {
      rows[position].label = try ValueExpression(parsing: random.pick(Self.labels))
    }
    return Scene(name: "random", rows: rows)
  }

  @Test("No value is cut, and none is counted, while its row has room", arguments: [24, 3, 9, 60])
  func nothingIsCutWithoutNeed(marbleWidth: Int) throws {
    // The second one has a last marble that begins left of its anchor, beside a marble with blanks around its text; the
    // third has a marble that would need the blank in front of its text.
    for seed: UInt64 in [1, 15_708_358_009_243_226_747, 10_477_800_450_421_757_369] {
      try check(marbleWidth: marbleWidth, seed: seed)
    }
  }

  private func check(marbleWidth: Int, seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<rounds(6, long: 150) {
      let scene = try randomScene(&random)
      let recording = try scene.recorded()
      var drawing = SceneDrawing(scene: scene, plan: recording)
      drawing.marbleWidth = marbleWidth
      let size = Size(columns: 30 + random.below(200), rows: 14 + random.below(50))
      let moment = FrameState(time: recording.duration, state: .finished)
      let picture = drawing.picture(of: recording, at: moment, size: size)
      let layout = drawing.layout(at: moment, size: size)
      for position in layout.visibleRows {
        let marbles = picture.anchors.marbles.filter { $0.row == position }
        #expect(marbles.flatMap(\.keys).count == recording.rows[position].timeline.events.count)
        for (marble, next) in zip(marbles, marbles.dropFirst()) {
          #expect(
            marble.bounds.columns.upperBound <= next.bounds.columns.lowerBound, "seed \(seed), \(size), row \(position)"
          )
        }
        for problem in try cuts(ofRow: position, in: scene, recording, drawing, layout) {
          Issue.record("seed \(seed), \(size), row \(position): \(problem)")
        }
      }
    }
  }

  /// The texts of a row that are cut although a free line above it has room for them.
  private func cuts(
    ofRow position: Int, in scene: Scene, _ recording: Recording, _ drawing: SceneDrawing, _ layout: TimelineLayout
  ) throws -> [String] {
    let (row, measure) = (recording.rows[position], Glyphs.full.measure)
    let placement = drawing.measures.placement(ofRow: position, as: row, in: layout, hasColors: true)
    let labels = MarbleLabels(of: scene.rows[position], hasColors: true)
    let texts = RowTexts(row.timeline.events, labels: labels, measure: measure, widest: drawing.marbleWidth)
    let free = placement.freeLines(ofRow: position, in: layout, measure: measure)
    let hung = Set(placement.texts.map(\.shape))
    return placement.shapes.enumerated().compactMap { index, shape in
      guard shape.events.count == 1 else { return nil }
      let forms = texts.forms(at: shape.events.lowerBound)
      switch shape.face {
      case .big, .circle: return nil
      case .text(let text): if forms.marble.contains(text) { return nil }
      case .dot, .hidden: if hung.contains(index) { return nil }
      }
      let text = forms.hung.first { text in
        let base = placement.marks.contains { $0.column == shape.anchor && $0.line > 0 } ? 2 : 1
        return free.place(
          width: measure.width(of: text), height: 1, at: shape.anchor, from: base, isShifted: true) != nil
      }
      return text.map { "\($0) has room" }
    }
  }

  private static let sizes = [(80, 24), (120, 40), (200, 60)]

  /// The names of the shipped scenes with diagrams that end.
  private static let diagrams = SceneLibrary.shipped.names.filter { name in
    (try? SceneLibrary.shipped.file(named: name)?.scene).map { $0.kind == .timelines && !$0.isLive } ?? true
  }
  /// Those that are shown as a whole.
  private static let wholeDiagrams = diagrams.filter {
    (try? SceneLibrary.shipped.file(named: $0)?.scene.window) == nil
  }

  @Test("Most shipped scenes are diagrams that end, and are shown as a whole")
  func shippedDiagrams() {
    #expect(Self.wholeDiagrams.count > 15, "\(Self.wholeDiagrams) of \(Self.diagrams)")
  }

  @Test("No value of a shipped scene is cut while its row has room", arguments: wholeDiagrams)
  func shippedValuesAreWhole(name: String) throws {
    let scene = try #require(try SceneLibrary.shipped.file(named: name)).scene
    let recording = try scene.plan()
    let drawing = SceneDrawing(scene: scene, plan: recording)
    let moment = FrameState(time: recording.duration, state: .finished)
    for (columns, rows) in Self.sizes {
      let size = Size(columns: columns, rows: rows)
      let layout = drawing.layout(at: moment, size: size)
      #expect(layout.missing == 0, "\(size)")
      for position in layout.visibleRows {
        #expect(try cuts(ofRow: position, in: scene, recording, drawing, layout) == [], "\(size), row \(position)")
      }
    }
  }

  @Test("No expression of a shipped scene loses a letter while there is room", arguments: diagrams)
  func shippedExpressionsAreWhole(name: String) throws {
    let scene = try #require(try SceneLibrary.shipped.file(named: name)).scene
    let recording = try scene.plan()
    let drawing = SceneDrawing(scene: scene, plan: recording)
    // Playheads and connectors go behind the letters at any time.
    for part in stride(from: 0, through: 8, by: rounds(4, long: 1)) {
      let moment = FrameState(time: .nanoseconds(recording.duration.nanoseconds / 8 * Int64(part)))
      for (columns, rows) in Self.sizes {
        let size = Size(columns: columns, rows: rows)
        let canvas = drawing.frame(recording, at: moment, size: size)
        let layout = drawing.layout(at: moment, size: size)
        for position in layout.visibleRows {
          let row = recording.rows[position]
          guard let expression = row.expression, let lines = layout.expressionLines(position) else { continue }
          let area = layout.hasExpressionsInGutter ? 1..<layout.gutter - 1 : 1..<layout.size.columns - 2
          guard DisplayWidth.of(expression) <= area.count else { continue }
          let found = canvas.text(row: lines.lowerBound, columns: area)
          // Lines may be seen in its blanks.
          let letters = found.map { "┊╎│┄╭╮╰╯├┤┬┴┼".contains($0) ? " " : $0 }
          #expect(String(letters).contains(expression), "\(size), part \(part): \(found)")
        }
      }
    }
  }

  @Test("Big letters do not move the end of a row to a later time")
  func bigLettersEndInTime() throws {
    func endColumn(_ word: String) throws -> Int? {
      let scene = inputScene([("a", [(1, .string(word))], .finish(.seconds(2))), ("b", [], .finish(.seconds(9)))])
      let line = try frame(scene, at: .seconds(9), size: Size(columns: 200, rows: 60)).first { $0.contains("a ") }
      return line.flatMap { Array($0).lastIndex(of: "┃") }
    }
    #expect(try endColumn("puzzle") == endColumn("p"))
  }

  @Test("A crowded row does not change the others")
  func rowsAreApart() throws {
    let words: [(Double, Value)] = [(0, "idle"), (3, "loading"), (6, "success")]
    let crowd = (0..<40).map { (Double($0) / 5, Value.int($0)) }
    func row(_ rows: [(name: String, events: [(Double, Value)], end: Timeline.End)]) throws -> String {
      try #require(frame(inputScene(rows)).first { $0.hasPrefix(" state") })
    }
    let end = Timeline.End.finish(.seconds(8))
    let alone = try row([("state", words, end), ("other", [(0, 1)], end)])
    #expect(try row([("state", words, end), ("other", crowd, end)]) == alone)
    #expect(alone.contains("▐ idle ▌") && alone.contains("▐ loading ▌") && alone.contains("▐ success ▌"))
  }

  @Test("Lines start and end at the first character, however wide the marbles are")
  func anchors() throws {
    let scene = inputScene([
      ("a", [(0, "a long word"), (4, 1)], .finish(.seconds(8))),
      ("b", [(4, "another long word")], .finish(.seconds(8))),
    ])
    let recording = try scene.recorded()
    let size = Size(columns: 120, rows: 30)
    let drawing = SceneDrawing(scene: scene, plan: recording)
    let picture = drawing.picture(of: recording, at: FrameState(time: .seconds(8)), size: size)
    let scale = drawing.layout(at: FrameState(time: .seconds(8)), size: size).scale
    for marble in picture.anchors.marbles {
      let time = try #require(marble.events.first).time
      #expect(marble.anchor == scale.center(time))
      #expect(picture.canvas[marble.anchor, marble.bounds[.center].row].text != " ")
    }
  }

  @Test("Above a limit a marble is a dot, and its text hangs above it")
  func limit() throws {
    let scene = inputScene([("a", [(0, "loading"), (4, "success")], .finish(.seconds(8)))])
    let recording = try scene.recorded()
    var drawing = SceneDrawing(scene: scene, plan: recording)
    drawing.marbleWidth = 6
    let lines = drawing.frame(recording, at: FrameState(time: .seconds(8)), size: Size(columns: 80, rows: 12)).lines
    let row = try #require(lines.firstIndex { $0.hasPrefix(" a ") })
    let columns = lines[row].enumerated().filter { $0.element == "●" }.map(\.offset)
    #expect(columns.count == 2 && !lines.contains { $0.contains("▐") })
    #expect(columns.map { lines[row - 1].dropFirst($0).prefix(7) } == ["loading", "success"])
  }

  /// Scenes made of what real programs send, as golden frames.
  @Test(arguments: ["words", "prices", "json", "emoji", "cjk", "arrays", "rows", "bursts", "tuples", "crowded"])
  func aSceneLooksLikeThis(name: String) throws {
    let scene = try #require(Self.scenes()[name])
    for (columns, rows) in [(80, 24), (120, 40), (200, 60)] {
      try expectFixture(
        "values-\(name)-\(columns)x\(rows)", frame(scene, at: .seconds(7), size: Size(columns: columns, rows: rows)))
    }
  }

  private static func scenes() -> [String: Scene] {
    let end = Timeline.End.finish(.seconds(9))
    func row(_ values: [Value], every seconds: Double, from start: Double = 0) -> [(Double, Value)] {
      values.enumerated().map { (start + Double($0) * seconds, $1) }
    }
    let objects: [Value] = [200, 304, 200, 503].map { .object(["status": .int($0), "path": "/v1/orders"]) }
    let numbers = (0..<14).map { Value.int($0 * 7) }
    let scenes: [Scene] = [
      inputScene(
        [
          ("light", row(["red", "green", "yellow", "red"], every: 2.4), end),
          ("request", row(["idle", "loading", "success", "idle", "loading", "failure"], every: 1.4, from: 0.5), end),
          ("log", row(["info", "info", "warning", "error"], every: 0.5, from: 4), end),
        ], title: "words"),
      inputScene(
        [
          ("AAPL", row([189.95, 190.1, 191.45, 189.3], every: 2), end),
          ("total", row([1000, 20_000, 1_000_000], every: 3), end),
        ], title: "prices"),
      inputScene([("hits", row(objects, every: 2), end), ("raw", row(objects, every: 0.7), end)], title: "json"),
      inputScene([("mood", row(["😀", "🚀", "👩‍👧", "🇩🇪", "❤️"], every: 1.5), end)], title: "emoji"),
      inputScene([("城市", row(["東京", "上海市", "서울", "ニューヨーク"], every: 2), end)], title: "cjk"),
      inputScene(
        [
          ("short", row([.array([1, 3, 5]), .array([2]), .array([])], every: 2), end),
          ("long", row([.array(numbers), .array(numbers), .array(["Austin", "Boston", "Chicago"])], every: 3), end),
        ], title: "arrays"),
      inputScene(
        (0..<14).map { ("row\($0)", row(["a", "word"], every: 4, from: Double($0) / 4), end) }, title: "rows"),
      inputScene(
        [
          ("burst", (0..<40).map { (3 + Double($0) / 100, Value.int($0)) } + [(7, 1), (7, 2), (7, 3)], end),
          ("pairs", row([1, 1, 2, 2, 3, 3], every: 0.05) + row(["x", "y"], every: 0, from: 6), end),
        ], title: "bursts"),
      inputScene(
        [
          ("pairs", row([.tuple([1, "a"]), .tuple([2, "b"]), .tuple([12, "New York"])], every: 2.5), end),
          ("close", row([.tuple([1, "a"]), .tuple([2, "a"]), .tuple([2, "b"])], every: 0.5), end),
        ], title: "tuples"),
      inputScene(
        [
          ("crowd", (0..<60).map { (Double($0) / 7, Value.int($0)) }, end),
          ("calm", row(["loading", "success"], every: 4), end),
        ], title: "crowded"),
    ]
    return Dictionary(uniqueKeysWithValues: scenes.map { ($0.title, $0) })
  }
}
