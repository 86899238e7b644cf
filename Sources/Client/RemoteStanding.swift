internal import Marbles
internal import Scenes
internal import Stage
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
  ///   - members: the snapshot.
  ///   - wall: when it came, in nanoseconds.
  init(_ scene: Scene, plan: Recording, number: Int, snapshot members: [String: Value], at wall: Int64) {
    self.scene = scene
    names = EventNames(scene)
    self.plan = plan
    self.number = number
    billing = Billing(
      length: members["length"]?.text ?? "", next: members["next"]?.text ?? "", message: members["message"]?.text,
      notice: members["notice"]?.text)
    if case .int(let position)? = members["position"] { billing.position = position }
    if case .int(let count)? = members["count"] { billing.count = count }
    // What is later than the playhead is not shown, so the plan will do for what has happened.
    recording = scene.isLive ? scene.emptyRecording() : plan
    playback = PlaybackState(
      at: wall, end: scene.isLive ? scene.duration ?? .distantFuture : plan.duration)
    if scene.isLive { takeHistory(members) }
    move(members, at: wall)
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
  mutating func move(_ members: [String: Value], at wall: Int64) {
    playback.reanchor(at: wall)
    if let seconds = members["time"]?.number { playback.anchor = .seconds(seconds) }
    if let factor = members["speedFactor"]?.number.flatMap({ SpeedFactor($0) }) { playback.speedFactor = factor }
    if case .bool(let flag)? = members["paused"] { playback.isPaused = flag }
    if let phase = members["phase"]?.text.flatMap(PlaybackState.Phase.init) { playback.phase = phase }
    billing.showsCard = playback.phase == .ready
  }

  // MARK: What comes from outside

  /// What a snapshot of a live scene says has happened.
  private mutating func takeHistory(_ members: [String: Value]) {
    for case .object(let row) in members["rows"]?.elements ?? [] {
      guard let position = row["name"]?.text.flatMap(scene.position(of:)), scene.rows[position].timeline == nil else {
        continue
      }
      forget(position, earlier: row.count("earlier"))
      lose(row.merging(["row": .string(recording.rows[position].name)]) { $1 })
    }
    for case .object(let event) in members["events"]?.elements ?? [] { append(event) }
  }

  /// Something has happened in a row.
  mutating func append(_ members: [String: Value]) {
    guard scene.isLive, let line = JSONMembers(.object(members)), let entry = try? EventLine(line).entry(names) else {
      return
    }
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
  mutating func lose(_ members: [String: Value]) {
    guard let position = members["row"]?.text.flatMap(scene.position(of:)) else { return }
    recording.rows[position].losses = LiveInput.Counts(
      dropped: members.count("dropped"), malformed: members.count("malformed"), missed: members.count("missed"))
  }
}

extension [String: Value] {
  fileprivate func count(_ key: String) -> Int {
    if case .int(let count)? = self[key] { Swift.max(0, count) } else { 0 }
  }
}

extension Value {
  fileprivate var elements: [Value] { if case .array(let elements) = self { elements } else { [] } }
}
