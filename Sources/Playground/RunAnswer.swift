internal import Expressions
public import Formats
internal import Marbles
internal import Narrations
public import Playback
internal import Scenes
internal import Wire

/// The answer to a ``RunRequest``.
public struct RunAnswer: Sendable {
  /// The scene after the edits, and what happened in it.
  public var document: SceneDocument
  /// The document as the picture shows it: with rows for stages, where the scene says so.
  let shown: SceneDocument
  /// Which rows those are.
  let stages: StageExpansion
  /// The picture, and the places of its parts.
  public var picture: PlayablePicture
  /// The text of the scene after the edits; nil to leave it out.
  public var yaml: String?
  /// What is wrong with the edits; empty for nothing.
  public var diagnostics: [SceneDiagnostic]
  /// The event that each edit has changed or inserted, up to the first edit that was refused; nil for none.
  private let edited: [EventKey?]
  /// The errors of closures with which outputs failed, by their positions.
  private let failures: [Int: EvaluationError]
  /// What is expected of rows, by their positions.
  private let goals: [Int: Goal]
  private let request: RunRequest
  private let limits: RunLimits

  /// The maximum number of sentences.
  private static let sentences = 500
  /// The maximum length of a value as a sentence has it, in characters.
  private static let textLength = 30

  init(
    _ document: SceneDocument, shown: SceneDocument, stages: StageExpansion, picture: PlayablePicture, yaml: String?,
    edited: [EventKey?] = [], failures: [Int: EvaluationError] = [:], goals: [Int: Goal] = [:], request: RunRequest,
    limits: RunLimits = .standard, diagnostics: [SceneDiagnostic]
  ) {
    (self.document, self.shown, self.picture, self.yaml) = (document, shown, picture, yaml)
    (self.stages, self.edited, self.goals, self.limits) = (stages, edited, goals, limits)
    self.failures = failures
    (self.request, self.diagnostics) = (request, diagnostics)
  }

  private var scene: Scene { document.scene }

  /// The JSON object with the diagnostics alone.
  static func diagnosticsOnly(_ diagnostics: [SceneDiagnostic]) -> String {
    JSONObject { $0.add("diagnostics", objects: diagnostics) { $1.add(to: &$0) } }.text
  }

  /// The object, on one line.
  ///
  /// - Parameters:
  ///   - hasPicture: whether it has `svg`.
  ///   - cancellation: stops the work between two parts of the object.
  /// - Throws: ``RunFailure`` when it was stopped.
  public func json(
    hasPicture: Bool = true, _ cancellation: Cancellation = Cancellation()
  ) throws(RunFailure) -> String {
    let text = text(hasPicture: hasPicture, cancellation)
    if let cause = cancellation.cause { throw SceneRun.stopped(cause) }
    return text
  }

  /// The object, with only its first parts once the work was stopped.
  func text(hasPicture: Bool, _ cancellation: Cancellation) -> String {
    JSONObject { object in
      object.add("name", scene.name)
      object.add("title", scene.title)
      object.add("about", scene.about)
      if let exercise = scene.exercise {
        object.add("exercise") {
          $0.add("task", exercise.task)
          $0.add("minutes", exercise.minutes)
          $0.add("hint", exercise.hint)
          $0.add("solution", exercise.solution)
          $0.add("predict", exercise.isPrediction)
          $0.add("notes", scene.notes)
          $0.add("variation", exercise.variation)
        }
      }
      object.add("diagnostics", objects: diagnostics) { $1.add(to: &$0) }
      if let yaml { object.add("yaml", yaml) }
      if !request.edits.isEmpty { object.add("moved", json: moved) }
      object.add("step", scene.step)
      object.add("duration", scene.isEndless ? nil : document.recording.duration)
      object.add("speedFactor", scene.speedFactor)
      object.add("rows", objects: scene.rows.indices) { add(row: $1, to: &$0) }
      if request.hasSentences {
        object.add("sentences", objects: narrated) { object, sentence in
          object.add("time", sentence.time)
          object.add("row", scene.rows[sentence.row].name)
          object.add("text", sentence.text)
        }
      }
      if cancellation.isSet { return }
      if request.hasRecording {
        object.add(
          "recording",
          json: JSONLines.print(document.recording.withoutStages, of: scene).split(whereSeparator: \.isNewline).map(
            String.init))
      }
      if cancellation.isSet { return }
      if request.hasStages { object.add("stages", json: StageJSON.print(document.recording, of: scene)) }
      if cancellation.isSet { return }
      object.add("layout") { addLayout(to: &$0) }
      if cancellation.isSet { return }
      if request.cards != .none { object.add("cards", objects: cards(cancellation)) { $1.add(to: &$0) } }
      if cancellation.isSet { return }
      if request.hasFindings { object.add("findings", objects: findings) { add($1, to: &$0) } }
      if cancellation.isSet { return }
      if hasPicture, request.hasPicture { object.add("svg", picture.svg) }
      if !request.exports.isEmpty {
        object.add("exports") { object in
          for export in request.exports where !cancellation.isSet { object.add(export.rawValue, text(export)) }
        }
      }
    }.text
  }

