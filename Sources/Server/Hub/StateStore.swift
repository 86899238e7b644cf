internal import Dispatch
internal import HubCore
internal import Marbles
internal import NIOCore
internal import Player
internal import Scenes
internal import Synchronization
internal import Wire

/// Thread-safe holder of the hub's current state, for drawing, status and viewers.
///
/// Only the hub's thread writes. Readers hold the lock just long enough to copy what they need, and encode outside of
/// it.
public final class StateStore: Sendable {
  struct Contents {
    /// Distinguishes the run of the daemon that numbers the changes from others, in their ids.
    var run: String
    var playing: NowPlaying?
    /// The number of runs that were shown.
    var runs = 0
    /// Problems for the operator, until something plays.
    var notices: [String] = []
    var backlog: ChangeBacklog
    var metrics = Metrics()
    var viewers: [Int: Viewer] = [:]
    /// How many of the viewers are no people.
    var publisherCount = 0
    /// Those who wait to be resumed; some may have left.
    var waiting: [Int] = []
    var viewersSoFar = 0
    var takesViewers = true
    /// The state of a run when it was shown, until a snapshot includes it: new viewers then miss no change.
    var shown: EncodedSnapshot.Source?
    /// The motion of the playhead that viewers know.
    var told: PlaybackState?
    var isFlushDue = false
    /// When the gathered changes were last sent.
    var lastFlush = Int64.min
    /// Whether nothing was sent since the last heartbeat.
    var isQuiet = true
    /// Of a relay: adds the events of the daemon that is followed to the history.
    var follower: RecordingFollower?
    /// Of a relay: the notices of the daemon that is followed, while others are shown.
    var followedNotices: [String]?
  }

  let settings: HubSettings
  let snapshots = EncodedSnapshotCache()
  /// Those for viewers that have fallen behind.
  let snapshotsBehind = EncodedSnapshotCache(events: EncodedSnapshot.maximumEventsBehind)
  let pumps: EventPumps
  /// Counts the frames drawn in this process.
  let frames = FrameMeter()
  /// Yields an element when a viewer has left.
  let departures = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
  let contents: Mutex<Contents>
  let flushing = DispatchQueue(label: "marbled.flush", qos: .userInitiated)
  private let observers = Mutex<(next: Int, bodies: [Int: @Sendable () -> Void])>((0, [:]))

  init(settings: HubSettings, run: String) {
    self.settings = settings
    pumps = EventPumps(now: settings.now)
    contents = Mutex(
      Contents(run: run, backlog: ChangeBacklog(limit: max(settings.backlogBytes, settings.viewerQueueBytes))))
  }

  // MARK: Reading

  /// The current scene; nil before anything plays.
  ///
  /// While somebody has it, each row is copied when its next value comes: where only a part is needed, take that.
  public var current: NowPlaying? { contents.withLock { $0.playing } }

  /// The current scene with the values that new viewers get; nil before anything plays.
  var newest: NowPlaying? { contents.withLock { $0.playing?.newest(EncodedSnapshot.maximumEvents) } }

  /// The current run.
  public var scenePlayback: (any ShownPlayback)? { contents.withLock { $0.playing?.scenePlayback } }

  /// The current run, once its title card is over.
  var begunPlayback: (any ShownPlayback)? {
    contents.withLock { $0.playing.flatMap { $0.phase == .ready ? nil : $0.scenePlayback } }
  }

  /// The current scene, with the rows that were added to it; nil before anything plays.
  var scene: Scene? { contents.withLock { $0.playing?.scene } }

  /// Calls `body` on any thread after every change; returns an id for ``remove(_:)``.
  public func observe(_ body: @escaping @Sendable () -> Void) -> Int {
    observers.withLock { observers in
      observers.next += 1
      observers.bodies[observers.next] = body
      return observers.next
    }
  }

  /// Removes an observer.
  public func remove(_ observer: Int) { observers.withLock { _ = $0.bodies.removeValue(forKey: observer) } }

  /// Notifies observers that the state has changed.
  func report() {
    for body in observers.withLock({ $0.bodies.values.map { $0 } }) { body() }
  }

  /// Sends the changes, and has them drawn.
  func send(at now: Int64) {
    flushSoon(now)
    report()
  }

  // MARK: The hub's side

  /// Shows another run.
  func show(_ run: PreparationQueue.Run, _ entry: Playlist.Entry, _ display: HubDisplay, isNewSlot: Bool) {
    contents.withLock { contents in
      if let playing = contents.playing { contents.metrics.add(playing.losses) }
      if isNewSlot { contents.metrics.turns += 1 }
      contents.runs += 1
      contents.playing = NowPlaying(
        run: contents.runs, scene: entry.scene, names: run.names, plan: run.plan,
        isPlanned: !entry.scene.isLive, history: run.history, scenePlayback: run.scenePlayback, display: display)
    }
    report()
  }

  /// Adds live rows behind all others of the current run; a snapshot that follows tells viewers.
  func add(_ rows: [Scene.Row]) { contents.withLock { $0.playing?.add(rows) } }

