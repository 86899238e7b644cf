internal import Drawing
internal import Marbles
internal import Playback
internal import Player
internal import Scenes

/// An edit of a daemon's live scene as one viewer makes it.
///
/// The scene plays on, here too. What has arrived here is repeated for the edited expressions, so that their results are seen
/// while they are typed. An edit that is kept stays on the screen until the daemon has answered.
struct LiveSceneEdit {
  /// How long after the playhead events may still come, of which the daemon has the most: they take a while to get here.
  private static let delay = SceneTime.milliseconds(500)

  /// The scene that the daemon played when the edit began.
  private let scene: Scene
  /// The drawing of it.
  private let original: SceneDrawing
  private var history: EditHistory
  /// The number of the snapshot whose events are repeated.
  private var number: Int
  /// Why the last edit is not shown; nil when it is.
  private(set) var refusal: String?
  /// Whether the last edit is not shown yet.
  private(set) var isComputing = false
  /// The snapshots and the refusals so far when a request was sent; nil before that.
  private var sent: (number: Int, refusals: Int)?

  init(_ remote: RemoteState, drawing: SceneDrawing) {
    (scene, original, number) = (remote.scene, drawing, remote.number)
    history = EditHistory(drawing.scene)
  }

  /// Whether the daemon still plays the scene that is edited here.
  func isOf(_ remote: RemoteState) -> Bool { remote.scene == scene }

  /// The scene with an edit that the drawing `shown` lacks; nil when it has it.
  func pendingScene(behind shown: SceneDrawing) -> Scene? { history.scene == shown.scene ? nil : history.scene }

  /// Whether a request was sent.
  var isWaiting: Bool { sent != nil }

  mutating func awaitAnswer(to remote: RemoteState, refusals: Int) { sent = (remote.number, refusals) }

  /// Whether a request was sent, and the daemon has answered: with a snapshot or a refusal.
  func isAnswered(_ remote: RemoteState, refusals: Int) -> Bool {
    guard let sent else { return false }
    return sent.number != remote.number || sent.refusals != refusals
  }

  /// Shows the scene with an edit, as soon as its results are computed. One that can't be played changes nothing.
  ///
  /// - Parameter time: the scene time of the playhead.
  mutating func preview(_ edit: SceneEdit?, of remote: RemoteState, at time: SceneTime, _ previews: LivePreviews) {
    guard isOf(remote) else { return leave(previews) }
    do {
      var history = history
      try history.preview(edit)
      (self.history, refusal) = (history, nil)
      compute(remote, at: time, previews)
    } catch {
      isComputing = false
      previews.end()
      refusal = SceneEdit.refusal(error)
    }
  }

  /// Shows the scene with an edit that is complete.
  ///
  /// - Returns: the commands that make it; nil when nothing was changed.
  /// - Throws: ``HeldScene/Problem`` when it was refused, or no commands make it.
  mutating func keep(
    _ edit: SceneEdit?, of remote: RemoteState, at time: SceneTime, _ previews: LivePreviews
  ) throws(HeldScene.Problem) -> [String]? {
    var earlier = history
    try? earlier.preview(nil)
    let (last, problem) = (history.scene, refusal)
    preview(edit, of: remote, at: time, previews)
    // Expressions that were stopped here would be stopped there, too.
    if let refusal = refusal ?? (history.scene == last ? problem : nil) {
      throw HeldScene.Problem(description: refusal)
    }
    guard history.keep(), let edit else { return nil }
    guard let commands = edit.commands(in: earlier.scene) else {
      throw HeldScene.Problem(description: "this edit can't be sent to a daemon")
    }
    return commands
  }

  /// Lets the results of the edit follow what has arrived.
  mutating func follow(_ remote: RemoteState, at time: SceneTime, _ previews: LivePreviews) {
    guard isOf(remote) else { return leave(previews) }
    if number != remote.number {
      // Its events may be others.
      compute(remote, at: time, previews)
    } else if isComputing {
      take(previews, waiting: .zero)
    } else if let error = previews.refresh(after: { past(remote, at: time) }) {
      refusal = SceneEdit.refusal(error)
    }
  }

  /// Ends the preview, as its scene plays no more.
  private mutating func leave(_ previews: LivePreviews) {
    isComputing = false
    previews.end()
    refusal = Self.isGone
  }

  /// Why an edit is not sent when the daemon plays another scene, or the same one with another edit.
  static let isGone = "the scene has changed; the edit was not sent"

  private mutating func compute(_ remote: RemoteState, at time: SceneTime, _ previews: LivePreviews) {
    let scene = history.scene
    if scene == original.scene {
      isComputing = false
      previews.end()
    } else if number != remote.number || !previews.isReady(scene) {
      isComputing = true
      previews.compute(scene, like: original, after: past(remote, at: time))
      take(previews, waiting: LocalPlayback.frameWait)
    }
    number = remote.number
  }

  private mutating func take(_ previews: LivePreviews, waiting limit: Duration) {
    guard let result = previews.take(waiting: limit) else { return }
    isComputing = false
    do throws(SceneError) { previews.show(try result.get(), insteadOf: original) } catch {
      refusal = SceneEdit.refusal(error)
    }
  }

  private func past(_ remote: RemoteState, at time: SceneTime) -> LiveEditRun.Past {
    LiveEditRun.Past(remote.recording, playhead: time - Self.delay, of: nil)
  }
}
