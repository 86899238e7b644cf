import CommandSupport
import Foundation
import Inputs
import SceneFiles
import Scenes

/// A recording or a scene, as the argument of a command names it.
struct RecordedScene {
  /// The scene; of a recording, with what arrived in its live rows.
  let scene: Scene

  /// Reads a recording, a scene file, or a scene by its name.
  ///
  /// - Throws: a failure of one of these, with the path.
  init(_ target: String) throws {
    guard SceneFile.hasEnding(target) || !FileManager.default.fileExists(atPath: target) else {
      let runs = try RecordedRun.read(target)
      guard let last = runs.last else { throw CommandFailure(.malformed, "\(target) has no run") }
      if runs.count > 1 {
        StandardStreams.printError("note: \(target) has \(runs.count) runs; using the last one")
      }
      for loss in last.losses(in: target) { StandardStreams.printError("warning: \(loss)") }
      scene = try Scene(recorded: last, file: target)
      return
    }
    let scenes = try SceneRequest(targets: [target]).scenes()
    guard scenes.count == 1 else {
      throw CommandFailure(.usage, "\(target) has \(scenes.count) scenes; expected one")
    }
    scene = scenes[0]
  }
}
