internal import Drawing
internal import Marbles
internal import Playback
internal import Player
internal import Scenes
internal import Wire

/// Draws what a remote daemon plays.
final class RemotePlayback: PlaybackSource {
  private let store: RemoteStateStore
  private let settings: DisplaySettings
  private let rates: RefreshRates
  private let hint: String
  private let editor: String?
  private let steer: (ControlRequest) -> Void
  /// Computes the scene with the newest edit.
  private let editRun: NewestRun<SceneDrawing>
  private var theme: Theme
  private var drawn: (number: Int, isPlanned: Bool, drawing: SceneDrawing)?
  /// What is shown instead of the daemon's state; nil when nothing is.
  private var held: HeldScene?
  /// The edit of a live scene that is made here, or that waits for the daemon's answer; nil when there is none.
  private var liveEdit: LiveSceneEdit?
  /// What edited expressions make of what has arrived in a live scene.
  private let previews: LivePreviews
  /// The scene that was written to a file last.
  private var saved: Scene?

  /// Creates a playback of the states in `store`; while there is none, it shows why.
  ///
  /// - Parameters:
  ///   - hint: the keys that work here.
  ///   - editor: the name under which this viewer edits; nil when it doesn't.
  ///   - steer: sends the requests of keys.
  init(
    _ store: RemoteStateStore, settings: DisplaySettings, rates: RefreshRates, hint: String, editor: String?,
    steer: @escaping (ControlRequest) -> Void
  ) {
    self.store = store
    self.settings = settings
    self.rates = rates
    self.hint = hint
    self.editor = editor
    self.steer = steer
    editRun = NewestRun { [store] in store.report() }
    previews = LivePreviews(wall: store.wall, watchdog: .wall) { [store] in store.report() }
    theme = settings.theme(for: settings.capabilities)
  }

  func begin(onChange: @escaping @Sendable () -> Void) { store.observe(onChange) }
  func end() {
    store.observe {}
    editRun.cancel()
    previews.end()
    previews.wait()
  }
  func advance() {}
  var untilAdvance: Int64? { store.refusal.map { max(1, $0.left) } }
  var goesOn: Bool { true }

  func snapshot() -> PlaybackSnapshot {
    guard let remote = store.current else {
      letGo()
      return waiting()
    }
    if isAnswered(remote) == true { letGo() }
    held?.takeEdit(editRun)
    liveEdit?.follow(remote, at: playhead(of: remote).time, previews)
    var overlay = remote.overlay
    overlay.hint = hint
    overlay.isPaused = remote.playback.isPaused
    if let refusal = store.refusal { overlay.notice = refusal.text }
    if held != nil { overlay.showsCard = false }
    let drawing = livePreview?.drawing ?? held?.drawing ?? drawing(for: remote)
    let recording = livePreview?.shown(with: remote.recording) ?? held?.drawing.plan ?? remote.recording
    var snapshot = PlaybackSnapshot(
      drawing: drawing, recording: recording, playhead: held?.playhead ?? playhead(of: remote), overlay: overlay,
      isOneOfSeveral: overlay.count > 1)
    snapshot.pendingScene = held?.pendingScene ?? liveEdit?.pendingScene(behind: drawing)
    // Keys that affect more than the current scene have no request.
    snapshot.permissions.subtract([.loop, .choose])
    if editor == nil || remote.playlist.edits == nil { snapshot.permissions.subtract(.edit) }
    let edits = remote.playlist.edits ?? PlaylistStatus.Edits()
    (snapshot.edits.canUndo, snapshot.edits.canRedo) = (edits.count > 0, edits.undone > 0)
    snapshot.edits.isUnsaved = snapshot.edits.canUndo && saved != remote.scene
    let isComputing = editRun.isPending || liveEdit?.isComputing == true
    snapshot.edits.refusal = held?.refusal ?? liveEdit?.refusal
    snapshot.edits.progress = isComputing ? EditState.computing : nil
    return snapshot
  }

  /// The preview of a live scene's edit, in the theme of this terminal.
  private var livePreview: LivePreview? {
    guard var preview = previews.shown else { return nil }
    if preview.drawing.theme != theme { preview.drawing.theme = theme }
    return preview
  }

  /// Whether the daemon has answered an edit that was sent; nil while none is made here.
  private func isAnswered(_ remote: RemoteState) -> Bool? {
    held?.isAnswered(remote, refusals: store.refusals) ?? liveEdit?.isAnswered(remote, refusals: store.refusals)
  }

  private func playhead(of remote: RemoteState) -> Playhead {
    Playhead(time: remote.playback.time(at: store.wall.now()), playback: remote.playback)
  }

  /// A card that gives the reason in its last line.
  private func waiting() -> PlaybackSnapshot {
    let scene = Scene(name: "marbled", about: "Shows what the daemon plays as soon as it answers. q leaves.", rows: [])
    var drawing = settings.drawing(for: scene, plan: scene.emptyRecording(), settings.capabilities)
    drawing.theme = theme
    let playback = PlaybackState(at: store.wall.now(), isPaused: true, phase: .ready)
    return PlaybackSnapshot(
      drawing: drawing, recording: scene.emptyRecording(), playhead: Playhead(time: .zero, playback: playback),
      overlay: PlaylistOverlay(showsCard: true, notice: store.waiting, hint: hint))
  }

