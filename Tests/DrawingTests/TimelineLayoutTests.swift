import Marbles
import SceneFiles
import SceneTestSupport
import Scenes
import Terminal
import Testing

@testable import Drawing
@testable import Layout

@Suite struct TimelineLayoutTests {
  private static let seed = UInt64.random(in: 0...(.max))

  private func randomScene(_ random: inout SplitMix64) -> Scene {
    let unit = random.pick([1_000_000, 100_000_000, 500_000_000, 1_000_000_000, 60_000_000_000] as [Int64])
    let values: [Value] = [
      1, 42, "a", "日本", "long text", .tuple([1, "a"]), .tuple([.tuple([1, 2]), "日"]), .null, "\u{1B}[",
    ]
    let rows = (0..<random.below(9)).map { index in
      let count = random.pick([0, 1, 3, 10, 200])
      let times = (0..<count).map { _ in SceneTime.nanoseconds(unit * Int64(random.below(30))) }
      let events = times.enumerated().map {
        Event(name: "\(index).\($0)", time: $1, value: random.pick(values), color: random.pick(MarbleColor.allCases))
      }
      let last = times.max() ?? .zero
      let end: Timeline.End = random.pick([
        .open, .finish(last), .error(last, message: "x"), .finish(last + .seconds(3)),
      ])
      let name = random.pick(["a", "ints", "a_rather_long_name_for_a_row", "温度", ""]) + "\(index)"
      return Scene.Row(name: name, content: .input(Timeline(events: events, end: end)))
    }
    return Scene(name: random.pick(["", "random", "a title that is really quite long, as titles go"]), rows: rows)
  }

  private func randomSize(_ random: inout SplitMix64) -> Size {
    Size(columns: 20 + random.below(random.pick([20, 100, 481])), rows: 5 + random.below(random.pick([10, 40, 196])))
  }

  @Test func bandsAreInsideAndApart() throws {
    var random = SplitMix64(seed: Self.seed)
    for _ in 0..<rounds(100, long: 1000) {
      let (scene, size) = (randomScene(&random), randomSize(&random))
      let layout = try layout(scene, size: size)
      let seed = Self.seed
      #expect(layout.visibleRows.count <= scene.rows.count, "seed \(seed)")
      #expect(layout.visibleRows.count == scene.rows.count || layout.density == .compact, "seed \(seed)")
      #expect(layout.axis >= 1 && layout.top > layout.axis, "seed \(seed)")
      #expect(layout.gutter + layout.scale.width + 2 == size.columns, "seed \(seed)")
      for position in layout.visibleRows {
        let band = layout.band(position)
        #expect(band.upperBound <= size.rows - 1, "seed \(seed): \(scene.rows.count) rows at \(size)")
        #expect(band.contains(layout.middle(position)))
        let marbles = layout.marbleLines(position)
        #expect(marbles.count == layout.density.height && marbles.clamped(to: band) == marbles)
        if let lines = layout.expressionLines(position) {
          #expect(!lines.isEmpty && lines.clamped(to: band) == lines)
          #expect(layout.hasExpressionsInGutter || !lines.overlaps(marbles))
        }
      }
    }
  }

  @Test(arguments: GlyphSet.allCases) func noSceneAndNoSizeCrashes(glyphs: GlyphSet) throws {
    var random = SplitMix64(seed: Self.seed)
    for _ in 0..<rounds(40, long: 200) {
      let (scene, size) = (randomScene(&random), randomSize(&random))
      let recording = try scene.recorded()
      let drawing = SceneDrawing(scene: scene, plan: recording, glyphs: glyphs)
      let moment = FrameState(
        time: .milliseconds(Int64(random.below(40_000))), speedFactor: random.pick([0.1, 1, 1e6]),
        state: random.pick([.playing, .paused, .finished]))
      #expect(drawing.frame(recording, at: moment, size: size).size == size)
    }
  }

  private static func minutes(_ seconds: Int64) -> String {
    let parts = [seconds / 3600, seconds / 60 % 60, seconds % 60].drop { $0 == 0 }
    let all = [0, 0, 0].prefix(max(0, 2 - parts.count)) + parts
    return all.enumerated().map { $0 > 0 && $1 < 10 ? "0\($1)" : "\($1)" }.joined(separator: ":")
  }

  @Test(arguments: [1, 4, 8, 16, 60, 100, 150, 1000, 2000, 20_000, 64_800, 100_000, 3_000_000, 100_000_000])
  func theAxisNeverRunsTogether(seconds: Int) throws {
    let scene = inputScene([("a", [(0, 1)], .finish(.seconds(seconds)))])
    for columns in stride(from: 20, through: 240, by: 11) {
      let size = Size(columns: columns, rows: 24)
      let layout = try layout(scene, size: size)
      let words = try canvas(scene, size: size).lines[layout.axis].split(separator: " ").map(String.init)
      var expected = stride(from: Int64(0), through: Int64(seconds), by: Int(layout.tickInterval.seconds)).map(
        seconds > 120 ? Self.minutes : String.init)
      if seconds <= 120 {
        expected[0] += "s"
        if expected.count > 1 { expected[expected.count - 1] += "s" }
      }
      #expect(words == expected, "\(columns) columns")
    }
  }

