internal import Drawing
internal import Marbles
internal import Playback
internal import Scenes

/// The stages of rows in the pictures that one viewer sees: each operator of an expression as a row.
///
/// What happens inside expressions is recorded in a further run of the scene, beside the thread that draws, once somebody wants
/// to see it. Until then the picture is that of the rows.
///
/// Used from one thread.
final class StageUnfolding {
  private let run: NewestRun<Recording>
  /// The scene whose run was started last.
  private var asked: Scene?
  private var recorded: (scene: Scene, recording: Recording)?
  private var shown: Shown?
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
    if let last, last.scene == scene, last.rows != rows { renumber(last.rows, rows) }
    last = (scene, rows)
    return snapshot
  }

  private func with(_ open: Set<String>, _ snapshot: PlaybackSnapshot) -> PlaybackSnapshot {
    let scene = snapshot.drawing.scene
    guard !scene.isLive, scene.kind == .timelines, let recording = recording(of: scene) else { return snapshot }
    if shown?.scene != scene || shown?.open != open {
      let expansion = StageExpansion(of: scene, recording) { open.contains(scene.rows[$0].name) }
      shown = Shown(
        scene: scene, open: open,
        drawing: snapshot.drawing.edited(expansion.scene, expansion.recording, keepsLayout: false),
        owners: expansion.owners)
    }
    guard var shown else { return snapshot }
    if shown.drawing.theme != snapshot.drawing.theme {
      shown.drawing.theme = snapshot.drawing.theme
      self.shown = shown
    }
    var unfolded = snapshot
    (unfolded.drawing, unfolded.recording, unfolded.owners) = (shown.drawing, shown.drawing.plan, shown.owners)
    return unfolded
  }

  /// The recording with stages; nil until it is there.
  private func recording(of scene: Scene) -> Recording? {
    if let recorded, recorded.scene == scene { return recorded.recording }
    if asked != scene {
      asked = scene
      run.start { cancellation throws(SceneError) in
        try BoundedRun(scene, cancellation: cancellation, recordsStages: true).perform().get()
      }
    }
    guard case .success(let recording)? = run.take() else { return nil }
    recorded = (scene, recording)
    return recording
  }
}

extension Viewer {
  /// Opens or closes the stages of the row that is selected; of all outputs, if none is.
  mutating func unfold(_ opens: Bool, watching snapshot: PlaybackSnapshot) {
    let rows = snapshot.drawing.scene.rows
    let outputs = rows.indices.filter { rows[$0].expression != nil }
    let selected = (selected?.row ?? focusedRow).flatMap { outputs.contains($0) ? [$0] : nil }
    for row in selected ?? outputs {
      let owner = snapshot.owners?[row] ?? rows[row].name
      if opens { openStages.insert(owner) } else { openStages.remove(owner) }
    }
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
