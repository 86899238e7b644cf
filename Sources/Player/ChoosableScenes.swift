public import Drawing
internal import Marbles
public import Playback
public import Scenes

/// Scenes that a viewer may choose; each is loaded when it is chosen.
public struct ChoosableScenes {
  /// The scenes, group by group.
  public var choices: [SceneChoice] { list.value(makeChoices) }
  /// Reads a scene, until it is cancelled.
  let scene: @Sendable (SceneChoice, Cancellation) throws -> Scene
  /// Makes the drawing of a scene and its recording.
  let drawing: @Sendable (Scene, Recording) -> SceneDrawing
  private let makeChoices: () -> [SceneChoice]
  private let list = Lazy<[SceneChoice]>()

  /// Creates a list of scenes.
  ///
  /// - Parameters:
  ///   - choices: returns the scenes, group by group; called once, when the list is first needed.
  ///   - scene: reads a scene, on any thread, until it is cancelled.
  ///   - drawing: makes the drawing of a scene and its recording, on any thread.
  public init(
    choices: @escaping () -> [SceneChoice],
    scene: @escaping @Sendable (SceneChoice, Cancellation) throws -> Scene,
    drawing: @escaping @Sendable (Scene, Recording) -> SceneDrawing
  ) {
    (makeChoices, self.scene, self.drawing) = (choices, scene, drawing)
  }

  /// No scenes.
  public static var none: ChoosableScenes {
    ChoosableScenes(
      choices: { [] }, scene: { _, _ in throw CancellationError() }, drawing: { SceneDrawing(scene: $0, plan: $1) })
  }
}