  /// Reads the marbles of a row back from the picture, where each is a list of values or a count.
  @Test func everyEventIsDrawnOnceOrCounted() throws {
    var random = SplitMix64(seed: Self.seed)
    for _ in 0..<rounds(80, long: 300) {
      let unit = random.pick([100_000_000, 500_000_000, 1_000_000_000] as [Int64])
      let count = random.pick([0, 1, 5, 30, 300])
      let events = (0..<count).map {
        Event(name: "\($0)", time: .nanoseconds(unit * Int64(random.below(20))), value: "v", color: .red)
      }
      let end = (events.map(\.time).max() ?? .zero) + .seconds(random.below(3))
      let scene = Scene(
        name: "count", rows: [Scene.Row(name: "row", content: .input(Timeline(events: events, end: .finish(end))))])
      // From 160 columns on, letters may be big.
      var size = randomSize(&random)
      size.columns = min(size.columns, 159)
      let layout = try layout(scene, size: size)
      let picture = try canvas(scene, size: size)
      let line = picture.text(row: layout.middle(0), columns: layout.gutter..<size.columns)
      let drawing = SceneDrawing(scene: scene, plan: try scene.recorded())
      let shown = drawing.measures.placement(ofRow: 0, as: drawing.plan.rows[0], in: layout, hasColors: true).shapes
      let total = shown.reduce(0) { $0 + $1.events.count }
      #expect(total == events.count, "seed \(Self.seed): \(size) \(line)")
      let (marbles, dots) = (shown.count { !$0.isDot }, shown.count(where: \.isDot))
      #expect(line.count { $0 == "▐" } == marbles, "seed \(Self.seed): \(size) \(line)")
      #expect(line.count { "●◉○".contains($0) } == dots, "seed \(Self.seed): \(size) \(line)")
      #expect(line.contains("┃"), "seed \(Self.seed): \(size) \(line)")
    }
  }

  @Test func marblesAreAsHighAsTheRoomAllows() throws {
    func density(_ columns: Int, _ rows: Int, of scene: Scene = .sample) throws -> TimelineLayout.Density {
      try layout(scene, size: Size(columns: columns, rows: rows)).density
    }
    #expect(try density(200, 60, of: inputScene([("a", [(0, 1), (2, 2)], .finish(.seconds(8)))])) == .large)
    // Its pairs have no room for big letters, and no marble is large for small text.
    #expect(try density(200, 60) == .comfortable)
    #expect(try density(120, 60) == .comfortable)
    #expect(try density(120, 40) == .comfortable)
    #expect(try density(120, 20) == .compact)
    #expect(try density(80, 24) == .compact)
    // Marbles of any height may be narrow.
    #expect(try density(40, 40) == .comfortable)
  }

  /// Scenes with inputs and outputs, in rows that are sometimes crowded.
  @Test("An expression is among the lines of its own row, above its marbles or beside them")
  func expressionsBelongToTheirRows() throws {
    let sizes = [(80, 24), (80, 30), (100, 30), (120, 40), (200, 60), (60, 16)].map(Size.init)
    for name in SceneLibrary.shipped.names {
      let scene = try #require(try SceneLibrary.shipped.file(named: name)).scene
      guard scene.kind == .timelines, !scene.isLive else { continue }
      for size in sizes {
        let layout = try layout(scene, size: size)
        for position in layout.visibleRows {
          guard let lines = layout.expressionLines(position) else { continue }
          #expect(lines.clamped(to: layout.band(position)) == lines, "\(name) \(size): row \(position)")
          let marbles = layout.marbleLines(position)
          #expect(
            lines.upperBound <= marbles.lowerBound || layout.hasExpressionsInGutter, "\(name) \(size): row \(position)")
        }
      }
    }
  }

  /// The sentence below the rows takes what is left over.
  @Test(arguments: [(5, 24, 4), (5, 28, 2), (9, 24, 1), (8, 24, 2), (16, 24, 2), (18, 24, 0), (17, 24, 1)])
  func aCaptionTakesNoRowAndNoExpression(rows: Int, height: Int, lines: Int) throws {
    let scene = inputScene((0..<rows).map { ("row\($0)", [(0, 1)], .finish(.seconds(8))) })
    let measures = LayoutMetrics(try scene.recorded(), measure: Glyphs.full.measure)
    var options = TimelineLayout.Options(size: Room(columns: 120, rows: height))
    let without = measures.layout(in: options)
    options.captionLines = 2
    let with = measures.layout(in: options)
    #expect(with.captionLines?.count ?? 0 == lines)
    #expect(with.visibleRows == without.visibleRows)
    if let told = with.captionLines {
      // On a small screen, the blank line is above the caption rather than below.
      #expect(told.lowerBound >= with.bands.upperBound && told.upperBound <= height - 1)
    }
  }
}
