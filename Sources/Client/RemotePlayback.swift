internal import Drawing
internal import Marbles
internal import Playback
internal import Player
internal import Scenes
internal import Wire

/// Draws what a remote daemon plays.
final class RemotePlayback: PlaybackSource {
  private let board: RemoteStateStore
  private let look: DisplaySettings
  private let rates: RefreshRates
  private let hint: String
  private let steer: (ControlRequest) -> Void
  private var theme: Theme
  private var drawn: (number: Int, stage: SceneDrawing)?

  /// Creates a show of a board; without a state it shows why there is none.
  ///
  /// - Parameters:
  ///   - hint: the keys that work here.
  ///   - steer: sends the requests of keys.
  init(
    _ board: RemoteStateStore, look: DisplaySettings, rates: RefreshRates, hint: String,
    steer: @escaping (ControlRequest) -> Void
  ) {
    self.board = board
    self.look = look
    self.rates = rates
    self.hint = hint
    self.steer = steer
    theme = look.theme(for: look.capabilities)
  }

  func begin(onChange: @escaping @Sendable () -> Void) { board.observe(onChange) }
  func end() { board.observe {} }
  func advance() {}
  var untilAdvance: Int64? { board.refusal.map { max(1, $0.left) } }
  var goesOn: Bool { true }

  func snapshot() -> PlaybackSnapshot {
    guard let standing = board.current else { return waiting() }
    let playhead = Playhead(
      time: standing.playback.time(at: board.wall.now()), playback: standing.playback)
    var billing = standing.billing
    billing.hint = hint
    billing.isPaused = standing.playback.isPaused
    if let refusal = board.refusal { billing.notice = refusal.text }
    return PlaybackSnapshot(
      stage: stage(for: standing), recording: standing.recording, playhead: playhead, billing: billing,
      isOneOfSeveral: billing.count > 1)
  }

  /// A card that gives the reason in its last line.
  private func waiting() -> PlaybackSnapshot {
    let scene = Scene(name: "marbled", about: "Shows what the daemon plays as soon as it answers. q leaves.", rows: [])
    var stage = look.stage(for: scene, plan: scene.emptyRecording(), look.capabilities)
    stage.theme = theme
    let playback = PlaybackState(at: board.wall.now(), isPaused: true, phase: .ready)
    return PlaybackSnapshot(
      stage: stage, recording: scene.emptyRecording(), playhead: Playhead(time: .zero, playback: playback),
      billing: PlaylistOverlay(showsCard: true, notice: board.waiting, hint: hint))
  }

  private func stage(for standing: RemoteState) -> SceneDrawing {
    if let drawn, drawn.number == standing.number { return drawn.stage }
    let scene = rates.applied(to: standing.scene)
    var stage =
      if let drawn, drawn.stage.scene == scene { drawn.stage } else {
        look.stage(for: scene, plan: standing.plan, look.capabilities)
      }
    stage.theme = theme
    drawn = (standing.number, stage)
    return stage
  }

  func apply(_ theme: Theme) {
    self.theme = theme
    drawn?.stage.theme = theme
  }

  func handle(_ command: PlaybackCommand) {
    if let request = ControlRequest(command) { steer(request) }
  }
}
