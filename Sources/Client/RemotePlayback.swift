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
  private let steer: (ControlRequest) -> Void
  private var theme: Theme
  private var drawn: (number: Int, drawing: SceneDrawing)?

  /// Creates a playback of the states in `store`; while there is none, it shows why.
  ///
  /// - Parameters:
  ///   - hint: the keys that work here.
  ///   - steer: sends the requests of keys.
  init(
    _ store: RemoteStateStore, settings: DisplaySettings, rates: RefreshRates, hint: String,
    steer: @escaping (ControlRequest) -> Void
  ) {
    self.store = store
    self.settings = settings
    self.rates = rates
    self.hint = hint
    self.steer = steer
    theme = settings.theme(for: settings.capabilities)
  }

  func begin(onChange: @escaping @Sendable () -> Void) { store.observe(onChange) }
  func end() { store.observe {} }
  func advance() {}
  var untilAdvance: Int64? { store.refusal.map { max(1, $0.left) } }
  var goesOn: Bool { true }

  func snapshot() -> PlaybackSnapshot {
    guard let remote = store.current else { return waiting() }
    let playhead = Playhead(
      time: remote.playback.time(at: store.wall.now()), playback: remote.playback)
    var overlay = remote.overlay
    overlay.hint = hint
    overlay.isPaused = remote.playback.isPaused
    if let refusal = store.refusal { overlay.notice = refusal.text }
    var snapshot = PlaybackSnapshot(
      drawing: drawing(for: remote), recording: remote.recording, playhead: playhead, overlay: overlay,
      isOneOfSeveral: overlay.count > 1)
    // Keys that affect more than the current scene have no request.
    snapshot.permissions.subtract([.loop, .edit, .choose])
    return snapshot
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
    var drawing =
      if let drawn, drawn.drawing.scene == scene { drawn.drawing } else {
        settings.drawing(for: scene, plan: remote.plan, settings.capabilities)
      }
    drawing.theme = theme
    drawn = (remote.number, drawing)
    return drawing
  }

  func apply(_ theme: Theme) {
    self.theme = theme
    drawn?.drawing.theme = theme
  }

  func handle(_ command: PlaybackCommand) {
    if let request = ControlRequest(command) { steer(request) }
  }
}
