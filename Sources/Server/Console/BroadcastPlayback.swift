internal import Drawing
internal import HubCore
internal import Marbles
internal import Platform
internal import Playback
internal import Player
internal import SceneFiles
internal import Scenes
internal import Wire

/// Draws what the broadcaster of the same process plays, and steers it by the terminal's keys.
final class BroadcastPlayback: PlaybackSource {
  private let broadcaster: any Broadcaster
  private let settings: DisplaySettings
  private let hint: String
  private let ending: OneTimeEvent
  private let probe: ThreadProbe
  private let requests: AsyncStream<ControlRequest>.Continuation
  private let wall: WallClock

  private var theme: Theme
  private var drawn: (scenePlayback: any ShownPlayback, drawing: SceneDrawing)?
  private var observer: Int?
  private var idleReturn: IdleReturn
  private var night: Night
  private let remote: RemoteScreen?
  private var remoteObserver: Int?

  /// Prepares to show what a broadcaster plays; the broadcaster must have begun.
  ///
  /// - Parameters:
  ///   - idleReturn: how long after the last key press the changes of keys are reset.
  ///   - night: what is shown outside of the hours of the terminal.
  ///   - hint: where else to watch.
  ///   - remote: what the screen shows of remote control; nil without any.
  ///   - probe: responds with each frame.
  ///   - end: ends the drawing.
  ///   - wall: the clock that measures the time since the last key press.
  init(
    _ broadcaster: any Broadcaster, settings: DisplaySettings, idleReturn: Duration?, night: Night, hint: String,
    remote: RemoteScreen? = nil, probe: ThreadProbe,
    end: OneTimeEvent,
    wall: WallClock = .monotonic
  ) {
    self.wall = wall
    self.broadcaster = broadcaster
    self.settings = settings
    self.idleReturn = IdleReturn(after: idleReturn)
    self.night = night
    self.hint = hint
    self.remote = remote
    self.probe = probe
    ending = end
    theme = settings.theme(for: settings.capabilities)
    let (stream, requests) = AsyncStream<ControlRequest>.makeStream()
    self.requests = requests
    // In the order of the key presses; a key that is not applicable now has no effect.
    Task {
      for await request in stream {
        try? await broadcaster.control(request, from: "a key", library: SceneLibrary(folders: []))
      }
    }
  }

  func begin(onChange: @escaping @Sendable () -> Void) {
    ending.observe(onChange)
    probe.begin(wake: onChange)
    observer = broadcaster.store.observe(onChange)
    remoteObserver = remote?.control.observe(onChange)
  }

  func end() {
    probe.end()
    observer.map(broadcaster.store.remove)
    if let remote, let remoteObserver { remote.control.remove(remoteObserver) }
    requests.finish()
  }

  var isOver: Bool { ending.hasHappened }
  var goesOn: Bool { true }

  // MARK: State

  func snapshot() -> PlaybackSnapshot {
    guard let nowPlaying = broadcaster.store.current else { preconditionFailure("the broadcaster has begun") }
    let scenePlayback = nowPlaying.scenePlayback
    var playback = scenePlayback.playback
    playback.phase = nowPlaying.phase
    let playhead = Playhead(time: nowPlaying.time, playback: playback)
    var overlay = PlaylistOverlay(
      nowPlaying.display.playlist, notice: nowPlaying.notice, hint: hint, showsCard: nowPlaying.phase == .ready,
      isPaused: scenePlayback.isPaused)
    remote?.show(in: &overlay)
    var snapshot = PlaybackSnapshot(
      drawing: drawing(for: nowPlaying), recording: nowPlaying.recording, playhead: playhead, overlay: overlay,
      isOneOfSeveral: overlay.count > 1)
    // Keys that affect more than the current scene have no request.
    snapshot.permissions.subtract([.loop, .edit, .choose])
    if !broadcaster.isSteerable { snapshot.permissions.formIntersection([.look, .select, .leave, .export, .help]) }
    if remote != nil { snapshot.permissions.insert(.remote) }
    // Somebody stands before the screen, to read the code.
    if overlay.code != nil { return snapshot }
    return night.shown(snapshot, at: wall.now()) { scene in
      var drawing = settings.drawing(for: scene, plan: scene.emptyRecording(), settings.capabilities)
      drawing.theme = theme
      return drawing
    }
  }

  /// The drawing of the current scene; cached per scene, as it is expensive to create.
  private func drawing(for nowPlaying: NowPlaying) -> SceneDrawing {
    // Rows may be added to a run.
    if let drawn, drawn.scenePlayback === nowPlaying.scenePlayback,
      drawn.drawing.scene.rows.count == nowPlaying.scene.rows.count
    {
      return drawn.drawing
    }
    var drawing: SceneDrawing
    if let drawn, drawn.drawing.scene == nowPlaying.scene, drawn.drawing.plan == nowPlaying.plan {
      drawing = drawn.drawing
    } else {
      drawing = settings.drawing(for: nowPlaying.scene, plan: nowPlaying.plan, settings.capabilities)
    }
    drawing.theme = theme
    drawn = (nowPlaying.scenePlayback, drawing)
    return drawing
  }

  func apply(_ theme: Theme) {
    self.theme = theme
    drawn?.drawing.theme = theme
  }

  // MARK: Advancing

  var untilAdvance: Int64? {
    let now = wall.now()
    let ends = [idleReturn.time(until: now), night.untilChange(at: now), remote?.control.untilChange]
    return ends.compactMap { $0 }.min().map { max(1, $0) }
  }

  /// Resets the changes of keys when no key was pressed for long enough.
  func advance() {
    probe.respond()
    if let request = idleReturn.request(now: wall.now()) { requests.yield(request) }
  }

  // MARK: Control

  func wakes() -> Bool { night.wake(at: wall.now()) }

  func handle(_ command: PlaybackCommand) {
    if command == .toggleRemote { remote?.control.press() }
    guard let request = ControlRequest(command) else { return }
    idleReturn.note(request, isPaused: broadcaster.store.scenePlayback?.isPaused == true, now: wall.now())
    requests.yield(request)
  }
}
