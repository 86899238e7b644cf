public import Drawing
internal import Marbles
public import Scenes

/// Scenes that a viewer may choose; each is loaded when it is chosen.
public struct ChoosableScenes {
  /// The scenes, group by group.
  public var choices: [SceneChoice] { list.value(makeChoices) }
  /// Reads a scene.
  let scene: (SceneChoice) throws -> Scene
  /// Makes the drawing of a scene and its recording.
  let drawing: @Sendable (Scene, Recording) -> SceneDrawing
  private let makeChoices: () -> [SceneChoice]
  private let list = Lazy<[SceneChoice]>()

  /// Creates a list of scenes.
  ///
  /// - Parameters:
  ///   - choices: returns the scenes, group by group; called once, when the list is first needed.
  ///   - scene: reads a scene.
  ///   - drawing: makes the drawing of a scene and its recording, on any thread.
  public init(
    choices: @escaping () -> [SceneChoice], scene: @escaping (SceneChoice) throws -> Scene,
    drawing: @escaping @Sendable (Scene, Recording) -> SceneDrawing
  ) {
    (makeChoices, self.scene, self.drawing) = (choices, scene, drawing)
  }

  /// No scenes.
  public static var none: ChoosableScenes {
    ChoosableScenes(
      choices: { [] }, scene: { _ in throw CancellationError() }, drawing: { SceneDrawing(scene: $0, plan: $1) })
  }
}
