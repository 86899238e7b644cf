public import Drawing
public import Marbles
public import Scenes
public import Terminal

/// A scene, what happened in it, and how pictures of it look: all that a ``SceneFormat`` needs.
public struct SceneDocument: Sendable {
  /// The scene.
  public var scene: Scene
  /// What happened in it; empty for formats that are ``SceneFormat/isOfScene``.
  public var recording: Recording
  /// How pictures look.
  public var settings: DisplaySettings
  /// The size of pictures, in cells.
  public var size: Size
  /// The time of a still picture; nil for the end.
  public var time: SceneTime?

  /// A document whose still pictures show the end, 80 columns wide and 24 rows high.
  public init(
    _ scene: Scene, _ recording: Recording, settings: DisplaySettings = DisplaySettings(environment: [:]),
    size: Size = Size(columns: 80, rows: 24), time: SceneTime? = nil
  ) {
    self.scene = scene
    self.recording = recording
    self.settings = settings
    self.size = size
    self.time = time
  }

  /// Whether pictures of this size can show the scene; rain needs no room for text.
  public var fits: Bool {
    if case .matrix = scene.kind { return true }
    return size.columns >= SceneDrawing.minimumSize.columns && size.rows >= SceneDrawing.minimumSize.rows
  }

  /// The picture that `play` shows when it is paused at ``time``.
  func frame(_ capabilities: Capabilities) -> Canvas {
    let drawing = settings.drawing(for: scene, plan: recording, capabilities)
    // As in `play`: a scene that ends stops at its end.
    let last = scene.isEndless ? .distantFuture : recording.duration
    let moment = FrameState(
      time: time.map { min($0, last) } ?? recording.duration, speedFactor: scene.speedFactor,
      state: time == nil ? .finished : .paused)
    return drawing.frame(recording, at: moment, size: size)
  }
}
