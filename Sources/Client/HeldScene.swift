internal import Drawing
internal import Marbles
internal import Playback
internal import Player
internal import Scenes

/// The scene of a daemon as one viewer sees it while it edits the scene or drags the playhead.
///
/// The daemon and the other viewers go on. The scene that was edited here is shown until the daemon has answered.
struct HeldScene {
  /// Why an edit is not sent.
  struct Problem: Error, CustomStringConvertible {
    var description: String
  }

  /// The scene that the daemon played when the hold began.
  private let scene: Scene
  private var history: EditHistory
  private var time: SceneTime
  private let playback: PlaybackState
  /// The drawing of the edited scene.
  var drawing: SceneDrawing
  /// Why the last edit is not shown; nil when it is.
  private(set) var refusal: String?
  /// Where the playhead was dragged to; nil when it was not.
  private(set) var draggedTime: SceneTime?
  /// The snapshots and the refusals so far when a request was sent; nil before that.
  private var sent: (number: Int, refusals: Int)?

  init(_ remote: RemoteState, drawing: SceneDrawing, playhead: Playhead) {
    (scene, history) = (remote.scene, EditHistory(drawing.scene))
    (time, playback, self.drawing) = (playhead.time, playhead.playback, drawing)
  }

  /// The playhead, which stands still.
  var playhead: Playhead { Playhead(heldAt: time, of: playback) }

  /// Whether the daemon still plays the scene that is edited here.
  func isOf(_ remote: RemoteState) -> Bool { remote.scene == scene }

  // MARK: Answers

  /// Whether a request was sent.
  var isWaiting: Bool { sent != nil }

  mutating func awaitAnswer(to remote: RemoteState, refusals: Int) { sent = (remote.number, refusals) }

  /// Whether a request was sent, and the daemon has answered: with a snapshot or a refusal.
  func isAnswered(_ remote: RemoteState, refusals: Int) -> Bool {
    guard let sent else { return false }
    return sent.number != remote.number || sent.refusals != refusals
  }

  // MARK: Edits

  /// The scene with an edit that is still computed; nil when ``drawing`` has it.
  var pendingScene: Scene? { history.scene == drawing.scene ? nil : history.scene }

  /// Moves the playhead.
  mutating func move(to time: SceneTime) { (self.time, draggedTime) = (time, time) }

  /// Shows the scene with an edit, as soon as `run` has computed it. One that can't be played changes nothing.
  mutating func preview(_ edit: SceneEdit?, _ run: NewestRun<SceneDrawing>) {
    var history = history
    do {
      try history.preview(edit)
      refusal = nil
      show(history, keepsLayout: edit?.isDragged == true, run)
    } catch {
      run.cancel()
      refusal = SceneEdit.refusal(error)
    }
  }

  /// Shows the edited scene once it is computed.
  ///
  /// - Parameter limit: how long to wait for it.
  mutating func takeEdit(_ run: NewestRun<SceneDrawing>, waiting limit: Duration = .zero) {
    switch run.take(waiting: limit) {
    case .success(var next):
      if next.theme != drawing.theme { next.theme = drawing.theme }
      drawing = next
    case .failure(let error): refusal = SceneEdit.refusal(error)
    case nil: break
    }
  }

  /// Shows the scene with an edit that is complete; the daemon computes it, too.
  ///
  /// - Returns: the commands that make it; nil when nothing was changed.
  /// - Throws: ``Problem`` when it was refused, or no commands make it.
  mutating func keep(_ edit: SceneEdit?, _ run: NewestRun<SceneDrawing>) throws(Problem) -> [String]? {
    var earlier = history
    try? earlier.preview(nil)
    let problem = refusal
    let last = history.scene
    preview(edit, run)
    // A run that has refused this scene would refuse it again.
    if let refusal = refusal ?? (history.scene == last ? problem : nil) { throw Problem(description: refusal) }
    guard history.keep(), let edit else { return nil }
    guard let commands = edit.commands(in: earlier.scene) else {
      throw Problem(description: "this edit can't be sent to a daemon")
    }
    drawing = drawing.remeasured
    return commands
  }

  private mutating func show(_ history: EditHistory, keepsLayout: Bool, _ run: NewestRun<SceneDrawing>) {
    self.history = history
    let scene = history.scene
    guard scene != drawing.scene else { return run.cancel() }
    run.start(scene) { [drawing] in drawing.edited(scene, $0, keepsLayout: keepsLayout) }
    takeEdit(run, waiting: LocalPlayback.frameWait)
  }
}
