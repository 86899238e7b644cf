internal import Formats
internal import Marbles
internal import Narrations
public import Playback
internal import Scenes
internal import Wire

/// The picture that a page shows before any of its scripts has run, and what the scripts continue with.
public struct FirstPicture: Sendable {
  /// The picture at its beginning, as SVG without a style sheet.
  public var svg: String
  /// Its style sheet.
  public var style: String
  /// The title of the scene, and the sentence about it.
  public var title, about: String
  /// What happens, as sentences with their times: seconds, as they are written.
  public var sentences: [(time: String, text: String)]
  /// The width and height of the picture, in its units.
  public var width, height: Double
  /// Whether its places follow from times.
  public var hasAxis: Bool
  /// A JSON object with what `POST /v1/runs` would answer, but for the picture, and the part of its style sheet that
  /// makes it play. It has no `<`, so that it can be a part of an HTML document.
  public var facts: String

  /// The width of the picture on a screen and on a phone, in cells; that of one whose marbles would be too near to each other
  /// is wider, and a list or rain on a phone is narrower.
  static let columns = (wide: 88, dense: 108, narrow: 70, list: 38)

  /// Draws the first picture of an operator or a scene; nil when there is none of this name, or it can't be drawn.
  ///
  /// - Parameters:
  ///   - library: where the operator or the scene is.
  ///   - kind: `operators` or `scenes`, as in the address of the page.
  ///   - name: the name of the operator or the scene.
  ///   - isNarrow: whether it is for a phone.
  ///   - cancellation: stops the run.
  public init?(
    from library: PlaygroundLibrary, kind: String, name: String, isNarrow: Bool,
    cancellation: Cancellation = Cancellation()
  ) {
    guard var request = RunRequest(firstOf: library, kind: kind, name: name) else { return nil }
    guard let answer = try? Self.answer(to: &request, isNarrow: isNarrow, cancellation) else { return nil }
    self.init(of: answer, to: request, from: library, kind: kind, cancellation)
  }

  /// Runs a request at the width that its picture needs, which the request has afterwards.
  static func answer(
    to request: inout RunRequest, isNarrow: Bool, _ cancellation: Cancellation
  ) throws(RunFailure) -> RunAnswer {
    request.columns = isNarrow ? columns.narrow : columns.wide
    let answer = try SceneRun.perform(request, cancellation: cancellation)
    guard isNarrow ? answer.picture.axis == nil : answer.picture.isDense else { return answer }
    request.columns = isNarrow ? columns.list : columns.dense
    return try SceneRun.perform(request, cancellation: cancellation)
  }

  /// The picture of an answer; nil when the work was stopped.
  init?(
    of answer: RunAnswer, to request: RunRequest, from library: PlaygroundLibrary, kind: String,
    _ cancellation: Cancellation
  ) {
    let name = request.name
    let found = kind == "operators" ? library.json(ofOperator: name) : library.json(ofScene: name)
    guard let found, let json = try? answer.json(hasPicture: false, cancellation) else { return nil }
    let picture = answer.picture
    (title, about) = (answer.document.scene.title, answer.document.scene.about)
    sentences = answer.narrated.map { ($0.time.description, $0.text) }
    (style, svg) = picture.beginning
    (width, height, hasAxis) = (picture.width, picture.height, picture.axis != nil)
    facts = JSONObject { object in
      object.add("kind", kind)
      object.add("name", name)
      object.add("columns", request.columns)
      object.add("motion", picture.motion)
      object.add("found", json: found)
      object.add("answer", json: json)
    }.text.replacing("<", with: "\\u003c")
  }
}

extension RunRequest {
  /// The request for what a page shows first; nil when there is no operator or scene of this name.
  init?(firstOf library: PlaygroundLibrary, kind: String, name: String) {
    guard let yaml = library.text(kind: kind, name: name) else { return nil }
    self.init(.yaml(yaml))
    (self.name, hasRecording) = (name, false)
    if library.predicts(kind: kind, name: name) { revealed = Self.nothing }
  }

  /// The time before which no output is known.
  static let nothing = SceneTime.nanoseconds(-1)
}
