public import Drawing

/// Scenes that a viewer may choose; each is loaded when it is chosen.
public struct ChoosableScenes {
  /// The scenes, group by group.
  public var choices: [SceneChoice] { list.value }
  /// Loads a scene, plans it and makes its drawing.
  let drawing: (SceneChoice) throws -> SceneDrawing
  private let list: LazyList

  /// Creates a list of scenes; by default an empty one.
  ///
  /// - Parameters:
  ///   - choices: returns the scenes, group by group; called once, when the list is first needed.
  ///   - drawing: loads a scene, plans it and makes its drawing.
  public init(
    choices: @escaping () -> [SceneChoice] = { [] },
    drawing: @escaping (SceneChoice) throws -> SceneDrawing = { _ in throw CancellationError() }
  ) {
    list = LazyList(choices)
    self.drawing = drawing
  }

  /// A list that is made when it is first read; used from one thread.
  private final class LazyList {
    lazy var value = make()
    private let make: () -> [SceneChoice]

    init(_ make: @escaping () -> [SceneChoice]) { self.make = make }
  }
}
