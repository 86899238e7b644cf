import Expressions
import Marbles
import Operators
import Playback
import Player
import SceneFiles
import Scenes
import Testing

/// What a run leaves behind stays in memory for as long as a kiosk plays.
@Suite struct LeftoverTests {
  /// Whether nothing holds the executor any more when a run of the scene is over, as a task that waits for ever would.
  private func leavesNothing(_ scene: Scene) throws -> Bool {
    weak var executor: PlaybackExecutor?
    do {
      let player = try ScenePlayer(scene)
      executor = player.executor
      _ = try player.runImmediately()
    }
    return executor == nil
  }

  @Test("nothing is left of a run", arguments: SceneLibrary.shipped.names)
  func scenes(name: String) throws {
    let scene = try #require(try SceneLibrary.shipped.file(named: name)).scene
    guard !scene.isLive else { return }
    #expect(try leavesNothing(scene))
  }

  @Test("nothing is left of a run of an operator", arguments: Catalogue.standard.operators.map(\.name))
  func operators(name: String) throws {
    for scene in try SceneRequest(targets: [name], library: .shipped).scenes() where !scene.isLive {
      #expect(try leavesNothing(scene))
    }
  }

  @Test(
    "nothing is left of an operator whose consumer stops early", arguments: Catalogue.standard.operators.map(\.name))
  func leftEarly(name: String) throws {
    var scene = Scene(sample: try #require(Catalogue.standard[name]))
    let last = scene.rows.count - 1
    let whole = try #require(scene.rows[last].expression)
    scene.rows[last].content = .output(try Expression.parse("\(whole.source).prefix(1)"))
    #expect(try leavesNothing(scene))
  }

  /// A stream over a live row never ends by itself, so only what its consumer does can end its tasks.
  @Test(
    "nothing is left in a live scene of inner streams that are left early",
    arguments: ["delay(for: .seconds(1))", "receive(on: clock)", "buffer(policy: .unbounded)"])
  func leftEarlyInALiveScene(call: String) throws {
    let live = Scene.Row(name: "live", content: .live(Scene.Live()))
    let output = Scene.Row(
      name: "out", content: .output(try Expression.parse("ticks.flatMap { _ in live.\(call).prefix(1) }")))
    var scene = try scene(["ticks": "123|"])
    scene.rows += [live, output]
    weak var executor: PlaybackExecutor?
    do {
      let player = try ScenePlayer(scene)
      executor = player.executor
      let input = try #require(player.liveInput("live"))
      for second in 1...6 {
        input.offer(.int(second))
        try player.executor.advance(to: .seconds(second))
      }
      try player.executor.end()
    }
    #expect(executor == nil)
  }

  @Test("nothing is left of a playback that is stopped", arguments: [false, true], [SceneTime.zero, .seconds(2)])
  func stopped(begins: Bool, start: SceneTime) throws {
    weak var executor: PlaybackExecutor?
    do {
      let scenePlayback = try ScenePlayback(.sample, speedFactor: 1, from: start)
      executor = scenePlayback.executor
      if begins { scenePlayback.begin() }
      scenePlayback.stop()
    }
    #expect(executor == nil)
  }
}
