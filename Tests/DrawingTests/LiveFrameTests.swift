import Expressions
import Marbles
import Playback
import Scenes
import Terminal
import Testing

@testable import Drawing
@testable import Layout

/// Pictures of scenes whose events come from outside: nothing is known before it happens.
@Suite struct LiveFrameTests {
  private static func scene(_ outputs: [String], capacity: Int = Scene.Live.defaultCapacity) throws -> Scene {
    let rows = try outputs.map { text in
      let expression = try Expression.parse(text)
      return Scene.Row(name: expression.name ?? "out", content: .output(expression))
    }
    let live = Scene.Row(name: "a", content: .live(Scene.Live(capacity: capacity)))
    return Scene(name: "live", rows: [live] + rows)
  }

  /// What has happened when these values have arrived at these seconds, and time has passed until `end`.
  private static func recording(
    of scene: Scene, _ values: [(Double, Value)], until end: SceneTime
  ) throws -> Recording {
    let player = try ScenePlayer(scene)
    let input = try #require(player.liveInput("a"))
    for (time, value) in values {
      try player.executor.advance(to: .seconds(time))
      input.offer(value)
    }
    try player.executor.advance(to: end)
    defer { try? player.executor.end() }
    return try player.recording()
  }

  private static func frame(
    _ scene: Scene, _ recording: Recording, at time: SceneTime, state: FrameState.State = .playing,
    size: Size = Size(columns: 80, rows: 24)
  ) -> [String] {
    let drawing = SceneDrawing(scene: scene, plan: scene.emptyRecording())
    return drawing.frame(recording, at: FrameState(time: time, state: state), size: size).lines
  }

  @Test("The window follows live input, and a waiting input may still reach an output", arguments: [4.0, 14.0])
  func aWindow(time: Double) throws {
    let scene = try Self.scene(["a.map { $0 * 2 }", "last = a.debounce(for: .seconds(1.5))"])
    let values = stride(from: 0.5, through: time, by: 1.5).enumerated().map { ($1, Value.int($0)) }
    let recording = try Self.recording(of: scene, values, until: .seconds(time))
    try expectFixture("live-80x24-\(Int(time))", Self.frame(scene, recording, at: .seconds(time)))
  }

  @Test("An input that may still come out is not hollow, one that another has replaced is")
  func nothingIsCertainTooEarly() throws {
    let scene = try Self.scene(["a.debounce(for: .seconds(1))"])
    let recording = try Self.recording(of: scene, [(1, 1), (1.5, 2), (4, 3)], until: .seconds(4.5))
    let fates = EventFates(of: recording, in: scene)
    #expect(fates.drop(row: 0, at: 0) == .seconds(2.5))
    #expect(fates.drop(row: 0, at: 1) == nil)
    #expect(fates.drop(row: 0, at: 2).map { $0 > .seconds(1_000_000) } ?? true)
  }

  @Test("What a row holds no more is counted on it, and so is what its source did wrong")
  func counts() throws {
    let scene = try Self.scene(["a.map { $0 }"], capacity: 10)
    let values = (0..<2000).map { (Double($0) / 100, Value.int($0)) }
    var recording = try Self.recording(of: scene, Array(values.prefix(1000)), until: .seconds(10))
    let forgotten = recording.rows[0].forgotten
    #expect((987...990).contains(forgotten))
    recording.rows[0].losses.malformed = 1234
    // Where there is no room for a panel.
    let lines = Self.frame(scene, recording, at: .seconds(10), size: Size(columns: 80, rows: 18))
    #expect(lines.contains { $0.contains(" +\(forgotten) earlier · 1,234 lines not JSON") })
    #expect(lines.contains { $0.contains(" a.map { $0 } · +\(recording.rows[1].forgotten) earlier") })
    let panels = Self.frame(scene, recording, at: .seconds(10))
    #expect(panels.contains { $0.contains("1,234 lines not JSON") } && !panels.contains { $0.contains("earlier") })
  }

  @Test("A frame looks at no more than the newest, and finds it by its id all the same")
  func onlyTheNewest() throws {
    var scene = try Self.scene(["a.map { $0 }"])
    for position in scene.rows.indices { scene.rows[position].form = .marbles }
    let values = (0..<1000).map { (Double($0) / 10, Value.int($0)) }
    let recording = try Self.recording(of: scene, values, until: .seconds(100))
    let recent = recording.since(.seconds(90))
    #expect(recent.rows.map(\.earlier) == [900, 900])
    #expect(recent.rows.map(\.forgotten) == [0, 0])
    #expect(recent.id(of: recent.key(row: 0, at: 0)) == "a#900")
    let drawing = SceneDrawing(scene: scene, plan: scene.emptyRecording())
    let picture = drawing.picture(
      of: recording, at: FrameState(time: .seconds(100), state: .playing), size: Size(columns: 80, rows: 24))
    let marble = try #require(picture.anchors.marble(of: EventKey(row: 1, index: 999)))
    #expect(marble.row == 1 && recent.ids(marble).contains("out#999"))
    #expect(picture.anchors.marble(of: EventKey(row: 1, index: 500)) == nil)
  }

  @Test("A paused picture shows no later input")
  func pausedPictures() throws {
    let scene = try Self.scene(["a.map { $0 }"])
    let early = try Self.recording(of: scene, [(1, 1)], until: .seconds(2))
    let late = try Self.recording(of: scene, [(1, 1), (2.5, 2), (3, 3)], until: .seconds(5))
    let (before, after) = (
      Self.frame(scene, early, at: .seconds(2), state: .paused),
      Self.frame(scene, late, at: .seconds(2), state: .paused)
    )
    #expect(before == after)
    #expect(before.contains { $0.contains("1 ▌") } && !after.contains { $0.contains("2 ▌") })
  }