  /// What the doctor has found; it would tell what is hidden.
  private var findings: [SceneFindings.Entry] {
    request.revealed == nil ? SceneFindings(in: document.recording, of: scene).entries : []
  }

  private func add(_ entry: SceneFindings.Entry, to object: inout JSONObject) {
    let finding = entry.finding
    object.add("row", entry.row)
    object.add("lint", finding.lint.name)
    object.add("start", finding.columns.lowerBound - 1)
    object.add("end", finding.columns.upperBound - 1)
    object.add("time", finding.time)
    object.add("message", finding.sentence)
    object.add("help", finding.lint.advice)
    object.add("example", finding.lint.example)
  }

  /// For each edit, the id that its event has now, as ids are numbered by time.
  private var moved: [String] {
    request.edits.indices.map { index in
      let key = edited.indices.contains(index) ? edited[index] : nil
      return key.map { Value.string(document.recording.id(of: $0)).json } ?? "null"
    }
  }

  private func add(row position: Int, to object: inout JSONObject) {
    let row = scene.rows[position]
    object.add("name", row.name)
    object.add("kind", row.expression == nil ? "input" : "output")
    object.add("text", scene.text(ofRow: position))
    object.add("refresh", row.refreshInterval.map(SceneTime.init))
    if row.hasSeveralStages { object.add("stages", row.showsStages) }
    if let goal = goals[position] { object.add("goal") { goal.add(to: &$0) } }
    addFailure(ofRow: position, to: &object)
    if let hint = hint(forRow: position) { object.add("hint", hint) }
    guard let timeline = row.timeline else { return }
    object.add("last", timeline.events.last?.time)
    switch timeline.end {
    case .open: object.add("end", json: "null")
    case .finish(let time):
      object.add("end") { end in
        end.add("kind", "finish")
        end.add("time", time)
      }
    case .error(let time, let message):
      object.add("end") { end in
        end.add("kind", "fail")
        end.add("time", time)
        end.add("message", message)
      }
    }
  }

  /// What is otherwise in Swift, where an output shows that; nil for nothing.
  private func hint(forRow position: Int) -> String? {
    let events = document.recording.rows[position].timeline.events
    guard scene.rows[position].expression?.hasSubscripts == true,
      events.contains(where: { $0.value == .null && !isHidden(position, $0.time, in: scene) })
    else { return nil }
    return "A place outside of an array gives nil here. Swift stops the program there."
  }

  /// The failure of an output, as of a closure, with its column in the expression, and in the text of the edit that typed
  /// it, if those are known.
  private func addFailure(ofRow position: Int, to object: inout JSONObject) {
    let row = document.recording.rows[position]
    guard !row.isInput, case .error(let time, let message) = row.timeline.end, !isHidden(position, time, in: scene)
    else { return }
    object.add("failure") { failure in
      failure.add("time", time)
      guard let error = failures[position], let expression = scene.rows[position].expression else {
        return failure.add("message", message)
      }
      failure.add("column", expression.sourceColumn(of: error.column))
      let typed = EditCommand.expression(typedInto: scene.rows[position].name, by: request.edits.prefix(edited.count))
      if let typed, typed.source == expression.source {
        failure.add("typed", typed.column(ofSource: expression.sourceColumn(of: error.column)))
      }
      failure.add("message", error.message)
    }
  }

