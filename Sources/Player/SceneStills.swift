internal import Drawing
internal import Playback
internal import Scenes

/// The scenes that are shown beside the list of scenes: each is computed on another thread when it is first selected, at most
/// once while the list is open, and one at a time.
///
/// Used from one thread.
final class SceneStills {
  private let run: NewestRun<SceneStill>
  /// What has been computed, by the position of the choice.
  private var known: [Int: SceneStill] = [:]
  /// The position of the choice that is being computed.
  private var asked: Int?
  /// How long a scene that was just selected may be waited for, so that most pictures follow their key at once.
  private let wait: Duration

  /// - Parameters:
  ///   - wait: how long to wait for a scene that was just selected.
  ///   - watchdog: ends runs that take more than 5 s.
  ///   - onChange: called on another thread when a scene can be shown.
  init(waiting wait: Duration = .zero, watchdog: Watchdog = .wall, onChange: @escaping @Sendable () -> Void) {
    self.wait = wait
    run = NewestRun(watchdog: watchdog, onChange: onChange)
  }

  /// What to show of a choice; nil until it is computed. Another choice that is still being computed is cancelled.
  ///
  /// - Parameters:
  ///   - choice: the position of the choice; nil when none is selected.
  ///   - preview: makes the drawing of a choice, on another thread.
  func still(
    of choice: Int?, preview: (Int) -> (@Sendable (Cancellation) throws -> SceneDrawing)?
  ) -> SceneStill? {
    take(waiting: .zero)
    if asked != nil, asked != choice { cancel() }
    guard let choice else { return nil }
    if known[choice] == nil, asked == nil, let make = preview(choice) {
      asked = choice
      run.start { cancellation throws(SceneError) in .of(make, until: cancellation) }
      take(waiting: wait)
    }
    return known[choice]
  }

  private func take(waiting limit: Duration) {
    guard let asked, let result = run.take(waiting: limit) else { return }
    self.asked = nil
    known[asked] = try? result.get()
  }

  /// Forgets all, because the list is closed.
  func forget() {
    cancel()
    known = [:]
  }

  private func cancel() {
    guard asked != nil else { return }
    asked = nil
    run.cancel()
  }
}

extension SceneStill {
  /// Computes all that the picture needs.
  fileprivate static func of(
    _ make: @Sendable (Cancellation) throws -> SceneDrawing, until cancellation: Cancellation
  ) -> SceneStill {
    do {
      let drawing = try make(cancellation).withStages
      if drawing.scene.isLive { return .problem("a live scene shows what arrives while it plays") }
      drawing.prepare(until: { cancellation.isSet })
      if let cause = cancellation.cause { throw SceneError.stopped(cause) }
      return .drawing(drawing)
    } catch {
      return .problem("this scene can't run: \(error)".split(separator: "\n").first.map(String.init) ?? "")
    }
  }
}

extension SceneDrawing {
  /// The drawing with the stages that the scene marks.
  fileprivate var withStages: SceneDrawing {
    let scene = scene
    guard scene.kind == .timelines, scene.rows.contains(where: StageSelection.marked.contains) else { return self }
    let expansion = StageExpansion(of: scene, plan) { StageSelection.marked.contains(scene.rows[$0]) }
    return edited(expansion.scene, expansion.recording, keepsLayout: false)
  }
}
