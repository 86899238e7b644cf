public import Drawing
public import Marbles
public import Narrations
public import Scenes
public import Terminal

/// A scene, what happened in it, and how pictures of it look: all that a ``SceneFormat`` needs.
public struct SceneDocument: Sendable {
  /// The scene.
  public var scene: Scene
  /// What happened in it; empty for formats that are ``SceneFormat/isOfScene``.
  public var recording: Recording
  /// What the doctor has found in it, for pictures and sentences.
  public var findings = SceneFindings()
  /// How pictures look.
  public var settings: DisplaySettings
  /// The size of pictures, in cells; nil for one that suits the format.
  public var size: Size?
  /// The time of a still picture; nil for the end.
  public var time: SceneTime?
  /// The state of a still picture, if it is not that of ``time`` or of the end.
  public var shown: FrameState?
  /// Outputs after this time are hidden, so that readers can predict them; nil hides none, a negative time all.
  public var revealed: SceneTime?
  /// Whether a picture plays by itself, where the format can.
  public var isAnimated = false
  /// The width of a vector picture without a given size, in cells; nil for one that suits the expressions. Its height fits the
  /// rows.
  public var columns: Int?
  /// Whether vector pictures leave out the title and the sentence below it, for a page that has them as text.
  var isUntitled = false
  /// Whether vector pictures leave out the title and the caption, for a page that shows them itself.
  public var isBare = false
  /// The positions of the rows to draw, as the others are out of sight; nil draws all. The others keep their places.
  public var rowsInSight: Set<Int>?
  /// Whether vector pictures tell what happens, in a description.
  public var isDescribed = true
  /// Whether vector pictures without a theme have the colors of high contrast, too, for surroundings that ask for them.
  public var hasHighContrast = false

  /// The width of a vector picture without expressions.
  public static let defaultColumns = 80

  /// The size of a picture of cells, unless another one is given.
  public static let defaultSize = Size(columns: 80, rows: 24)

  /// A document whose still pictures show the end.
  public init(
    _ scene: Scene, _ recording: Recording, settings: DisplaySettings = DisplaySettings(environment: [:]),
    size: Size? = nil, time: SceneTime? = nil
  ) {
    self.scene = scene
    self.recording = recording
    self.settings = settings
    self.size = size
    self.time = time
  }

  /// Makes rows of the stages that were recorded, see ``Scenes/StageExpansion``.
  ///
  /// - Parameter rows: the rows that show their stages.
  /// - Returns: which rows they are.
  @discardableResult
  public mutating func showStages(of rows: StageSelection) -> StageExpansion {
    let expansion = StageExpansion(of: scene, recording) { [scene] in rows.contains(scene.rows[$0]) }
    (scene, recording) = (expansion.scene, expansion.recording)
    return expansion
  }

  /// The size of a picture of cells.
  var cellSize: Size { size ?? Self.defaultSize }

  /// Whether pictures of this size can show the scene; rain needs no room for text.
  public var fits: Bool {
    if case .matrix = scene.kind { return true }
    let size = cellSize
    return size.columns >= SceneDrawing.minimumSize.columns && size.rows >= SceneDrawing.minimumSize.rows
  }

  /// The picture that `play` shows when it is paused at ``time``.
  func frame(_ capabilities: Capabilities) -> Canvas {
    drawing(of: scene, capabilities).frame(recording, at: moment(at: time), size: cellSize)
  }

  /// The drawing of the scene, or of the same one with other texts.
  func drawing(of scene: Scene, _ capabilities: Capabilities) -> SceneDrawing {
    let drawing = settings.drawing(for: scene, plan: recording, capabilities)
    drawing.findings = findings
    return drawing
  }

  /// The moment that `play` shows when it is paused at a time; nil for the end.
  func moment(at time: SceneTime?) -> FrameState {
    if let shown { return shown }
    // As in `play`: a scene that ends stops at its end.
    let last = scene.isEndless ? .distantFuture : recording.duration
    var moment = FrameState(
      time: time.map { min($0, last) } ?? recording.duration, speedFactor: scene.speedFactor,
      state: time == nil ? .finished : .paused)
    // Their times are to be predicted, too.
    (moment.revealed, moment.blanksHidden, moment.rowsInSight) = (revealed, true, rowsInSight)
    return moment
  }
}
