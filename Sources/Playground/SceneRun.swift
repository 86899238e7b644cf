internal import Drawing
internal import Expressions
internal import Formats
internal import Marbles
public import Playback
internal import SceneFiles
package import Scenes

/// Runs scenes for pages and programs: text in; events, sentences, a picture and the edited text out. Nothing is kept,
/// and nothing outside of the request is read.
public enum SceneRun {
  /// Runs the scene of a request.
  ///
  /// Edits are made one after the other, up to the first that is refused; the scene before that is run, and the refusal
  /// is a diagnostic of the answer.
  ///
  /// - Parameters:
  ///   - request: what to run.
  ///   - limits: the limits of the run.
  ///   - cancellation: stops the run, from the first letter of its text to the picture.
  /// - Throws: ``RunFailure`` when there is nothing to show.
  public static func perform(
    _ request: RunRequest, limits: RunLimits = .standard, cancellation: Cancellation = Cancellation()
  ) throws(RunFailure) -> RunAnswer {
    let source = try SceneSource(request, limits: limits, cancellation)
    try check(source.scene, limits)
    var (scene, diagnostics) = (source.scene, [SceneDiagnostic]())
    // The event that each edit changes, by its key in the scene so far.
    var edited: [EventKey?] = []
    let constants = RunMeter.constants(cancellation: cancellation)
    for (index, command) in request.edits.enumerated() {
      do throws(SceneEditError) {
        let edit = try EditCommand.parse(command, in: scene, constants: constants)
        let after = try scene.applying(edit)
        edited = edited.map { $0.flatMap { scene.key(of: $0, after: edit) } } + [scene.editedEvent(of: edit)]
        scene = after
      } catch {
        let placed = error.placed(in: command, constants: constants)
        var diagnostic = SceneDiagnostic(placed, edit: index, in: scene)
        diagnostic.replacement = placed.replacement(in: command, of: scene, constants: constants)
        diagnostics.append(diagnostic)
        break
      }
    }
    if scene != source.scene { scene = scene.withoutFormerOperator }
    try check(scene, limits)
    let hasStages = request.hasStages || request.cards != .none || request.hasFindings
    var recording = try record(scene, limits, cancellation, stages: hasStages ? .all : .marked)
    let failures = recording.closureFailures(in: scene)
    recording.nameFailures(in: scene)
    let yaml = request.hasYAML ? try source.text(of: scene) : nil
    var document = SceneDocument(scene, recording, settings: settings(request))
    (document.columns, document.revealed, document.isDescribed) = (
      request.columns, request.revealed, request.hasSentences
    )
    document.hasHighContrast = request.hasHighContrast
    var shown = document
    let stages = shown.showStages(of: .marked)
    shown.rowsInSight = request.rowsInSight.map { names in
      Set(shown.scene.rows.indices.filter { names.contains(shown.scene.rows[$0].name) })
    }
    if let extent = request.extent { shown.recording.duration = extent }
    guard shown.recording.countOfEvents <= limits.events else { throw .tooLarge("\(limits.events) events in all rows") }
    // Drawing can't be stopped, so a run that used its time up is not drawn.
    if let cause = cancellation.cause { throw stopped(cause) }
    let goals = goals(of: request, in: document, diagnostics: &diagnostics)
    return RunAnswer(
      document, shown: shown, stages: stages, picture: PlayablePicture(shown, form: request.isStill ? .end : .film),
      yaml: yaml, edited: edited, failures: failures, goals: goals, request: request, limits: limits,
      diagnostics: diagnostics)
  }