  private func drawing(for remote: RemoteState) -> SceneDrawing {
    if let drawn, drawn.number == remote.number { return drawn.drawing }
    let scene = rates.applied(to: remote.scene)
    let isKnown = drawn.map { $0.drawing.scene == scene && $0.isPlanned == remote.isPlanned } == true
    var drawing =
      if isKnown, let drawn { drawn.drawing } else {
        settings.drawing(for: scene, plan: remote.plan, settings.capabilities)
      }
    drawing.theme = theme
    // Who edits the scene sees what the doctor finds in it; who watches does not.
    if !isKnown, editor != nil, remote.isPlanned { drawing.examine() }
    drawn = (remote.number, remote.isPlanned, drawing)
    return drawing
  }

  func apply(_ theme: Theme) {
    self.theme = theme
    drawn?.drawing.theme = theme
    held?.drawing.theme = theme
  }

  func handle(_ command: PlaybackCommand) {
    switch command {
    case .drag(let time, let phase):
      hold()
      held?.move(to: time)
      if phase == .kept { release() }
    case .edit(let edit, .preview) where isLive:
      guard let remote = beginLiveEdit() else { return }
      liveEdit?.preview(edit, of: remote, at: playhead(of: remote).time, previews)
    case .edit(let edit, .kept) where isLive: keepLive(edit)
    case .edit(let edit, .preview):
      hold()
      held?.preview(edit, editRun)
    case .edit(let edit, .kept):
      hold()
      keep(edit)
      release()
    case .undo, .redo:
      send(command == .undo ? .undo : .redo)
      release()
    case .markSaved: saved = store.current?.scene
    default: if let request = ControlRequest(command) { steer(request) }
    }
  }

  // MARK: Editing

  /// Shows the daemon's state again.
  private func letGo() {
    (held, liveEdit) = (nil, nil)
    editRun.cancel()
    previews.end()
  }

  /// The scene that the daemon plays, without the refresh intervals of this terminal.
  var history: EditHistory? { store.current.map { EditHistory($0.scene) } }

  /// Holds the scene at its playhead. Live input can't be repeated.
  private func hold() {
    guard let remote = store.current, !remote.scene.isLive else { return }
    if isAnswered(remote) != false {
      letGo()
      held = HeldScene(remote, drawing: drawing(for: remote), playhead: playhead(of: remote))
    }
  }

  /// Sends an edit to the daemon. Until it answers, the edited scene stays on the screen.
  private func keep(_ edit: SceneEdit?) {
    guard var held, let remote = store.current else { return }
    defer { self.held = held }
    do throws(HeldScene.Problem) {
      guard let commands = try held.keep(edit, editRun) else { return }
      guard held.isOf(remote) else {
        throw HeldScene.Problem(description: LiveSceneEdit.isGone)
      }
      held.awaitAnswer(to: remote, refusals: store.refusals)
      send(.commands(commands))
    } catch {
      store.refuse(error.description)
    }
  }

  // MARK: Editing live scenes

  /// Whether an edit is one of a live scene: of the scene that plays, unless an edit of another one has begun.
  private var isLive: Bool { liveEdit != nil || held == nil && store.current?.scene.isLive == true }

  /// Begins an edit, unless one has begun that the daemon has not answered.
  ///
  /// - Returns: what the daemon plays; nil when that is not known.
  private func beginLiveEdit() -> RemoteState? {
    guard let remote = store.current else { return nil }
    if isAnswered(remote) != false {
      letGo()
      liveEdit = LiveSceneEdit(remote, drawing: drawing(for: remote))
    }
    return remote
  }

  /// Sends an edit to the daemon. Until it answers, the results that are known here stay on the screen.
  private func keepLive(_ edit: SceneEdit?) {
    // The end of a line that was not kept; one that was sent before still waits for its answer.
    guard let edit else {
      if liveEdit?.isWaiting != true { letGo() }
      return
    }
    guard let remote = beginLiveEdit(), var liveEdit else { return }
    do throws(HeldScene.Problem) {
      guard liveEdit.isOf(remote) else { throw HeldScene.Problem(description: LiveSceneEdit.isGone) }
      guard let commands = try liveEdit.keep(edit, of: remote, at: playhead(of: remote).time, previews) else {
        return letGo()
      }
      liveEdit.awaitAnswer(to: remote, refusals: store.refusals)
      self.liveEdit = liveEdit
      send(.commands(commands))
    } catch {
      letGo()
      store.refuse(error.description)
    }
  }

  /// Shows the daemon's state again, or continues at the time to which the playhead was dragged.
  private func release() {
    guard let remote = store.current, held?.isWaiting == false else { return }
    guard let time = held?.draggedTime, held?.isOf(remote) == true else { return letGo() }
    var request = ControlRequest()
    request.seek = time
    held?.awaitAnswer(to: remote, refusals: store.refusals)
    steer(request)
  }

  private func send(_ edit: ControlRequest.Edit) {
    var request = ControlRequest()
    (request.edit, request.editor, request.editedScene) = (edit, editor, store.current?.scene.name)
    steer(request)
  }
}
