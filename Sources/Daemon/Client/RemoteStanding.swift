internal import Marbles
internal import Scenes
internal import Stage

/// What is played at a daemon elsewhere, and how it stands.
struct RemoteStanding: Sendable {
  let scene: Scene
  /// What happens in it, found out here; of a live scene nobody knows.
  let plan: Recording
  /// Counts snapshots, so that it is seen that there is another one.
  let number: Int
  /// What has happened, as a stage draws it.
  private(set) var recording: Recording
  var billing: Billing
  private(set) var speedFactor = 1.0
  private(set) var isPaused = false
  private(set) var phase = Phase.playing
  /// Where the playhead was.
  private(set) var time = SceneTime.zero
  /// Whether nothing is told any more.
  private var isLost = false
  /// When it was there.
  private var instant = ContinuousClock.now

  /// - Parameters:
  ///   - number: how many snapshots there were, this one included.
  ///   - members: the snapshot.
  init(_ scene: Scene, plan: Recording, number: Int, snapshot members: [String: Value]) {
    self.scene = scene
    self.plan = plan
    self.number = number
    billing = Billing(
      length: members["length"]?.text ?? "", next: members["next"]?.text ?? "", message: members["message"]?.text,
      notice: members["notice"]?.text)
    if case .int(let position)? = members["position"] { billing.position = position }
    if case .int(let count)? = members["count"] { billing.count = count }
    // What is later than the playhead is not shown, so the plan will do for what has happened.
    recording = scene.isLive ? scene.emptyRecording() : plan
    if scene.isLive { takeHistory(members) }
    move(members)
  }

  /// Where the playhead is.
  func time(now: ContinuousClock.Instant) -> SceneTime {
    guard phase == .playing, !isPaused else { return time }
    let wall = instant.duration(to: now) / .nanoseconds(1)
    let end = scene.isLive ? scene.duration ?? .distantFuture : plan.duration
    return min(time + SceneTime(nanoseconds: Int64(max(0, wall) * speedFactor)), end)
  }

  /// Nothing is told any more: the playhead stands where it is. What was said first of why holds.
  mutating func stop(saying why: String, now: ContinuousClock.Instant) {
    guard !isLost else { return }
    time = time(now: now)
    (isLost, isPaused, billing.notice) = (true, true, why)
  }

  /// The playhead moves otherwise.
  mutating func move(_ members: [String: Value]) {
    if let seconds = members["time"]?.number { time = .seconds(seconds) }
    if let factor = members["speedFactor"]?.number, factor > 0 { speedFactor = factor }
    if case .bool(let flag)? = members["paused"] { isPaused = flag }
    if let phase = members["phase"]?.text.flatMap(Phase.init) { self.phase = phase }
    billing.showsCard = phase == .title
    instant = .now
  }

  // MARK: What comes from outside

  /// What a snapshot of a live scene says has happened.
  private mutating func takeHistory(_ members: [String: Value]) {
    for case .object(let row) in members["rows"]?.elements ?? [] {
      guard let position = row["name"]?.text.flatMap(scene.position(of:)), scene.rows[position].timeline == nil else {
        continue
      }
      let empty = recording.rows[position]
      recording.rows[position] = Recording.Row(
        name: empty.name, expression: empty.expression, timeline: empty.timeline, capacity: empty.capacity,
        forgotten: row.count("earlier"))
      lose(row.merging(["row": .string(empty.name)]) { $1 })
    }
    for case .object(let event) in members["events"]?.elements ?? [] { append(event) }
  }

  /// Something has happened in a row.
  mutating func append(_ members: [String: Value]) {
    guard scene.isLive, let entry = EventLine.entry(members, rows: scene.rows.map(\.name)) else { return }
    let known = recording.rows[entry.row].timeline
    // Given inputs are known; of all others only what follows on what is there can be so.
    guard scene.rows[entry.row].timeline == nil, known.end == .open, known.latest <= entry.time else { return }
    recording.append(entry)
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