  /// What is expected of the rows: by a prediction of the request, or by the scene. A prediction that can't be read is a
  /// diagnostic.
  private static func goals(
    of request: RunRequest, in document: SceneDocument, diagnostics: inout [SceneDiagnostic]
  ) -> [Int: Goal] {
    let scene = document.scene
    var goals: [Int: Goal] = [:]
    for (position, row) in scene.rows.enumerated() {
      var expectation = row.expectation
      if let text = request.predictions[row.name] {
        do throws(DiagramError) {
          expectation = try Scene.Expectation(parsing: text, row: row.name, step: scene.step, dialect: scene.dialect)
        } catch {
          var diagnostic = SceneDiagnostic(.diagram(error), edit: nil, in: scene)
          diagnostic.row = row.name
          diagnostics.append(diagnostic)
        }
      }
      guard let expectation else { continue }
      goals[position] = Goal(
        expectation, of: row, document.recording.rows[position].timeline, in: scene,
        isPrediction: request.predictions[row.name] != nil, known: request.revealed)
    }
    for name in request.predictions.keys.sorted() where scene.position(of: name) == nil {
      diagnostics.append(
        SceneDiagnostic(
          "no row is called `\(DisplayText.shortened(name, to: 40))`"
            + Suggestion.clause(for: name, among: scene.rows.map(\.name))))
    }
    return goals
  }

  // MARK: Limits

  /// The scene of a request, before its edits, and its text.
  ///
  /// - Parameters:
  ///   - request: the scene.
  ///   - limits: the limits that the scene must keep.
  ///   - cancellation: stops reading.
  /// - Throws: ``RunFailure`` when it is no scene, or not one that may run.
  package static func scene(
    of request: RunRequest, limits: RunLimits, cancellation: Cancellation
  ) throws(RunFailure) -> (scene: Scene, text: String) {
    let source = try SceneSource(request, limits: limits, cancellation)
    try check(source.scene, limits)
    return (source.scene, try source.text(of: source.scene))
  }

  /// Checks what holds for a scene before it runs: it has no live rows, and few rows and events.
  package static func check(_ scene: Scene, _ limits: RunLimits) throws(RunFailure) {
    if let row = scene.rows.first(where: { $0.live != nil }) {
      throw RunFailure([
        SceneDiagnostic(
          "row \(row.name) is live; expected scenes without live rows", row: row.name,
          suggestion: "marbled play")
      ])
    }
    guard scene.rows.count <= limits.rows else { throw .tooLarge("\(limits.rows) rows") }
    let events = scene.rows.reduce(0) { $0 + ($1.timeline?.events.count ?? 0) }
    guard events <= limits.inputEvents else { throw .tooLarge("\(limits.inputEvents) input events") }
  }

  package static func record(
    _ scene: Scene, _ limits: RunLimits, _ cancellation: Cancellation, stages: StageSelection
  ) throws(RunFailure) -> Recording {
    let recording: Recording
    let run = BoundedRun(scene, budget: limits.budget, cancellation: cancellation, stages: stages)
    switch run.perform() {
    case .recording(let complete): recording = complete
    case .invalid(let error), .tooLarge(let error): throw RunFailure([SceneDiagnostic(error)])
    case .outOfTime: throw stopped(.outOfTime)
    case .cancelled: throw stopped(.cancelled)
    }
    guard recording.countOfEvents <= limits.events else { throw .tooLarge("\(limits.events) events in all rows") }
    return recording
  }

  /// The failure of a run that was stopped.
  static func stopped(_ cause: Cancellation.Cause) -> RunFailure {
    let message =
      switch cause {
      case .outOfTime: "the run took too long, so it was stopped"
      case .cancelled, .overLimit: "the run was cancelled: the server is shutting down"
      }
    return RunFailure([SceneDiagnostic(message)])
  }

  private static func settings(_ request: RunRequest) -> DisplaySettings {
    DisplaySettings(themeName: request.theme, environment: [:])
  }
}

extension SceneDocument {
  /// The document as pictures show it: with rows for stages, where the scene says so.
  var withMarkedStages: SceneDocument {
    var document = self
    document.showStages(of: .marked)
    return document
  }
}

extension Recording {
  /// The number of events, notes and inner streams of all rows, which is what drawing them takes.
  var countOfEvents: Int {
    rows.reduce(0) { count, row in
      count + row.timeline.events.count + row.notes.count + row.inner.reduce(0) { $0 + $1.events.count + 1 }
    }
  }
}
