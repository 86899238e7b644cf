internal import Expressions
internal import Marbles
internal import Operators
public import Scenes

/// Finds mistakes in a recording: in what the stages of each expression took, held, dropped and emitted, and in when
/// they were asked.
///
/// ```swift
/// let recording = try BoundedRun(scene, stages: .all).perform().get()
/// for finding in Doctor(of: recording, scene).findings { print(finding.sentence) }
/// ```
public struct Doctor: Sendable {
  let recording: Recording
  let scene: Scene
  let narration: Narration

  /// - Parameters:
  ///   - recording: a recording of the whole scene, with the stages of all rows.
  ///   - scene: the recorded scene.
  ///   - style: the style of the sentences.
  public init(of recording: Recording, _ scene: Scene, style: Narration.Style = .written) {
    (self.recording, self.scene) = (recording, scene)
    narration = Narration(of: recording, scene, style: style)
  }

  /// What the recording shows, row by row: each lint once for each stage, without ``Lint/orderOfTies``, which
  /// needs another recording.
  public var findings: [Finding] {
    let found = scene.rows.indices.flatMap { row -> [Finding] in
      // A part of a recording would show a stage that does nothing from then on.
      guard let stages = ExaminedRow(row, of: self), stages.fates.stages.cut == nil else { return [] }
      return timing(stages) + failures(stages) + queues(stages) + unusedValues(stages)
    }
    return (found + unicastTwice() + growingStreams(besides: found)).sorted()
  }
}

/// A row whose stages were recorded.
struct ExaminedRow {
  let row: Int
  let expression: Expression
  let fates: StageFates

  /// The passes of each stage, those that each pass reads, and the notes of each pass, by their positions.
  private var passesOfStage: [[Int]]
  private var readByPass: [[Int]]
  private var notesOfPass: [[Int]]

  init?(_ row: Int, of doctor: Doctor) {
    guard let expression = doctor.scene.rows[row].expression,
      let fates = StageFates(ofRow: row, in: doctor.recording, of: doctor.scene)
    else { return nil }
    (self.row, self.expression, self.fates) = (row, expression, fates)
    passesOfStage = Array(repeating: [], count: fates.stage.count)
    readByPass = Array(repeating: [], count: fates.stages.passes.count)
    notesOfPass = readByPass
    for (index, pass) in fates.stages.passes.enumerated() {
      if case .stage(let number) = pass.stream { passesOfStage[number].append(index) }
      if let reader = pass.reader { readByPass[reader].append(index) }
    }
    for (index, note) in fates.stages.notes.enumerated() {
      if let pass = note.pass { notesOfPass[pass].append(index) }
    }
  }

  var stage: [Stage] { fates.stage }
  var passes: [Recording.Stages.Pass] { fates.stages.passes }

  /// The positions of the passes of a stage.
  func passes(ofStage number: Int) -> [Int] { passesOfStage[number] }

  /// The positions of the passes that a pass reads.
  func passes(readByPass pass: Int) -> [Int] { readByPass[pass] }

  /// The positions of the passes that a pass reads, without those of streams that a closure returned.
  func sources(ofPass pass: Int) -> [Int] { readByPass[pass].filter { passes[$0].depth == passes[pass].depth } }

  /// The notes of a pass, in order.
  func notes(ofPass pass: Int) -> [Recording.Note] { notesOfPass[pass].map(fates.note(at:)) }

  /// How long the reader of a pass took for each value before it asked again.
  func pauses(ofPass pass: Int) -> [SceneTime] {
    let requests = passes[pass].requests
    return zip(requests, requests.dropFirst()).compactMap { now, next in now.answered.map { next.asked - $0 } }
  }

  /// The first finding in the rows of which the values of a pass are made: in those that its sources read, also through other
  /// stages.
  ///
  /// - Parameter find: is called with a pass that reads a row, and with the position of the row.
  func firstReading(ofPass pass: Int, in scene: Scene, _ find: (_ reading: Int, _ row: Int) -> Finding?) -> Finding? {
    for reading in sources(ofPass: pass).flatMap(rowReadings) {
      guard case .row(let name) = passes[reading].stream, let position = scene.position(of: name) else { continue }
      if let finding = find(reading, position) { return finding }
    }
    return nil
  }

  /// The passes that read rows, of which the values of a pass are made; itself when it reads a row.
  private func rowReadings(ofPass pass: Int) -> [Int] {
    fates.isRow(pass) ? [pass] : sources(ofPass: pass).flatMap(rowReadings)
  }

  /// The scene time of the duration among the arguments of a stage; nil when it has none, or none that is constant.
  func duration(ofStage number: Int, step: SceneTime) -> SceneTime? {
    expression.duration(ofStage: number, step: step)
  }

  /// What each stage that `isExamined` finds in its passes: the first finding for each stage.
  func first(
    where isExamined: (OperatorSemantics) -> Bool, _ find: (_ stage: Int, _ pass: Int) -> Finding?
  ) -> [Finding] {
    var findings: [Finding] = []
    for number in stage.indices where isExamined(stage[number].semantics) {
      for pass in passes(ofStage: number) {
        guard let finding = find(number, pass) else { continue }
        findings.append(finding)
        break
      }
    }
    return findings
  }
}

extension Doctor {
  /// A finding in a stage.
  ///
  /// - Parameter clause: what the stage does; follows its name.
  func finding(_ lint: Lint, _ stage: Int, of row: ExaminedRow, at time: SceneTime, _ clause: String) -> Finding {
    let range = row.expression.range(of: row.stage[stage])
    return Finding(
      lint: lint, row: row.row, columns: range.lowerBound + 1..<range.upperBound + 1, time: time,
      sentence: "\(name(ofStage: stage, of: row)) \(clause)")
  }

  /// `` `.debounce` of results ``
  func name(ofStage stage: Int, of row: ExaminedRow) -> String {
    let names = narration.stageNames[row.row]
    let (name, rowName) = (row.stage[stage], narration.name(ofRow: row.row))
    guard names.indices.contains(stage) else { return "`\(name.isMethod ? "." : "")\(name.name)` of \(rowName)" }
    return "\(names[stage].name(narration.style)) of \(rowName)"
  }

  func span(_ time: SceneTime) -> String { narration.span(time) }

  /// `` `2` ``
  func shown(_ event: Recording.Stages.Event, of row: ExaminedRow) -> String {
    narration.setOff(event.value, ofRow: row.row)
  }

  /// How the stream of a pass ends: `its source ends at 9 s`, `the run ends at 9 s`
  func ending(ofSource pass: Int, of row: ExaminedRow) -> (time: SceneTime, clause: String) {
    switch row.passes[pass].end {
    case .finish(let time): (time, "its source ends at \(span(time))")
    case .error(let time, _): (time, "its source fails at \(span(time))")
    case .cancelled(let time): (time, "it is cancelled at \(span(time))")
    case .open: (recording.duration, "the run ends at \(span(recording.duration))")
    }
  }
}
