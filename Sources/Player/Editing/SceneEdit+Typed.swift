internal import Expressions
internal import Playback
internal import Scenes

extension SceneEdit {
  /// The edit of a command that a viewer types. `expect` runs the scene for its results, which may take a second.
  static func typed(_ command: String, in scene: Scene) throws(SceneEditError) -> SceneEdit {
    try EditCommand.parse(command, in: scene, constants: .constants(cancellation: .afterOneSecond))
  }

  /// The edit by which outputs expect what they emit now; the run for it may take a second.
  static func expectingResults(ofRows positions: [Int], in scene: Scene) throws(SceneEditError) -> SceneEdit {
    try scene.expectingResults(ofRows: positions, cancellation: .afterOneSecond)
  }
}

extension Cancellation {
  fileprivate static var afterOneSecond: Cancellation {
    let cancellation = Cancellation()
    Watchdog.wall.limit(cancellation, to: .seconds(1))
    return cancellation
  }
}
