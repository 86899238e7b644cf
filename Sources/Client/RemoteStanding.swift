internal import Drawing
internal import Marbles
internal import Scenes
internal import Wire

/// What is played at a daemon elsewhere, and how it stands.
struct RemoteStanding: Sendable {
  let scene: Scene
  private let names: EventNames
  /// What happens in it, found out here; of a live scene nobody knows.
  let plan: Recording
  /// Counts snapshots, so that it is seen that there is another one.
  let number: Int
  /// What has happened, as a stage draws it.
  private(set) var recording: Recording
  var billing: Billing
  /// How the playhead moves, as this process's wall clock counts.
  private(set) var playback: PlaybackState
  /// Why nothing is told any more; nil while something is.
  private var loss: Loss?

  /// - Parameters:
  ///   - number: how many snapshots there were, this one included.
  ///   - wall: when the snapshot came, in nanoseconds.
  init(_ scene: Scene, plan: Recording, number: Int, snapshot: SceneSnapshot, motion: Motion, at wall: Int64) {
    self.scene = scene
    names = EventNames(scene)
    self.plan = plan
    self.number = number
    let told = snapshot.scene
    billing = Billing(
      position: told.position, count: told.count, length: told.length ?? "", next: told.next, message: told.message,
      notice: snapshot.notice)
    // What is later than the playhead is not shown, so the plan will do for what has happened.
    recording = scene.isLive ? scene.emptyRecording() : plan
    playback = PlaybackState(
      at: wall, end: scene.isLive ? scene.duration ?? .distantFuture : plan.duration)
    if scene.isLive { takeHistory(snapshot) }
    move(motion, at: wall)
  }

  /// Nothing is told any more: the playhead stands where it is.
  ///
  /// A daemon that has ended is silent from then on, which is nothing new; that another one refuses is.
  mutating func stop(_ why: Loss, at wall: Int64) {
    if case .silence = why, loss == .end { return }
    if loss == nil { playback.reanchor(at: wall) }
    (loss, playback.isPaused, billing.notice) = (why, true, why.text)
  }

  /// The playhead moves otherwise.
  mutating func move(_ motion: Motion, at wall: Int64) {
    playback = PlaybackState(
      from: motion.time, at: wall, speedFactor: motion.speedFactor, isPaused: motion.isPaused, phase: motion.phase,
      end: playback.end)
    billing.showsCard = motion.phase == .ready
  }

  // MARK: What comes from outside

  /// What a snapshot of a live scene says has happened.
  private mutating func takeHistory(_ snapshot: SceneSnapshot) {
    for row in snapshot.rows {
      guard let position = scene.position(of: row.name), scene.rows[position].timeline == nil else { continue }
      forget(position, earlier: row.earlier)
      if let losses = row.losses { recording.rows[position].losses = losses.counts }
    }
    for event in snapshot.events { append(event) }
  }

  /// Something has happened in a row.
  mutating func append(_ line: EventLine) {
    guard scene.isLive, let entry = line.entry(names) else { return }
    let known = recording.rows[entry.row].timeline
    // Given inputs are known; of all others only what follows on what is there can be so.
    guard scene.rows[entry.row].timeline == nil, known.end == .open, known.latest <= entry.time else { return }
    if entry.isValue, entry.index != recording.rows[entry.row].count {
      guard entry.index > recording.rows[entry.row].count else { return }
      // Some in between are not known: the row goes on with this one.
      forget(entry.row, earlier: entry.index)
    }
    recording.append(entry)
  }

  /// Begins a row anew, of which so many events are not known.
  private mutating func forget(_ position: Int, earlier: Int) {
    let row = recording.rows[position]
    recording.rows[position] = Recording.Row(
      name: row.name, expression: row.expression, timeline: Timeline(end: .open), capacity: row.capacity,
      forgotten: earlier)
    recording.rows[position].losses = row.losses
  }

  /// Something became no event of a row.
  mutating func lose(_ losses: RowLosses, ofRow name: String) {
    guard let position = scene.position(of: name) else { return }
    recording.rows[position].losses = losses.counts
  }
}
