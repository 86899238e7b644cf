internal import Dispatch
internal import Drawing
internal import Marbles
internal import Playback
internal import Scenes
internal import Synchronization

/// A live scene with edited expressions, and what they make of what has arrived.
struct LiveRun: Sendable {
  /// Has repeated what has arrived, and is not on the screen yet.
  let scenePlayback: ScenePlayback
  /// Stops it.
  let cancellation: Cancellation
  let drawing: SceneDrawing
  /// What came of it so far.
  let recorded: Recording

  var scene: Scene { scenePlayback.scene }
}

/// An edit of a live scene while it is made. The scene plays on without it.
struct LivePreview {
  /// The drawing without the edit.
  let original: SceneDrawing
  /// The edit that is shown.
  var run: LiveRun
  /// The wall time at which its results were computed, in nanoseconds.
  var computedAt: Int64

  /// The recording of the picture: what has arrived, and what the edited expressions make of it.
  func shown(with recording: Recording) -> Recording {
    var shown = run.recorded
    for position in shown.rows.indices {
      if run.scene.rows[position].live == nil {
        shown.rows[position].losses = run.scenePlayback.losses(ofRow: position)
      } else if let row = recording.rows.first(where: { $0.name == shown.rows[position].name }) {
        shown.rows[position] = row
      }
    }
    shown.duration = recording.duration
    return shown
  }
}

/// Editing live scenes. What arrives goes on; the edited expressions run over the events that are kept, and when the edit is
/// complete, they follow what arrives from then on.
extension LocalPlayback {
  /// How often the results of an edit that is being made follow what arrives, in wall nanoseconds.
  private static let refreshInterval: Int64 = 250_000_000
  /// How long after the playhead events may still be recorded.
  private static let recordingDelay = SceneTime.milliseconds(50)
  /// How long edited expressions may take for what has arrived.
  private static let limit = Duration.seconds(5)

  /// Shows an edit of a live scene as soon as it is computed.
  func showLive(_ edit: PendingEdit) {
    let scene = edit.history.scene
    if (livePreview?.original ?? drawing).scene == scene {
      forgetEdit()
      histories[current] = edit.history
      return
    }
    if let run = livePreview?.run, run.scene == scene, pending == nil, !run.cancellation.isSet, !liveRun.isPending {
      return finish(edit, run)
    }
    // Also one whose results just follow what has arrived.
    let isComputing = (pending?.history.scene ?? livePreview?.run.scene) == scene && liveRun.isPending
    pending = edit
    if !isComputing { compute(scene, until: playhead.time) }
    takeEdit(waiting: resultWait)
  }

  /// Runs an edited scene over what has arrived.
  private func compute(_ scene: Scene, until time: SceneTime) {
    collect()
    let (recording, time) = (recording, end(of: recording, at: time))
    let cancellation = Cancellation()
    liveRun.start(cancellation: cancellation) {
      [drawing, wall, watchdog, recorder = scenePlayback.recorder, changes] cancellation throws(SceneError) in
      let scenePlayback = try ScenePlayback(
        scene, speedFactor: .normal, wall: wall, watchdog: watchdog, recorder: recorder, continuing: recording,
        cancellation: cancellation, onChange: { changes.report() })
      return try Self.repeating(
        recording, until: time, cancellation: cancellation, on: scenePlayback, watchdog: watchdog,
        drawing: drawing.edited(scene, scene.emptyRecording(), keepsLayout: false))
    }
  }

  /// Lets a playback repeat what has arrived.
  private static func repeating(
    _ recording: Recording, until time: SceneTime, cancellation: Cancellation, on scenePlayback: ScenePlayback,
    watchdog: Watchdog, drawing: SceneDrawing
  ) throws(SceneError) -> LiveRun {
    let hasEnded = Mutex(false)
    watchdog.call(after: limit) { [weak cancellation] in hasEnded.withLock { if !$0 { cancellation?.expire() } } }
    defer { hasEnded.withLock { $0 = true } }
    do throws(SceneError) {
      try scenePlayback.repeatArrivals(of: recording, until: time)
      let recorded = try scenePlayback.recorded
      drawing.prepare(until: { cancellation.isSet })
      return LiveRun(
        scenePlayback: scenePlayback, cancellation: cancellation, drawing: drawing, recorded: recorded)
    } catch {
      scenePlayback.stop()
      throw error
    }
  }

  /// Up to which time nothing is recorded any more.
  private func end(of recording: Recording, at playhead: SceneTime) -> SceneTime {
    let latest = recording.rows.lazy.filter(\.isLive).map(\.timeline.latest).max() ?? .zero
    return max(latest, playhead - Self.recordingDelay)
  }

  /// Shows the results of an edit; they follow what arrives once it is kept.
  func finish(_ edit: PendingEdit, _ run: LiveRun) {
    let original = livePreview?.original ?? drawing
    if let old = livePreview?.run.scenePlayback, old !== run.scenePlayback { stops.async { old.stop() } }
    livePreview = LivePreview(original: original, run: run, computedAt: wall.now())
    histories[current] = edit.history
    refusal = nil
    show(run.drawing, at: current)
    if edit.phase == .kept { takeOver(by: run) }
  }

  /// Lets the results of an edit that is being made follow what has arrived.
  func refreshLivePreview(until time: SceneTime) {
    guard let preview = livePreview, pending == nil else { return }
    if liveRun.isPending {
      guard let result = liveRun.take(waiting: .zero) else { return }
      do throws(SceneError) {
        livePreview?.run = try result.get()
        livePreview?.computedAt = wall.now()
      } catch {
        refusal = SceneEdit.refusal(error)
      }
      return
    }
    let run = preview.run
    guard wall.now() - preview.computedAt >= Self.refreshInterval, !run.cancellation.isSet else { return }
    let (recording, time) = (recording, end(of: recording, at: time))
    liveRun.start(cancellation: run.cancellation) { [watchdog] cancellation throws(SceneError) in
      try Self.repeating(
        recording, until: time, cancellation: cancellation, on: run.scenePlayback, watchdog: watchdog,
        drawing: run.drawing)
    }
  }

  /// Plays on with the edited expressions.
  private func takeOver(by run: LiveRun) {
    livePreview = nil
    scenePlayback.handOver()
    collect()
    let unseen = run.scenePlayback.player.unseenArrivals(of: recording)
    run.scenePlayback.goOn(from: scenePlayback, with: recording)
    recording = recording.followed(by: run.scene, without: unseen, at: scenePlayback.sceneTime)
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
    liveRun.cancel()
    guard let preview = livePreview else { return }
    livePreview = nil
    preview.run.cancellation.cancel()
    // It may still be computed.
    stops.async { preview.run.scenePlayback.stop() }
    show(preview.original, at: current)
  }
}
