internal import Drawing
internal import Marbles
internal import Playback
internal import Scenes

/// Editing live scenes. What arrives goes on; the edited expressions run over the events that are kept, and when the edit is
/// complete, they follow what arrives from then on.
extension LocalPlayback {
  /// Shows an edit of a live scene as soon as it is computed.
  func showLive(_ edit: PendingEdit) {
    let scene = edit.history.scene
    if (previews.original ?? drawing).scene == scene {
      forgetEdit()
      histories[current] = edit.history
      return
    }
    if let preview = previews.shown, pending == nil, previews.isReady(scene) { return finish(edit, preview) }
    // Also one whose results just follow what has arrived.
    let isComputing = (pending?.history.scene ?? previews.shown?.scene) == scene && previews.isPending
    pending = edit
    if !isComputing {
      let time = playhead.time
      collect()
      previews.compute(
        scene, like: drawing, after: past(until: time), atLeast: Self.least(of: drawing, hasEnd: hasEnd))
    }
    takeEdit(waiting: resultWait)
  }

  /// What has arrived, for edited expressions.
  private func past(until time: SceneTime) -> LiveEditRun.Past {
    LiveEditRun.Past(recording, playhead: time, of: scenePlayback)
  }

  /// Shows the results of an edit; they follow what arrives once it is kept.
  func finish(_ edit: PendingEdit, _ preview: LivePreview) {
    previews.show(preview, insteadOf: drawing)
    histories[current] = edit.history
    refusal = nil
    show(preview.drawing, at: current)
    if edit.phase == .kept { takeOver(by: preview.run) }
  }

  /// Lets the results of an edit that is being made follow what has arrived.
  func refreshLivePreview(until time: SceneTime) {
    guard pending == nil else { return }
    if let error = previews.refresh(after: { past(until: time) }) { refusal = SceneEdit.refusal(error) }
  }

  /// Plays on with the edited expressions.
  private func takeOver(by run: LiveEditRun) {
    previews.takeOver()
    scenePlayback.handOver()
    collect()
    recording = run.takeOver(from: scenePlayback, with: recording)
    scenePlayback = run.scenePlayback
    show(drawing.remeasured, at: current)
    scenePlayback.begin()
  }

  /// Adds a live row to a scene that plays, on the screen or not. One whose name is taken is left out.
  func add(_ row: Scene.Row, to name: String) {
    guard let place = drawings.prefix(inTurn).firstIndex(where: { $0.scene.isLive && $0.scene.name == name }),
      !drawings[place].scene.rows.contains(where: { $0.name == row.name }),
      let input = (place == current ? scenePlayback : parked[place]?.scenePlayback)?.addLiveRow(row)
    else { return }
    // An edit names rows by their places, and what is undone would take the row away.
    if place == current { forgetEdit() }
    histories[place] = nil
    var scene = drawings[place].scene
    scene.rows.append(row)
    let empty = scene.emptyRecording()
    drawings[place] = drawings[place].replanned(scene, empty).remeasured
    if place == current {
      recording.rows.append(empty.rows[empty.rows.count - 1])
    } else {
      parked[place]?.recording.rows.append(empty.rows[empty.rows.count - 1])
    }
    onRow(row, input)
  }

  /// Takes an edit of a live scene back that is being made.
  func endLivePreview() {
    if let original = previews.end() { show(original, at: current) }
  }
}
