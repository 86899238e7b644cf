import Expressions
import Marbles
import Playback
import SceneTestSupport
import Testing

@testable import Scenes

/// What a live scene has recorded, as a scene.
@Suite struct ReplayingTests {
  private static func recorded(
    _ scene: Scene, _ values: [(Double, Value)], finish: Bool = true
  ) throws -> Recording {
    let player = try ScenePlayer(scene)
    let input = try #require(player.liveInput("a"))
    for (time, value) in values {
      try player.executor.advance(to: .seconds(time))
      input.offer(value)
    }
    if finish { input.finish() }
    try player.executor.advance(to: .seconds((values.last?.0 ?? 0) + 2))
    defer { try? player.executor.end() }
    return try player.recording()
  }

  private static func scene(capacity: Int = 100) throws -> Scene {
    let live = Scene.Row(name: "a", content: .live(Scene.Live(capacity: capacity)))
    let output = Scene.Row(name: "b", content: .output(try Expression.parse("a.debounce(for: .seconds(1))")))
    return Scene(name: "live", rows: [live, output])
  }

  @Test("Played again, everything happens at the same times") func same() throws {
    let scene = try Self.scene()
    let first = try Self.recorded(scene, [(0.5, 1), (1, 2), (3.25, 3)])
    let replay = scene.replaying(first)
    let second = try replay.recorded()
    #expect(!replay.isLive)
    #expect(spelled(second["a"]) == "1@0.5 2@1 3@3.25 |@3.25")
    #expect(spelled(second["b"]) == spelled(first["b"]))
    #expect(replay.window == Scene.liveWindow)
  }

  @Test("What is no longer retained is missing, and the rest begins at 0") func retained() throws {
    let scene = try Self.scene(capacity: 4)
    let recording = try Self.recorded(scene, (0..<20).map { (Double($0), .int($0)) })
    let replay = scene.replaying(recording)
    let events = try #require(replay.rows[0].timeline).events
    #expect(events.first?.time == .zero)
    #expect(events.map(\.value) == recording["a"].events.map(\.value))
  }

  @Test("A row that is still open stays open") func open() throws {
    let scene = try Self.scene()
    let replay = scene.replaying(try Self.recorded(scene, [(1, 1)], finish: false))
    #expect(replay.rows[0].timeline?.end == .open)
  }
}
