internal import Drawing
internal import Marbles
internal import Playback
internal import Scenes

/// The stages of rows in the pictures that one viewer sees: each operator of an expression as a row.
///
/// The first `]` starts another run of the scene on its own thread, which records what happens inside expressions. The picture has
/// only the rows until that run is done.
///
/// Used from one thread.
final class StageUnfolding {
  private let run: NewestRun<Recording>
  /// The scene whose run was started last.
  private var asked: Scene?
  private var recorded: (scene: Scene, recording: Recording)?
  private var shown: Shown?
  /// Why stages can't be shown, until it is told.
  private var problem: String?
  /// The rows that the viewer saw last, of an unchanged scene.
  private var last: (scene: Scene, rows: [String])?

  private struct Shown {
    var scene: Scene
    var open: Set<String>
    var drawing: SceneDrawing
    var owners: [String]
  }

  /// - Parameter onChange: called on another thread when stages can be shown.
  init(onChange: @escaping @Sendable () -> Void) {
    run = NewestRun(onChange: onChange)
  }

  /// Why stages can't be shown; each reason once, nil for none.
  func takeProblem() -> String? {
    defer { problem = nil }
    return problem
  }

  /// A snapshot with the stages of the rows called `open`.
  ///
  /// - Parameter renumber: called with the names of the rows before and after, when rows of the same scene have other positions
  ///   than in the snapshot before.
  func unfolded(
    _ snapshot: PlaybackSnapshot, _ open: Set<String>, renumber: (_ from: [String], _ to: [String]) -> Void
  ) -> PlaybackSnapshot {
    let scene = snapshot.drawing.scene
    let snapshot = open.isEmpty ? snapshot : with(open, snapshot)
    let rows = snapshot.drawing.scene.rows.map(\.name)
    if let last, last.rows != rows, last.scene == scene { renumber(last.rows, rows) }
    last = (scene, rows)
    return snapshot
  }

  private func with(_ open: Set<String>, _ snapshot: PlaybackSnapshot) -> PlaybackSnapshot {
    let scene = snapshot.drawing.scene
    guard !scene.isLive, scene.kind == .timelines,
      let recording = recording(of: scene, open, plan: snapshot.drawing.plan)
    else { return snapshot }
    if shown?.scene != scene || shown?.open != open {
      let expansion = StageExpansion(of: scene, recording) { open.contains(scene.rows[$0].name) }
      shown = Shown(
        scene: scene, open: open,
        drawing: snapshot.drawing.edited(expansion.scene, expansion.recording, keepsLayout: false),
        owners: expansion.owners)
      shown?.drawing.findings = snapshot.drawing.findings
    }
    // Without further rows, the scene can be edited.
    guard var shown, shown.owners.count > scene.rows.count else { return snapshot }
    if shown.drawing.theme != snapshot.drawing.theme {
      shown.drawing.theme = snapshot.drawing.theme
      self.shown = shown
    }
    var unfolded = snapshot
    (unfolded.drawing, unfolded.recording, unfolded.owners) = (shown.drawing, shown.drawing.plan, shown.owners)
    return unfolded
  }

  /// The recording with stages of the rows called `open`: the plan, if it has them; nil until they are recorded.
  private func recording(of scene: Scene, _ open: Set<String>, plan: Recording) -> Recording? {
    let hasStages = zip(scene.rows, plan.rows).allSatisfy { row, recorded in
      row.expression == nil || !open.contains(row.name) || recorded.stages != nil
    }
    if hasStages, scene.rows.count == plan.rows.count { return plan }
    if let recorded, recorded.scene == scene { return recorded.recording }
    if asked != scene {
      asked = scene
      run.start { cancellation throws(SceneError) in
        try BoundedRun(scene, cancellation: cancellation, stages: .all).perform().get()
      }
    }
    switch run.take() {
    case .success(let recording)?:
      recorded = (scene, recording)
      return recording
    case .failure(let error)?:
      problem = "the stages can't be shown: \(error)"
      return nil
    case nil: return nil
    }
  }
}

/// The rows whose stages a viewer has shown or hidden. For others, the scene says what is shown.
struct StageChoices: Hashable {
  /// The name of the scene; choices for another one are forgotten.
  private var scene: String?
  private var shows: [String: Bool] = [:]

  /// Shows or hides the stages of a row.
  mutating func set(_ row: String, _ isShown: Bool, in scene: Scene) {
    if self.scene != scene.name { (self.scene, shows) = (scene.name, [:]) }
    shows[row] = isShown
  }

  /// The rows of a scene whose stages are shown.
  func shown(in scene: Scene) -> Set<String> {
    let shows = self.scene == scene.name ? shows : [:]
    return Set(scene.rows.lazy.filter { shows[$0.name] ?? StageSelection.marked.contains($0) }.map(\.name))
  }
}

extension Viewer {
  /// What keys and the mouse say that would edit a row while stages are shown.
  static let stagesAreNotEdited = "press [ to fold the stages, and then edit the row"

  /// Shows or hides the stages of the row that is selected; of all outputs, if none is.
  mutating func unfold(_ opens: Bool, watching snapshot: PlaybackSnapshot) -> [Request] {
    let scene = snapshot.drawing.scene
    let rows = scene.rows
    guard scene.kind == .timelines, rows.contains(where: { $0.expression != nil }) else { return [] }
    if scene.isLive { return opens ? [.say("a live scene records no stages")] : [] }
    let outputs = rows.indices.filter { rows[$0].expression != nil }
    let selected = (selected?.row ?? focusedRow).flatMap { outputs.contains($0) ? [$0] : nil }
    let concerned = selected ?? outputs
    for row in concerned { stages.set(snapshot.owners?[row] ?? rows[row].name, opens, in: scene) }
    let hasStages = concerned.contains { row in
      snapshot.owners.map { owners in owners.count { $0 == owners[row] } > 1 } ?? false
        || rows[row].hasSeveralStages
    }
    guard opens, !hasStages else { return [] }
    return [
      .say(
        selected.map { "\(rows[$0[0]].name) has no second operator outside of closures, so it has no stages to show" }
          ?? "no expression has a second operator outside of closures, so there are no stages to show")
    ]
  }

  /// Rows have other positions: the selection and the pointer stay at what they are at, or at nothing where it is gone.
  mutating func renumber(from old: [String], to new: [String]) {
    func moved(_ row: Int) -> Int? { old.indices.contains(row) ? new.firstIndex(of: old[row]) : nil }
    func moved(_ key: EventKey) -> EventKey? {
      guard key.row < old.count else { return nil }
      return moved(key.row).map { EventKey(row: $0, index: key.index, isPassing: key.isPassing) }
    }
    selected = selected.flatMap(moved)
    hovered = hovered.flatMap(moved)
    focusedRow = focusedRow.flatMap(moved)
    (drag, scroll, panelScrolls) = (nil, 0, [:])
  }
}
