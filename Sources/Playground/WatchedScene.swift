public import Drawing
public import Formats
internal import Marbles
internal import Playback
public import Scenes

/// What a daemon plays, for a page without hands: the same JSON as that of a ``RunAnswer``, without `yaml`.
public struct WatchedScene: Sendable {
  /// The maximum number of events in a picture that plays; scenes with more, and live ones, are shown as stills.
  public static let maximumEvents = RunLimits.standard.events

  /// The scene and its recording: that of the whole run, or, for a still, that of now.
  public var document: SceneDocument
  private let plays: Bool

  /// A scene whose whole run is known; nil when it is live, or has too many events to be drawn at once.
  public init?(_ scene: Scene, plan: Recording) {
    (document, plays) = (SceneDocument(scene, plan), true)
    guard !scene.isLive, document.withMarkedStages.recording.countOfEvents <= Self.maximumEvents else { return nil }
  }

  /// A scene as it is now.
  public init(_ scene: Scene, history: Recording, at state: FrameState) {
    (document, plays) = (SceneDocument(scene, history), false)
    document.shown = state
  }

  /// The object, on one line.
  ///
  /// - Parameters:
  ///   - columns: the width of the picture, in cells.
  ///   - theme: the theme; nil for light or dark, as the viewer prefers.
  public func json(columns: Int, theme: Theme.Name?) -> String {
    var document = document
    let failures = document.recording.closureFailures(in: document.scene)
    document.recording.nameFailures(in: document.scene)
    document.columns = columns
    document.settings.themeName = theme
    var shown = document
    let stages = shown.showStages(of: .marked)
    var request = RunRequest(.yaml(""))
    request.hasRecording = false
    return RunAnswer(
      document, shown: shown, stages: stages, picture: PlayablePicture(shown, form: plays ? .film : .moment),
      yaml: nil, failures: failures, request: request, diagnostics: []
    ).text(hasPicture: true, Cancellation())
  }
}