  private func cards(_ cancellation: Cancellation) -> [PartCards.Card] {
    // They would tell what a visitor predicts.
    guard !scene.isLive, request.revealed == nil else { return [] }
    let ids: Set<String>? =
      switch request.cards {
      case .none, .all: nil
      case .edited: Set(edited.compactMap(\.self).map(document.recording.id))
      case .of(let ids): ids
      }
    return PartCards(document, shown: shown, picture: picture).cards(of: ids, limit: limits.cards, cancellation)
  }

  /// The sentences about everything that is not hidden; of very many, the first.
  var narrated: [Sentence] {
    guard !scene.isLive else { return [] }
    let all = Narration(of: document.recording, scene, style: .spoken).everything.prefix(Self.sentences)
    // What becomes of an input's value tells what hidden outputs do.
    return all.filter { sentence in
      !isHidden(sentence.row, sentence.time, in: scene) && !(sentence.isNote && isBehind(sentence.time))
    }
  }

  private func addLayout(to object: inout JSONObject) {
    object.add("width", picture.width)
    object.add("height", picture.height)
    object.add("times", json: picture.times.map(\.description))
    if let axis = picture.axis {
      object.add("axis") {
        $0.add("start", axis.start.hundredths)
        $0.add("unitsPerSecond", axis.unitsPerSecond)
        $0.add("extent", axis.extent)
      }
    }
    object.add("rows", objects: picture.rows) { object, row in
      object.add("name", shown.scene.rows[row.position].name)
      object.add("top", row.band.y)
      object.add("height", row.band.height)
      object.add("middle", row.middle)
      if let end = row.end { object.add("end", end.hundredths) } else { object.add("end", json: "null") }
    }
    object.add("labels", objects: picture.rows.filter { $0.label != nil }) { add(label: $1, to: &$0) }
    let marbles = picture.marbles.lazy.map { marble in (marble, marble.events.compactMap { shown.recording[$0] }) }
      .filter { marble, events in !isHidden(marble.row, events.first?.time ?? .zero, in: shown.scene) }
    object.add("marbles", objects: marbles) { object, place in
      let (marble, events) = place
      object.add("row", shown.scene.rows[marble.row].name)
      object.add("events", marble.events.map { shown.recording.id(of: $0) })
      let (values, texts) = (events.map(\.value.typed), events.map { $0.value.summary(maxLength: Self.textLength) })
      object.add("values", values)
      if texts != values { object.add("texts", texts) }
      object.add("time", events.first?.time)
      object.add("x", marble.box.x.hundredths)
      object.add("y", marble.box.y)
      object.add("width", marble.box.width)
      object.add("height", marble.box.height)
    }
    let marks = picture.marks.lazy.filter { mark in
      // A mark stands at the time of a value, and may be known later.
      let known = mark.notes.map { shown.recording.rows[mark.row].notes[$0].time }.max() ?? mark.time
      return !isHidden(mark.row, max(mark.time, known), in: shown.scene)
    }
    object.add("marks", objects: marks) { object, mark in
      object.add("id", PartCards.id(of: mark, in: shown))
      object.add("row", shown.scene.rows[mark.row].name)
      object.add("kind", mark.kind.rawValue)
      object.add("time", mark.time)
      object.add("x", mark.box.x.hundredths)
      object.add("y", mark.box.y)
      object.add("width", mark.box.width)
      object.add("height", mark.box.height)
    }
  }

  /// Whether what a row does at a time is hidden from a visitor who predicts it.
  private func isHidden(_ row: Int, _ time: SceneTime, in scene: Scene) -> Bool {
    scene.rows[row].expression != nil && isBehind(time)
  }

  /// Whether a time is behind the last one of which a visitor knows everything.
  private func isBehind(_ time: SceneTime) -> Bool { request.revealed.map { time > $0 } ?? false }

  func text(_ export: RunRequest.Export) -> String {
    switch export {
    case .svg: return SceneFormat.svg.write(shown)
    case .animation:
      var shown = shown
      shown.isAnimated = true
      return SceneFormat.svg.write(shown)
    case .command: return SceneFormat.command.write(document)
    case .swift: return SceneFormat.swift.write(document)
    case .html: return SceneFormat.html.write(shown)
    }
  }
}

extension Double {
  var hundredths: Double { (self * 100).rounded() / 100 }
}
