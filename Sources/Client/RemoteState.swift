internal import Drawing
internal import Marbles
internal import Scenes
internal import Wire

/// The scene of a remote daemon, and its playback state.
struct RemoteState: Sendable {
  let scene: Scene
  private let names: EventNames
  /// The recording of the whole run, computed here; empty for a live scene, which can't be planned.
  let plan: Recording
  /// The number of edits that can be undone, and of those that can be made again; nil when the daemon edits no scenes.
  let edits: (done: Int, undone: Int)?
  /// Counts snapshots, to detect a new one.
  let number: Int
  /// What has happened, as a drawing shows it.
  private(set) var recording: Recording
  var overlay: PlaylistOverlay
  /// The motion of the playhead, in this process's wall time.
  private(set) var playback: PlaybackState
  /// Why no events arrive; nil while they do.
  private var loss: Loss?

  /// - Parameters:
  ///   - number: how many snapshots have arrived, including this one.
  ///   - wall: when the snapshot arrived, in nanoseconds.
  init(_ scene: Scene, plan: Recording, number: Int, snapshot: SceneSnapshot, motion: Motion, at wall: Int64) {
    self.scene = scene
    names = EventNames(scene)
    self.plan = plan
    self.number = number
    let told = snapshot.scene
    edits = told.edits.map { ($0, told.undone ?? 0) }
    overlay = PlaylistOverlay(
      position: told.position, count: told.count, length: told.length ?? "", next: told.next, message: told.message,
      notice: snapshot.notice)
    // Events after the playhead are not shown, so the plan serves as history.
    recording = scene.isLive ? scene.emptyRecording() : plan
    playback = PlaybackState(
      at: wall, end: scene.isLive ? scene.duration ?? .distantFuture : plan.duration)
    if scene.isLive { takeHistory(snapshot) }
    move(motion, at: wall)
  }

  /// Stops the playhead, as events no longer arrive.
  ///
  /// A daemon that has shut down falls silent, which is no new loss; a refusal is.
  mutating func stop(_ why: Loss, at wall: Int64) {
    if case .silence = why, loss == .end { return }
    if loss == nil { playback.reanchor(at: wall) }
    (loss, playback.isPaused, overlay.notice) = (why, true, why.text)
  }

  /// Changes the motion of the playhead.
  mutating func move(_ motion: Motion, at wall: Int64) {
    playback = PlaybackState(
      from: motion.time, at: wall, speedFactor: motion.speedFactor, isPaused: motion.isPaused, phase: motion.phase,
      end: playback.end)
    overlay.showsCard = motion.phase == .ready
  }

  // MARK: Live input

  /// Takes over the history in a snapshot of a live scene.
  private mutating func takeHistory(_ snapshot: SceneSnapshot) {
    for row in snapshot.rows {
      guard let position = scene.position(of: row.name), scene.rows[position].timeline == nil else { continue }
      forget(position, earlier: row.earlier)
      if let losses = row.losses { recording.rows[position].losses = losses.counts }
      if let command = row.command { recording.rows[position].source = command.status }
    }
    for event in snapshot.events { append(event) }
  }

  /// Adds an event of a row.
  mutating func append(_ line: EventLine) {
    guard scene.isLive, let entry = line.entry(names) else { return }
    let known = recording.rows[entry.row].timeline
    // Given inputs are known already. Other rows accept only events after their latest one.
    guard scene.rows[entry.row].timeline == nil, known.end == .open, known.latest <= entry.time else { return }
    if entry.isValue, entry.index != recording.rows[entry.row].count {
      guard entry.index > recording.rows[entry.row].count else { return }
      // Events in between are missing: the row continues with this one.
      forget(entry.row, earlier: entry.index)
    }
    recording.append(entry)
  }

  /// Clears a row, of which `earlier` events are not known.
  private mutating func forget(_ position: Int, earlier: Int) {
    let row = recording.rows[position]
    recording.rows[position] = Recording.Row(
      name: row.name, expression: row.expression, timeline: Timeline(end: .open), capacity: row.capacity,
      forgotten: earlier)
    (recording.rows[position].losses, recording.rows[position].source) = (row.losses, row.source)
  }

  /// Updates what the command of a row does.
  mutating func note(_ command: CommandState, ofRow name: String) {
    guard let position = scene.position(of: name) else { return }
    recording.rows[position].source = command.status
  }

  /// Updates the losses of a row.
  mutating func lose(_ losses: RowLosses, ofRow name: String) {
    guard let position = scene.position(of: name) else { return }
    recording.rows[position].losses = losses.counts
  }
}
