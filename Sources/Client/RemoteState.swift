internal import Drawing
internal import Marbles
internal import Player
internal import Scenes
internal import Wire

/// The scene of a remote daemon, and its playback state.
struct RemoteState: Sendable {
  let scene: Scene
  /// The recording of the whole run, computed here; without outputs unless ``isPlanned``.
  let plan: Recording
  /// Whether the run was computed here: neither that of a live scene, nor one that failed.
  let isPlanned: Bool
  let playlist: PlaylistStatus
  /// Counts snapshots, to detect a new one.
  let number: Int
  private let follower: RecordingFollower
  /// What has happened, as a drawing shows it.
  private(set) var recording: Recording
  var overlay: PlaylistOverlay
  /// The motion of the playhead, in this process's wall time.
  private(set) var playback: PlaybackState
  /// Why no events arrive; nil while they do.
  private var loss: ConnectionLoss?

  /// - Parameters:
  ///   - followed: what is known about the scene in advance.
  ///   - number: how many snapshots have arrived, including this one.
  ///   - wall: when the snapshot arrived, in nanoseconds.
  init(
    _ scene: Scene, plan followed: RemotePlan, number: Int, snapshot: ViewerSnapshot, motion: PlayheadMotion,
    at wall: Int64
  ) {
    self.scene = scene
    (plan, isPlanned) = (followed.recording, followed.isComplete)
    self.number = number
    playlist = snapshot.scene.playlist
    overlay = PlaylistOverlay(
      playlist,
      notice: followed.problem.map { "\(scene.name) is drawn from its events alone: \($0)" } ?? snapshot.notice)
    // Given inputs are known in advance. So is all of a planned scene: events after the playhead are not shown.
    let known = scene.rows.indices.filter { followed.isComplete || scene.rows[$0].timeline != nil }
    follower = RecordingFollower(scene, known: Set(known))
    recording = plan
    follower.take(snapshot, into: &recording)
    playback = PlaybackState(at: wall, end: scene.end(of: plan))
    move(motion, at: wall)
  }

  /// Stops the playhead, as events no longer arrive.
  ///
  /// A daemon that has shut down falls silent, which is no new loss; a refusal is.
  mutating func stop(_ why: ConnectionLoss, at wall: Int64) {
    if case .silence = why, loss == .end { return }
    if loss == nil { playback.reanchor(at: wall) }
    (loss, playback.isPaused, overlay.notice) = (why, true, why.text)
  }

  /// Takes over a change.
  mutating func take(_ change: StreamEvent, at wall: Int64) {
    switch change {
    case .motion(let motion): move(motion, at: wall)
    case .message(let text): overlay.message = text
    case .notice(let text): overlay.notice = text
    default: follower.take(change, into: &recording)
    }
  }

  private mutating func move(_ motion: PlayheadMotion, at wall: Int64) {
    playback = motion.playback(at: wall, until: playback.end)
    overlay.showsCard = motion.phase == .ready
  }
}
