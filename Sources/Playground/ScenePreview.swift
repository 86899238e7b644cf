internal import Drawing
internal import Formats
public import Playback
internal import SceneFiles
internal import Scenes

/// What a chat or a search engine shows of a scene: its words, and a picture of its end.
public struct ScenePreview: Sendable {
  /// The title of the scene, and the sentence about it.
  public var title, about: String
  private let request: RunRequest

  /// The width of the picture, in cells.
  private static let columns = 80

  /// Reads a scene.
  ///
  /// - Parameters:
  ///   - yaml: the text of its file.
  ///   - name: its name, which is its title if it has no other.
  ///   - limits: the limits of the run.
  ///   - cancellation: stops reading.
  /// - Throws: ``RunFailure`` when it is no scene, or not one that this server runs.
  public init(
    yaml: String, name: String, limits: RunLimits = .standard, cancellation: Cancellation = Cancellation()
  ) throws(RunFailure) {
    var request = RunRequest(.yaml(yaml))
    (request.name, request.columns, request.theme) = (name, Self.columns, .light)
    (request.isStill, request.hasRecording) = (true, false)
    let scene = try SceneSource(request, limits: limits, cancellation).scene
    try SceneRun.check(scene, limits)
    (title, about, self.request) = (scene.title, scene.about, request)
  }

  /// Reads an operator or a scene of a library; nil when there is none of this name.
  ///
  /// - Parameter kind: `operators` or `scenes`, as in the address of the page.
  public init?(from library: PlaygroundLibrary, kind: String, name: String) {
    guard let yaml = library.text(kind: kind, name: name),
      let preview = try? ScenePreview(yaml: yaml, name: name)
    else { return nil }
    self = preview
  }

  /// The picture at the end of the scene, on a light background, as SVG.
  ///
  /// - Parameters:
  ///   - limits: the limits of the run.
  ///   - cancellation: stops the run.
  public func svg(
    limits: RunLimits = .standard, cancellation: Cancellation = Cancellation()
  ) throws(RunFailure) -> String {
    try SceneRun.perform(request, limits: limits, cancellation: cancellation).text(.svg)
  }
}
