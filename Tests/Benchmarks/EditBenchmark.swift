import Drawing
import Marbles
import Player
import SceneFiles
import Scenes
import Terminal

/// From a key of an expression that is being typed to the picture of its result.
enum EditBenchmark {
  static func run() throws {
    try measure(
      "the sample", .sample, row: "zip", shows: "the result", size: Size(columns: 120, rows: 40), expectedLimit: 2)
    // Its result follows from the background.
    try measure(
      "10,000 events", large, row: "out", shows: "the text", size: Size(columns: 120, rows: 40), expectedLimit: 20)
  }

  /// Two inputs with 5,000 events each, and an output of all of them.
  private static var large: Scene {
    let rows = ["a", "b"].map { name in
      let events = (0..<5000).map { Event(time: .milliseconds(Int64($0) * 10), value: .int($0)) }
      return Scene.Row(name: name, content: .input(Timeline(events: events, end: .finish(.seconds(60)))))
    }
    var scene = Scene(name: "large", rows: rows)
    do { scene = try scene.applying(EditCommand.parse("add out merge(a, b).map { $0 }", in: scene)) } catch {
      preconditionFailure("\(error)")
    }
    return scene
  }

  private static func measure(
    _ what: String, _ scene: Scene, row: String, shows shown: String, size: Size, expectedLimit: Int
  ) throws {
    let clock = ContinuousClock()
    let playback = try LocalPlayback(
      drawings: [SceneDrawing(scene: scene, plan: try scene.recorded())], startPausedAt: .seconds(3),
      resultWait: LocalPlayback.frameWait)
    var viewer = Viewer()
    func press(_ key: Key, _ modifiers: Modifiers = []) {
      let snapshot = playback.snapshot()
      for case .steer(let command) in viewer.press(key, modifiers, watching: snapshot, size: size) {
        playback.handle(command)
      }
      _ = viewer.screen(of: playback.snapshot(), size: size)
    }
    viewer.focus(on: scene.position(of: row) ?? 0)
    press(.character("e"))
    var times: [Duration] = []
    let text = Array(".filter { $0 != 3 }")
    for _ in 0..<25 {
      for character in text { times.append(clock.measure { press(.character(character)) }) }
      for _ in text { times.append(clock.measure { press(.backspace) }) }
    }
    times.sort()
    let events = scene.rows.compactMap(\.timeline?.events.count).reduce(0, +)
    report("\(what): from a key to the picture of \(shown), of \(times.count)", times.median, events: events)
    report(
      "\(what): the same, 99th percentile (limit \(expectedLimit) ms)", times[times.count * 99 / 100], events: events)
    playback.end()
  }
}
