internal import Drawing
internal import Marbles
internal import Playback
public import Scenes

/// Editing the scene that plays.
extension LocalPlayback {
  /// The scene that is shown, with its edits; also with one that is confirmed and still computed.
  public var history: EditHistory? {
    guard let pending, holdsCommands else { return histories[current] }
    // What the commands that wait will do.
    var history = pending.history
    for command in deferred {
      switch command {
      case .preview(let edit): try? history.preview(edit)
      case .keep: history.keep()
      case .undo: history.undo()
      case .redo: history.redo()
      case .markSaved: history.markSaved()
      default: break
      }
    }
    try? history.preview(nil)
    return history
  }

  /// Whether an edit that is to be kept is still computed, so that later commands wait for it.
  private var holdsCommands: Bool { pending?.isKept == true || !deferred.isEmpty }

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

  /// Shows the scene with an edit, as soon as it is computed. An edit that can't be played changes nothing.
  func preview(_ edit: SceneEdit?) {
    guard drawing.scene.isEditable else { return }
    hold(at: playhead.time)
    var history = histories[current] ?? EditHistory(drawing.scene)
    do {
      try history.preview(edit)
      refusal = nil
      show(PendingEdit(history: history, isKept: false), keepsLayout: edit?.isDragged == true)
    } catch {
      forgetEdit()
      refusal = SceneEdit.refusal(error)
    }
  }

  /// Keeps the edit that is shown, unless the last one was refused.
  func keep() {
    if let refusal {
      preview(nil)
      notice = refusal
    } else {
      histories[current]?.keep()
    }
    refusal = nil
  }

  func change(_ change: (inout EditHistory) -> SceneEdit?) {
    guard var history = histories[current] else { return }
    hold(at: playhead.time)
    refusal = nil
    guard change(&history) != nil else { return }
    show(PendingEdit(history: history, isKept: true), keepsLayout: false)
  }

  // MARK: Computing

  /// Computes an edited scene; the newest one replaces one that is still being computed.
  private func show(_ edit: PendingEdit, keepsLayout: Bool) {
    let scene = edit.history.scene
    guard scene != drawing.scene else {
      forgetEdit()
      histories[current] = edit.history
      return
    }
    pending = edit
    editRun.start(scene) { [drawing] in drawing.edited(scene, $0, keepsLayout: keepsLayout) }
    takeEdit(waiting: patience)
  }

  /// Shows the edited scene once it is computed, and then executes the commands that have waited for it.
  ///
  /// - Parameter patience: how long to wait for it; nil for as long as it takes.
  func takeEdit(waiting patience: Duration?) {
    guard let edit = pending, let result = editRun.take(waiting: patience) else { return }
    pending = nil
    do throws(SceneError) {
      show(try result.get(), at: current)
      histories[current] = edit.history
      refusal = nil
    } catch {
      if edit.isKept { notice = "\(error)" } else { refusal = SceneEdit.refusal(error) }
      // A file that was written meanwhile has the refused edit.
      deferred.removeAll { $0 == .markSaved }
    }
    let commands = deferred
    deferred = []
    commands.forEach(handle)
  }

  /// Lets a command wait for the pending edit: one that ends the edit, and all that follow such a command, or an edit that
  /// was undone or made again.
  ///
  /// - Returns: whether it waits.
  func defers(_ command: PlaybackCommand) -> Bool {
    switch command {
    case .pause, .resume, .setSpeedFactor, .setLooping: return false
    case .keep, .undo, .redo, .markSaved, .release: break
    case .preview, .restart, .seek, .hold, .changeScene, .choose:
      guard holdsCommands else { return false }
      if case .preview = command, case .preview? = deferred.last { deferred.removeLast() }
    }
    deferred.append(command)
    return true
  }

  /// Stops computing an edit, and forgets it.
  func forgetEdit() {
    editRun.cancel()
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
  let history: EditHistory
  /// Whether the edit was undone or made again, rather than shown for the first time.
  let isKept: Bool
}
