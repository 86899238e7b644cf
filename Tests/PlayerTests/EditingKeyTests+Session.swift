import Expressions
import Marbles
import SceneFiles
import SceneTestSupport
import Scenes
import Terminal
import Testing

@testable import Drawing
@testable import Layout
@testable import Player

extension EditingKeyTests {
  /// A viewer of a scene that is played in this process.
  final class Session {
    let playback: LocalPlayback
    let size: Size
    var viewer = Viewer()
    /// The requests of the last key that are not commands of the playback.
    var requests: [Viewer.Request] = []

    /// The scenes of changed files.
    let reloads = SceneReloads()

    init(_ scene: Scene, at time: SceneTime = .seconds(3), size: Size = Size(columns: 80, rows: 24)) throws {
      self.size = size
      playback = try LocalPlayback(
        drawings: [SceneDrawing(scene: scene, plan: try scene.recorded())], startPausedAt: time, reloads: reloads)
    }

    deinit { playback.end() }

    var scene: Scene { playback.snapshot().drawing.scene }
    var lines: [String] { viewer.screen(of: playback.snapshot(), size: size).canvas.lines }
    var notice: String? { playback.snapshot().notice }
    var selection: String? { viewer.selected.flatMap { scene.id(of: $0) } }

    func press(_ keys: Key..., modifiers: Modifiers = []) {
      for key in keys {
        requests = []
        for request in viewer.press(key, modifiers, watching: playback.snapshot(), size: size) {
          if case .steer(let command) = request { playback.handle(command) } else { requests.append(request) }
        }
      }
    }

    func type(_ text: String) { for character in text { press(.character(character)) } }

    /// Opens the line of commands and enters one.
    func command(_ text: String) {
      type(":" + text)
      press(.enter)
    }
  }
}

extension EditingKeyTests.Session {
  /// What decides which keys work now.
  var context: KeyContext { viewer.keyContext(of: playback.snapshot(), size: size) }
}
