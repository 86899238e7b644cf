public import Drawing
public import Scenes

/// Scenes that a viewer may choose; each is loaded when it is chosen.
public struct ChoosableScenes {
  /// The scenes, group by group.
  public var choices: [SceneChoice] { list.value }
  /// Reads a scene.
  let scene: (SceneChoice) throws -> Scene
  /// Makes the drawing of a scene and its recording.
  let drawing: @Sendable (Scene, Recording) -> SceneDrawing
  private let list: LazyList

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
    list = LazyList(choices)
    (self.scene, self.drawing) = (scene, drawing)
  }

  /// No scenes.
  public static var none: ChoosableScenes {
    ChoosableScenes(
      choices: { [] }, scene: { _ in throw CancellationError() }, drawing: { SceneDrawing(scene: $0, plan: $1) })
  }

  /// A list that is made when it is first read; used from one thread.
  private final class LazyList {
    lazy var value = make()
    private let make: () -> [SceneChoice]

    init(_ make: @escaping () -> [SceneChoice]) { self.make = make }
  }
}
