/// The scene that is selected in the list of scenes, as it is shown beside the list.
package enum SceneStill: Sendable {
  /// The drawing of the scene with its whole run, whose end is shown.
  case drawing(SceneDrawing)
  /// Why there is no picture.
  case problem(String)
}