  /// Updates what is shown beside the run.
  func update(_ display: HubDisplay) {
    let isNew = contents.withLock { contents in
      guard let known = contents.playing?.display else {
        contents.notices = display.notices
        return false
      }
      contents.playing!.display = display
      return known != display
    }
    if isNew { report() }
  }

  /// Appends events of the current run and sends them to viewers.
  func append(_ entries: [Recording.Entry], of scenePlayback: ScenePlayback, at now: Int64) {
    let isNew = contents.withLock { contents in
      guard let (scene, names) = contents.shown(scenePlayback) else { return false }
      let (time, factor) = (scenePlayback.sceneTime, scenePlayback.speedFactor)
      if !entries.isEmpty {
        correctMotion(&contents, at: now)
        contents.metrics.lastEvent = now
      }
      // In place, with no other reference to what plays: a copy would copy the whole history.
      for entry in entries {
        let row = scene.rows[entry.row].name
        contents.metrics.count(entry, row: row, of: scene.name, lateness: (time - entry.time).seconds / factor.value)
        contents.append(.event(EventLine(entry, names)))
        contents.playing!.history.append(entry)
      }
      let told = scene.isLive ? tellSources(&contents) : 0
      return !entries.isEmpty || told > 0
    }
    guard isNew else { return }
    send(at: now)
  }

  /// Sends a message to viewers.
  func publish(_ publication: HubEffect.Publication, at now: Int64) {
    contents.withLock { contents in
      switch publication {
      case .snapshot:
        guard let playing = contents.playing else { return }
        contents.backlog.appendBarrier()
        contents.shown = contents.viewers.isEmpty ? nil : contents.source()
        contents.told = playing.motion.playback(at: now, until: contents.end)
      case .motion: publishMotion(&contents, at: now)
      case .message(let text): contents.append(.message(text))
      case .notice(let text): contents.append(.notice(text))
      }
    }
    send(at: now)
  }

  private func publishMotion(_ contents: inout Contents, at now: Int64) {
    guard let playing = contents.playing else { return }
    contents.told = playing.motion.playback(at: now, until: contents.end)
    let change = HubChange(contents.backlog.nextSequence(), run: contents.run, .motion(playing.motion))
    contents.backlog.append(change, isMotion: true)
  }

  /// Sends the position of the playhead when viewers are ahead: this process was stopped, and they were not.
  func correctMotion(_ contents: inout Contents, at now: Int64) {
    guard let told = contents.told, let playing = contents.playing, told.isMoving, !playing.scene.isLive,
      playing.phase == .playing
    else { return }
    let ahead = (told.time(at: now) - playing.time).seconds
    if ahead > Self.correctedLead * told.speedFactor.value { publishMotion(&contents, at: now) }
  }

  /// How many wall seconds viewers may be ahead.
  static let correctedLead = 0.25

  /// Tells viewers of lost input and of commands, which wake no viewer; the code that notices it calls this.
  func tellSources(at now: Int64) {
    guard contents.withLock({ tellSources(&$0) }) > 0 else { return }
    send(at: now)
  }

  /// Sends the losses of a live scene's rows, and the states of their commands, that have changed since the last call.
  private func tellSources(_ contents: inout Contents) -> Int {
    guard let scenePlayback = contents.playing?.scenePlayback, contents.playing?.scene.isLive == true else {
      return 0
    }
    var count = 0
    for position in contents.playing!.history.rows.indices {
      let losses = scenePlayback.losses(ofRow: position)
      if let source = scenePlayback.sourceStatus(ofRow: position) {
        let known = CommandState(contents.playing!.history.rows[position].source)
        contents.playing!.history.rows[position].source = source
        if let command = CommandState(source), command != known {
          let row = contents.playing!.history.rows[position].name
          contents.append(.command(row: row, command))
          count += 1
        }
      }
      guard contents.playing!.history.rows[position].losses != losses else { continue }
      contents.playing!.history.rows[position].losses = losses
      let row = contents.playing!.history.rows[position]
      contents.append(.losses(row: row.name, RowLosses(losses, isLive: row.isLive)))
      count += 1
    }
    return count
  }
}

extension StateStore.Contents {
  /// The last scene time of the playhead.
  var end: SceneTime { playing?.duration ?? .distantFuture }

  /// The state that a snapshot encodes; nil when nothing plays.
  func source(events: Int = EncodedSnapshot.maximumEvents) -> EncodedSnapshot.Source? {
    playing.map {
      EncodedSnapshot.Source(playing: $0.newest(events), run: run, sequence: backlog.sequence, end: backlog.end)
    }
  }

  /// The scene of a run, and the ids of its events; nil when something else is shown.
  fileprivate func shown(_ scenePlayback: ScenePlayback) -> (Scene, EventNames)? {
    playing.flatMap { $0.scenePlayback === scenePlayback ? ($0.scene, $0.names) : nil }
  }

  fileprivate mutating func append(_ event: StreamEvent) {
    backlog.append(HubChange(backlog.nextSequence(), run: run, event))
  }
}
