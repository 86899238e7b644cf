internal import Dispatch
package import Drawing
package import Marbles
package import Playback
package import Scenes

/// An edit of a live scene while it is made. The scene plays on without it.
package struct LivePreview: Sendable {
  /// What the edited expressions make of what has arrived.
  package let run: LiveEditRun
  /// The drawing of the edited scene.
  package var drawing: SceneDrawing

  /// The edited scene.
  package var scene: Scene { run.scene }

  /// The recording of the picture: what has arrived, and what the edited expressions make of it.
  ///
  /// - Parameter recording: what the scene without the edit has recorded.
  package func shown(with recording: Recording) -> Recording {
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

/// Computes previews of edits of a live scene beside the thread that draws, and lets the newest one follow what arrives.
///
/// Used from one thread. The one who shows a preview says how it stands: ``show(_:insteadOf:)``, ``takeOver()``, ``end()``.
package final class LivePreviews {
  /// How often the results of an edit that is being made follow what arrives, in wall nanoseconds.
  private static let refreshInterval: Int64 = 250_000_000

  /// The preview that is shown; nil when there is none.
  package private(set) var shown: LivePreview?
  /// The drawing without the edit; nil while no preview is shown.
  package private(set) var original: SceneDrawing?
  /// The wall time at which the results of ``shown`` were computed, in nanoseconds.
  private var computedAt: Int64 = 0
  private let runs: NewestRun<LivePreview>
  private let stops = DispatchQueue(label: "marbled.stops")
  private let wall: WallClock
  private let watchdog: Watchdog
  private let onChange: @Sendable () -> Void

  /// - Parameters:
  ///   - wall: the wall clock.
  ///   - watchdog: stops expressions that take long.
  ///   - onChange: called on any thread when a preview can be taken.
  package init(wall: WallClock, watchdog: Watchdog, onChange: @escaping @Sendable () -> Void) {
    (self.wall, self.watchdog, self.onChange) = (wall, watchdog, onChange)
    runs = NewestRun(limit: nil, wall: wall, onDrop: { $0.run.scenePlayback.stop() }, onChange: onChange)
  }

  /// Whether a preview is computed, also one that is shown and follows what has arrived.
  package var isPending: Bool { runs.isPending }

  /// Whether a scene is shown, and its results are complete for now.
  package func isReady(_ scene: Scene) -> Bool {
    guard let run = shown?.run else { return false }
    return run.scene == scene && !run.cancellation.isSet && !runs.isPending
  }

  /// Computes a preview; the newest one replaces one that is still computed.
  ///
  /// - Parameters:
  ///   - scene: the edited scene.
  ///   - drawing: the drawing to which its own is like.
  ///   - past: what has arrived.
  ///   - minimum: the scene time that the playhead reaches even without events, if the edit is kept.
  package func compute(
    _ scene: Scene, like drawing: SceneDrawing, after past: LiveEditRun.Past, atLeast minimum: SceneTime = .zero
  ) {
    let cancellation = Cancellation()
    runs.start(cancellation: cancellation) { [wall, watchdog, onChange] cancellation throws(SceneError) in
      let run = try LiveEditRun(
        scene, after: past, atLeast: minimum, wall: wall, watchdog: watchdog, cancellation: cancellation,
        onChange: onChange)
      return LivePreview(run, drawing.edited(scene, scene.emptyRecording(), keepsLayout: false))
    }
  }

  /// The preview that was computed, once.
  ///
  /// - Parameter limit: how long to wait for it; nil for as long as it takes.
  package func take(waiting limit: Duration?) -> Result<LivePreview, SceneError>? { runs.take(waiting: limit) }

  /// Notes that a preview is shown now.
  ///
  /// - Parameter drawing: what was shown before; counts unless that was a preview, too.
  package func show(_ preview: LivePreview, insteadOf drawing: SceneDrawing) {
    if let old = shown?.run.scenePlayback, old !== preview.run.scenePlayback { stops.async { old.stop() } }
    original = original ?? drawing
    (shown, computedAt) = (preview, wall.now())
  }

  /// Lets the results of the preview that is shown follow what has arrived.
  ///
  /// - Parameter past: what has arrived; read when it is needed.
  /// - Returns: why they don't any more; nil while they do.
  package func refresh(after past: () -> LiveEditRun.Past) -> SceneError? {
    guard let preview = shown else { return nil }
    if runs.isPending {
      guard let result = runs.take(waiting: .zero) else { return nil }
      do throws(SceneError) {
        (shown, computedAt) = (try result.get(), wall.now())
        return nil
      } catch {
        return error
      }
    }
    guard wall.now() - computedAt >= Self.refreshInterval, !preview.run.cancellation.isSet else { return nil }
    runs.start(cancellation: preview.run.cancellation) { [past = past()] _ throws(SceneError) in
      LivePreview(try preview.run.repeated(past), preview.drawing)
    }
    return nil
  }

  /// Forgets the preview that is shown, whose run goes on with the stream.
  package func takeOver() { (shown, original) = (nil, nil) }

  /// Ends the preview, and what is computed.
  ///
  /// - Returns: the drawing without the edit; nil when no preview was shown.
  @discardableResult
  package func end() -> SceneDrawing? {
    runs.cancel()
    guard let run = shown?.run else { return nil }
    defer { (shown, original) = (nil, nil) }
    run.cancellation.cancel()
    // It may still be computed.
    stops.async { run.scenePlayback.stop() }
    return original
  }

  /// Waits until all runs that were ended have stopped.
  package func wait() { stops.sync {} }
}

extension LivePreview {
  /// On the thread that computes.
  fileprivate init(_ run: LiveEditRun, _ drawing: SceneDrawing) {
    drawing.prepare(until: { run.cancellation.isSet })
    (self.run, self.drawing) = (run, drawing)
  }
}