  @Test("After three seconds of nothing it is said why that may be")
  func silence() throws {
    let scene = try Self.scene([])
    let nothing = scene.emptyRecording()
    let hint = "no input yet; the program may buffer its output to a pipe: try stdbuf -oL"
    #expect(!Self.frame(scene, nothing, at: .seconds(2.9)).contains { $0.contains("stdbuf") })
    #expect(
      Self.frame(scene, nothing, at: .seconds(3), size: Size(columns: 100, rows: 30)).contains { $0.contains(hint) })
    let something = try Self.recording(of: scene, [(1, 1)], until: .seconds(5))
    #expect(!Self.frame(scene, something, at: .seconds(5)).contains { $0.contains("stdbuf") })
  }

  @Test("Speed and loop can't be changed")
  func keys() throws {
    let scene = try Self.scene([])
    let lines = Self.frame(scene, scene.emptyRecording(), at: .seconds(1))
    #expect(lines.first?.hasSuffix("live   1.0 s") == true)
    #expect(lines.last == " space pause  tab marble  e edit  o operators  f form  p scenes  ? keys  q quit")
  }

  // MARK: Panels

  private static let hit = Value.object([
    "status": 503, "path": "/v1/orders", "ms": 1204, "message": "upstream timed out after three attempts to connect",
  ])

  @Test("The newest value is shown in full, with rate, age and losses", arguments: [(100, 30), (80, 24)])
  func panels(columns: Int, rows: Int) throws {
    var scene = try Self.scene(["errors = a.filter { $0.status >= 500 }"])
    scene.rows[0].label = try ValueExpression(parsing: "$0.path")
    let values = (0..<8).map { (1 + Double($0) / 2, Self.hit) }
    var recording = try Self.recording(of: scene, values, until: .seconds(6))
    for line in [118, 204] { recording.rows[0].losses.noteMalformed(line: line) }
    let size = Size(columns: columns, rows: rows)
    let lines = Self.frame(scene, recording, at: .seconds(6), size: size)
    try expectFixture("live-panels-\(columns)x\(rows)", lines)
    for text in ["1.4 /s", "1.5 s ago", "2 lines not JSON (118, 204)"] {
      #expect(lines.contains { $0.contains(text) }, "\(text)")
    }
  }

  @Test("A text that begins in the window ends with it, and does not run into the panel") func textAtTheEdge() throws {
    let scene = try Self.scene([])
    let long = Value.string(String(repeating: "long text ", count: 5))
    let recording = try Self.recording(of: scene, [(8, long), (8.1, 1), (8.2, 2), (8.3, long)], until: .seconds(9))
    let lines = Self.frame(scene, recording, at: .seconds(9), size: Size(columns: 110, rows: 30))
    let divider = try #require(lines.compactMap { line in Array(line).lastIndex(of: "│") }.max())
    let inside = lines.map(Array.init).filter { $0.count > divider + 1 && $0[divider] == "│" }
    #expect(!inside.isEmpty && inside.allSatisfy { $0[divider + 1] == " " }, "\(lines.joined(separator: "\n"))")
    #expect(lines.contains { $0.prefix(divider).contains("long te") }, "\(lines.joined(separator: "\n"))")
  }

  @Test("After a lull the newest value is still there, though its marble has left") func lull() throws {
    let scene = try Self.scene([])
    let recording = try Self.recording(of: scene, [(1, "the last words of a program")], until: .seconds(90))
    let lines = Self.frame(scene, recording, at: .seconds(90), size: Size(columns: 100, rows: 24))
    #expect(lines.contains { $0.hasSuffix("the last words of a program") })
    #expect(lines.contains { $0.contains("a  89 s ago · 1 value") })
  }

  @Test("With many rows, each that is in sight has its panel in its own lines")
  func crowdedPanels() throws {
    let rows = (1...12).map { Scene.Row(name: "tap\($0)", content: .live(Scene.Live())) }
    let scene = Scene(name: "live", rows: rows)
    let drawing = SceneDrawing(scene: scene, plan: scene.emptyRecording())
    let (size, moment) = (Size(columns: 120, rows: 40), FrameState(time: .seconds(1), state: .playing))
    let layout = drawing.layout(at: moment, size: size)
    let panels = drawing.livePanels(at: moment, size: size).aligned(with: layout)
    #expect(panels.areas.map(\.row) == Array(layout.visibleRows) && panels.areas.count > 8)
    #expect(panels.areas.allSatisfy { $0.bounds.rows == layout.band($0.row) })
    let lines = drawing.frame(scene.emptyRecording(), at: moment, size: size).lines
    for area in panels.areas {
      let title = lines[area.bounds.rows.lowerBound].dropFirst(area.bounds.columns.lowerBound)
      #expect(title.hasPrefix(rows[area.row].name), "\(lines.joined(separator: "\n"))")
    }
  }

  @Test("A panel is there before the first value, so nothing moves when it comes") func waiting() throws {
    let scene = try Self.scene(["a.map { $0 }"])
    let lines = Self.frame(scene, scene.emptyRecording(), at: .seconds(1), size: Size(columns: 100, rows: 24))
    #expect(lines.contains { $0.hasSuffix("waiting for input") } && lines.contains { $0.hasSuffix("no value yet") })
    let size = Size(columns: 100, rows: 24)
    let stage = SceneDrawing(scene: scene, plan: scene.emptyRecording())
    #expect(stage.layout(at: FrameState(time: .zero), size: size).size.columns == 67)
  }
}
