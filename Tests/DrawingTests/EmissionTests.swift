import Expressions
import Marbles
import SceneFiles
import SceneTestSupport
import Scenes
import Terminal
import Testing

@testable import Drawing
@testable import Layout

@Suite("A new value") struct EmissionTests {
  private static let size = Size(columns: 100, rows: 30)

  private func drawing(_ scene: Scene = .sample) throws -> (SceneDrawing, Recording) {
    let recording = try scene.recorded()
    return (SceneDrawing(scene: scene, plan: recording), recording)
  }

  /// The moment some wall milliseconds after a scene time.
  private func moment(
    _ milliseconds: Int64, after time: SceneTime, speed: SpeedFactor = 1, state: FrameState.State = .playing
  ) -> FrameState {
    FrameState(
      time: time + speed.sceneSpan(ofWall: milliseconds * 1_000_000), speedFactor: speed, state: state)
  }

  /// An output event with lines to it.
  private func emission(in recording: Recording) throws -> (key: EventKey, time: SceneTime) {
    let row = try #require(recording.rows.firstIndex { $0.name == "zip" })
    return (recording.key(row: row, at: 0), recording.rows[row].timeline.events[0].time)
  }

  @Test("is bright for 150 ms of wall time, at any speed", arguments: [0.5, 1, 10] as [SpeedFactor])
  func flash(speed: SpeedFactor) throws {
    let (drawing, recording) = try drawing()
    let (key, time) = try emission(in: recording)
    func isBright(
      _ milliseconds: Int64, _ drawing: SceneDrawing, _ state: FrameState.State = .playing
    ) throws -> Bool {
      let picture = drawing.picture(
        of: recording, at: moment(milliseconds, after: time, speed: speed, state: state), size: Self.size)
      let center = try #require(picture.anchors[key])[.center]
      return picture.canvas[center.column, center.row].style.bold
    }
    #expect(try isBright(0, drawing) && isBright(149, drawing))
    #expect(try !isBright(150, drawing))
    #expect(try !isBright(0, drawing, .paused) && !isBright(0, drawing, .finished))
    var still = drawing
    still.reducesMotion = true
    #expect(try !isBright(0, still))
  }

  /// The number of cells that differ from the picture without lines.
  private func lineCells(_ drawing: SceneDrawing, _ recording: Recording, at moment: FrameState) -> Int {
    var bare = drawing
    bare.connectors = .none
    let (lines, none) = (
      drawing.frame(recording, at: moment, size: Self.size), bare.frame(recording, at: moment, size: Self.size)
    )
    return zip(lines.cells, none.cells).count { $0 != $1 }
  }

  @Test("gets lines that grow from its sources in 180 ms, and then stay") func growth() throws {
    let (drawing, recording) = try drawing()
    let (_, time) = try emission(in: recording)
    let counts = [0, 30, 60, 90, 120, 150, 180, 240].map {
      lineCells(drawing, recording, at: moment($0, after: time))
    }
    #expect(counts[0] == 0)
    #expect(counts == counts.sorted() && Set(counts).count > 4)
    let settled = lineCells(drawing, recording, at: moment(0, after: time, state: .paused))
    let later = lineCells(drawing, recording, at: moment(240, after: time, state: .paused))
    #expect(counts.suffix(2) == [later, later])
    var still = drawing
    still.reducesMotion = true
    #expect(lineCells(still, recording, at: moment(0, after: time)) == settled)
    try expectFixture(
      "emission-100x30-90", drawing.frame(recording, at: moment(90, after: time), size: Self.size).lines)
  }

  @Test("has lines that begin at the source, wherever that is") func direction() throws {
    // The output is above its source.
    let scene = Scene(
      name: "test",
      rows: [
        Scene.Row(name: "out", content: .output(try Expression.parse("a.map { $0 }"))),
        Scene.Row(name: "a", content: .input(try Diagram.parse("--1---|", row: "a").timeline)),
      ])
    let (drawing, recording) = try drawing(scene)
    let picture = drawing.picture(of: recording, at: moment(90, after: .seconds(2)), size: Self.size)
    let source = try #require(picture.anchors[EventKey(row: 1, index: 0)])
    let target = try #require(picture.anchors[EventKey(row: 0, index: 0)])
    let column = source.columns.lowerBound + source.columns.count / 2
    let line = (target.rows.upperBound..<source.rows.lowerBound).map { picture.canvas[column, $0].text }
    #expect(line.last == "┊" && line.first != "┊", "\(line)")
  }

  @Test("is part of a frame that depends on its moment alone") func isAFunction() throws {
    let (drawing, recording) = try drawing()
    let (_, time) = try emission(in: recording)
    for milliseconds in stride(from: Int64(0), through: 200, by: 20) {
      var sofar = recording
      let moment = moment(milliseconds, after: time)
      for row in sofar.rows.indices {
        sofar.rows[row].timeline = sofar.rows[row].timeline.prefix(through: moment.time)
      }
      // Inputs show their future.
      for row in sofar.rows.indices where recording.rows[row].isInput { sofar.rows[row] = recording.rows[row] }
      #expect(
        drawing.frame(recording, at: moment, size: Self.size) == drawing.frame(sofar, at: moment, size: Self.size))
    }
  }
}

