internal import Drawing
internal import Marbles
internal import Playback
public import Scenes

/// Editing the scene that plays.
extension LocalPlayback {
  /// The scene that is shown, with its edits; also with one that is confirmed and still computed.
  public var history: EditHistory? {
    guard let pending, pending.phase == .kept else { return histories[current] }
    // What the commands that wait will do.
    var history = pending.history
    for command in deferred {
      switch command {
      case .edit(let edit?, .kept): _ = try? history.apply(edit)
      case .undo: history.undo()
      case .redo: history.redo()
      case .markSaved: history.markSaved()
      default: break
      }
    }
    return history
  }

  /// The scenes with edits that are in no file.
  public var unsaved: [EditHistory] {
    histories.sorted { $0.key < $1.key }.map(\.value).filter(\.hasUnsavedEdits)
  }

  var edits: EditState {
    var state = EditState()
    (state.refusal, state.progress) = (refusal, progress)
    guard let history else { return state }
    (state.canUndo, state.canRedo) = (history.canUndo, history.canRedo)
    state.isUnsaved = history.hasUnsavedEdits
    return state
  }

  /// What is computed, and which scene follows.
  private var progress: String? {
    let isComputing = pending != nil || starting != nil
    guard let following else { return isComputing ? EditState.computing : nil }
    if isComputing { return "\(EditState.computing) then \(following) opens" }
    return held == nil ? "computing \(following)…" : "\(following) opens after the edit"
  }

  /// The name of the scene that was chosen, and is not shown yet.
  private var following: String? {
    for case .choose(let index) in deferred.reversed() { return choices[index].name }
    return loads.first { $0.purpose.isToPlay }?.scene.name
  }

  /// Makes an edit, which is shown as soon as it is computed. An edit that can't be played changes nothing.
  func edit(_ edit: SceneEdit?, _ phase: PlaybackCommand.Phase) {
    guard drawing.scene.isEditable else { return }
    hold(at: playhead.time)
    var history = histories[current] ?? EditHistory(drawing.scene)
    do {
      try history.preview(edit)
      if phase == .kept { history.keep() }
      show(PendingEdit(history: history, phase: phase), keepsLayout: edit?.isDragged == true)
    } catch {
      forgetEdit()
      refuse(error, phase)
    }
  }

  func change(_ change: (inout EditHistory) -> SceneEdit?) {
    guard var history = histories[current] else { return }
    hold(at: playhead.time)
    _ = change(&history)
    show(PendingEdit(history: history, phase: .kept), keepsLayout: false)
  }

  // MARK: Computing

  /// Computes an edited scene; the newest one replaces one that is still being computed.
  private func show(_ edit: PendingEdit, keepsLayout: Bool) {
    refusal = nil
    let scene = edit.history.scene
    if drawing.scene.isLive { return showLive(edit) }
    if let known = [drawing, held?.drawing].compactMap({ $0 }).first(where: { $0.scene == scene }) {
      forgetEdit()
      return finish(edit, known)
    }
    let isComputing = pending?.history.scene == scene
    pending = edit
    if !isComputing {
      editRun.start(scene) { [drawing] in drawing.edited(scene, $0, keepsLayout: keepsLayout) }
    }
    takeEdit(waiting: resultWait)
  }

  private func finish(_ edit: PendingEdit, _ next: SceneDrawing) {
    show(next, at: current)
    histories[current] = edit.history
    refusal = nil
    if edit.phase == .kept { release() }
  }

  /// Shows the edited scene once it is computed, and then executes the commands that have waited for it.
  ///
  /// - Parameter limit: how long to wait for it; nil for as long as it takes.
  func takeEdit(waiting limit: Duration?) {
    guard let edit = pending else { return }
    let isLive = drawing.scene.isLive
    let live = isLive ? previews.take(waiting: limit) : nil
    let result = isLive ? nil : editRun.take(waiting: limit)
    guard live != nil || result != nil else { return }
    var commands = deferred
    (pending, deferred) = (nil, [])
    do throws(SceneError) {
      if let live { finish(edit, try live.get()) }
      if let result { finish(edit, try result.get()) }
    } catch {
      refuse(error, edit.phase)
      // A file that was written meanwhile has the refused edit.
      commands.removeAll { $0 == .markSaved }
      // Edits name rows by their places, which are others now.
      if edit.history.scene.rows.map(\.name) != drawing.scene.rows.map(\.name) {
        let count = commands.count
        commands.removeAll { if case .edit(.some, _) = $0 { true } else { false } }
        if commands.count < count { notice = notice.map { $0 + "; what followed it was not made" } }
      }
    }
    commands.forEach(handle)
  }

  /// Says why an edit is not shown. One that was to be kept ends, and the scene is shown without it.
  private func refuse(_ error: any Error, _ phase: PlaybackCommand.Phase) {
    refusal = SceneEdit.refusal(error)
    guard phase == .kept else { return }
    notice = refusal
    try? histories[current]?.preview(nil)
    if let held { show(held.drawing, at: current) }
    endLivePreview()
    release()
  }

  /// Lets a command wait for an edit that is kept, and for all that wait for it already.
  ///
  /// - Returns: whether it waits.
  func defers(_ command: PlaybackCommand) -> Bool {
    guard pending?.phase == .kept else { return false }
    switch command {
    case .pause, .resume, .setSpeedFactor, .setLooping: return false
    case .edit: if case .edit(_, .preview)? = deferred.last { deferred.removeLast() }
    case .undo, .redo, .markSaved, .restart, .seek, .drag, .changeScene, .choose, .toggleRemote: break
    }
    deferred.append(command)
    return true
  }

  /// Stops computing an edit, and forgets it.
  func forgetEdit() {
    editRun.cancel()
    endLivePreview()
    (pending, deferred) = (nil, [])
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
      // The newest file counts.
      forgetLoads { if case .reload(place) = $0 { true } else { false } }
      guard scene != drawings[place].scene else { return }
      if isEdited(place) { return wait(for: scene, at: place) }
      load(SceneLoad(scene: scene, purpose: .reload(place: place)))
    }
  }
}

/// An edited scene that is being computed.
struct PendingEdit {
  var history: EditHistory
  let phase: PlaybackCommand.Phase
}
