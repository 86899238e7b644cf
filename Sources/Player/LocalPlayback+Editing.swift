internal import Drawing
internal import Marbles
public import Scenes

/// Editing the scene that plays.
extension LocalPlayback {
  /// The scene that is shown, with its edits.
  public var history: EditHistory? { histories[current] }

  /// The scenes with edits that are in no file.
  public var unsaved: [EditHistory] {
    histories.sorted { $0.key < $1.key }.map(\.value).filter(\.hasUnsavedEdits)
  }

  var edits: EditState {
    var state = EditState()
    state.refusal = refusal
    guard let history else { return state }
    (state.canUndo, state.canRedo) = (history.canUndo, history.canRedo)
    state.isUnsaved = history.hasUnsavedEdits
    return state
  }

  /// Shows the scene with an edit. An edit that can't be played changes nothing.
  func preview(_ edit: SceneEdit?) {
    guard drawing.scene.isEditable else { return }
    hold(at: held?.time ?? playhead.time)
    var history = histories[current] ?? EditHistory(drawing.scene)
    do {
      try history.preview(edit)
      if isLarge, history.scene != drawing.scene {
        planner.plan(history, keepsLayout: edit?.isDragged == true)
      } else {
        planner.cancel()
        try show(history, keepsLayout: edit?.isDragged == true)
      }
      refusal = nil
    } catch {
      refusal = SceneEdit.refusal(error)
    }
  }

  /// The number of events from which on a scene is not run between two frames.
  private static let most = 2000
  /// Whether a run of the scene takes longer than a frame may.
  private var isLarge: Bool { drawing.plan.rows.reduce(0) { $0 + $1.timeline.events.count } > Self.most }

  /// Shows a large scene that was run in the background.
  ///
  /// - Parameter waits: whether the run must be complete.
  func takePlan(waits: Bool) {
    guard held != nil, let plan = planner.take(waits: waits) else { return }
    switch plan.recording {
    case .success(let recording): try? show(plan.history, recording, keepsLayout: plan.keepsLayout)
    case .failure(let error): refusal = SceneEdit.refusal(error)
    }
  }

  /// Keeps the edit that is shown, unless the last one was refused.
  func keep() {
    takePlan(waits: true)
    if let refusal {
      preview(nil)
      notice = refusal
    }
    refusal = nil
    histories[current]?.keep()
  }

  func change(_ change: (inout EditHistory) -> SceneEdit?) {
    takePlan(waits: true)
    guard var history = histories[current] else { return }
    hold(at: held?.time ?? playhead.time)
    refusal = nil
    guard change(&history) != nil else { return }
    do { try show(history, keepsLayout: false) } catch { notice = "\(error)" }
  }

  private func show(
    _ history: EditHistory, _ recording: Recording? = nil, keepsLayout: Bool
  ) throws(SceneError) {
    drawings[current] = try drawing.edited(history.scene, recording, keepsLayout: keepsLayout)
    histories[current] = history
  }

  /// Loads the changed files of scenes that have no unsaved edits any more.
  func reloadWaiting() {
    for (place, scene) in waiting where histories[place]?.hasUnsavedEdits != true && (place != current || held == nil) {
      reload(.changed(scene))
    }
  }

  /// Replaces a scene whose file has changed, and keeps the playhead where it is. Edits that are in no file stay.
  func reload(_ news: SceneReloads.News) {
    switch news {
    case .problem(let text): notice = text
    case .row(let row, let scene): add(row, to: scene)
    case .changed(let scene):
      guard let place = drawings.prefix(inTurn).firstIndex(where: { $0.scene.name == scene.name }) else { return }
      waiting[place] = nil
      guard scene != drawings[place].scene else { return }
      if place == current && held != nil || histories[place]?.hasUnsavedEdits == true {
        waiting[place] = scene
        notice = "the file of \(scene.name) has changed; it is loaded when no unsaved edits are left"
        return
      }
      do {
        let next = drawings[place].replanned(scene, try scene.recorded()).remeasured
        let isShown = place == current && !drawing.scene.isLive
        if isShown { hold(at: held?.time ?? playhead.time) }
        drawings[place] = next
        histories[place] = nil
        notice = "reloaded \(scene.name)"
        if isShown { release() }
        onReload(scene)
      } catch {
        notice = "\(scene.name): \(error)"
      }
    }
  }
}