@Suite("A wait") struct OpenWaitTests {
  private static let size = Size(columns: 80, rows: 12)

  private func scene(_ input: String, _ expression: String) throws -> Scene {
    Scene(
      name: "test",
      rows: [
        Scene.Row(name: "a", content: .input(try Diagram.parse(input, row: "a").timeline)),
        Scene.Row(name: "out", content: .output(try Expression.parse(expression))),
      ])
  }

  /// The line of an output: how many waits began, how many began again, how many columns are filled, and how many are still
  /// to fill.
  private struct Line: Hashable {
    var entries = 0
    var restarts = 0
    var fill = 0
    var rest = 0
  }

  private func line(_ scene: Scene, at seconds: Double, reducesMotion: Bool = false) throws -> Line {
    let recording = try scene.recorded()
    var drawing = SceneDrawing(scene: scene, plan: recording)
    drawing.reducesMotion = reducesMotion
    drawing.connectors = .none
    let moment = FrameState(time: .seconds(seconds))
    let canvas = drawing.frame(recording, at: moment, size: Self.size)
    let layout = drawing.layout(at: moment, size: Self.size)
    let now = layout.scale.center(.seconds(seconds))
    let text = { (columns: Range<Int>) in canvas.text(row: layout.middle(scene.rows.count - 1), columns: columns) }
    return Line(
      entries: text(layout.gutter..<now).count { $0 == "┕" },
      restarts: text(layout.gutter..<now).count { $0 == "↺" },
      fill: text(layout.gutter..<now).count { $0 == "━" },
      rest: text(now + 1..<Self.size.columns).count { $0 == "┈" })
  }

  @Test(
    "fills as it runs, towards the expected emission",
    arguments: ["debounce(for: .seconds(2))", "delay(for: .seconds(2))"])
  func fills(call: String) throws {
    let scene = try scene("-1----|", "a.\(call)")
    let lines = try [1.25, 1.5, 2, 2.5, 2.9].map { try line(scene, at: $0) }
    for (earlier, later) in zip(lines, lines.dropFirst()) {
      #expect(later.fill > earlier.fill && later.rest < earlier.rest)
    }
    #expect(try line(scene, at: 0.9) == Line())
    // What waited stays.
    let emitted = try line(scene, at: 3)
    #expect(emitted.entries == 1 && emitted.fill > 0 && emitted.rest == 0)
    #expect(try line(scene, at: 5) == emitted)
    // The rest is a promise that moves.
    let still = try line(scene, at: 2, reducesMotion: true)
    #expect(try still == Line(entries: 1, fill: line(scene, at: 2).fill))
  }

  @Test("debounce: the wait begins again with each newer value") func restarts() throws {
    let scene = try scene("-12---|", "a.debounce(for: .seconds(2))")
    let (before, after) = (try line(scene, at: 1.9), try line(scene, at: 2.2))
    #expect(before.restarts == 0 && after.restarts == 1 && after.rest > before.rest)
  }

  @Test("each value of a batch has its own entry") func batches() throws {
    let scene = try scene("1-2-3---|", "a.chunks(ofCount: 3)")
    #expect(try line(scene, at: 4.5).entries == 2)
  }

  @Test("a buffer shows how many values wait") func buffers() throws {
    var scene = try scene("1-2-3-4-5-|", "a.buffer(policy: .unbounded)")
    scene.rows[1].consumingTime = .seconds(5)
    let recording = try scene.recorded()
    let drawing = SceneDrawing(scene: scene, plan: recording)
    let moment = FrameState(time: .seconds(9))
    let layout = drawing.layout(at: moment, size: Self.size)
    let line = drawing.frame(recording, at: moment, size: Self.size)
      .text(row: layout.middle(1), columns: layout.gutter..<Self.size.columns)
    // 2 and 3 come while the consumer takes 1; then it takes 2, and 4 and 5 come.
    #expect(line.filter { "▁▂▃▄2".contains($0) }.reduce(into: "") { if $0.last != $1 { $0.append($1) } } == "▁▂2▂▃")
  }

  @Test("a kept value that another one replaces leaves no trail") func kept() throws {
    let scene = try scene("1-2-3---|", "a.withLatestFrom(a)")
    #expect(try line(scene, at: 6).fill == 0)
  }

  @Test("of a time limit begins again with each value") func limits() throws {
    let scene = try scene("-1-2-----|", "a.timeout(after: .seconds(2.5))")
    let lines = try [0.9, 1.5, 2.9, 3.5].map { try line(scene, at: $0) }
    #expect(lines[0].fill > lines[1].fill && lines[2].fill > lines[3].fill)
    #expect(lines.allSatisfy { $0.rest > 0 })
    // It has failed.
    #expect(try line(scene, at: 6) == Line())
  }

  @Test("zip: a value that waits for another stream has a trail, but no expected time") func pairs() throws {
    var scene = try scene("-1------|", "zip(a, b)")
    scene.rows.insert(Scene.Row(name: "b", content: .input(try Diagram.parse("-----x--|", row: "b").timeline)), at: 1)
    let lines = try [0.9, 2, 4].map { try line(scene, at: $0) }
    #expect(lines[0] == Line() && lines[1].fill > 0 && lines[2].fill > lines[1].fill)
    #expect(lines.allSatisfy { $0.rest == 0 })
  }
}
