import Marbles
import Operators
import Playback
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

  @Test("nothing is left of a performance that is stopped", arguments: [false, true], [SceneTime.zero, .seconds(2)])
  func stopped(begins: Bool, start: SceneTime) throws {
    weak var executor: PlaybackExecutor?
    do {
      let performance = try Performance(.sample, speedFactor: 1, from: start)
      executor = performance.executor
      if begins { performance.begin() }
      performance.stop()
    }
    #expect(executor == nil)
  }
}
