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
  /// A row is copied when its next value comes while you hold this, so prefer a property with the part that you need.
  public var current: NowPlaying? { contents.withLock { $0.playing } }

  /// The current scene with the values that new viewers get; nil before anything plays.
  var newest: NowPlaying? { contents.withLock { $0.playing?.newest(EncodedSnapshot.maximumEvents) } }

  /// The number of runs that were shown, which is the number of the current one.
  var runs: Int { contents.withLock { $0.runs } }

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

  /// Shows that another run goes on where the current one has ended, with edited expressions; a snapshot that follows tells
  /// viewers.
  ///
  /// - Parameter history: what has happened, which stays.
  func goOn(_ scenePlayback: ScenePlayback, _ entry: Playlist.Entry, with history: Recording, _ display: HubDisplay) {
    contents.withLock { contents in
      guard let playing = contents.playing else { return }
      // Live rows count on; what the old expressions have lost is not what the new ones lose.
      let live = Set(playing.history.rows.lazy.filter(\.isLive).map(\.name))
      contents.metrics.add(playing.losses.filter { !live.contains($0.key.row) })
      contents.runs += 1
      contents.playing = NowPlaying(
        run: contents.runs, scene: entry.scene, names: EventNames(entry.scene), plan: entry.scene.emptyRecording(),
        isPlanned: false, history: history, scenePlayback: scenePlayback, display: display)
    }
    report()
  }

  /// What has happened in a run, if it is shown.
  func history(of scenePlayback: ScenePlayback) -> Recording? {
    contents.withLock { $0.playing.flatMap { $0.scenePlayback === scenePlayback ? $0.history : nil } }
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
  ///
  /// Only the hub calls it. It encodes them without the lock, for which requests wait.
  func append(_ entries: [Recording.Entry], of scenePlayback: ScenePlayback, at now: Int64) {
    let shown = contents.withLock { contents -> Shown? in
      if !entries.isEmpty, contents.playing?.scenePlayback === scenePlayback { correctMotion(&contents, at: now) }
      return contents.shown(scenePlayback)
    }
    guard let shown else { return }
    let scene = shown.scene
    let changes = shown.changes(of: entries)
    let (time, factor) = (scenePlayback.sceneTime, scenePlayback.speedFactor)
    let sources = scene.isLive ? Self.sources(of: scenePlayback, rows: scene.rows.count) : []
    let isNew = contents.withLock { contents in
      // Another thread may meanwhile have numbered a change, such as the state of a command.
      let isAsBefore = contents.backlog.sequence == shown.sequence
      guard let known = isAsBefore ? changes : contents.shown(scenePlayback)?.changes(of: entries) else { return false }
      if !entries.isEmpty { contents.metrics.lastEvent = now }
      // In place, with no other reference to what plays: a copy would copy the whole history.
      for (entry, change) in zip(entries, known) {
        let row = scene.rows[entry.row].name
        contents.metrics.count(entry, row: row, of: scene.name, lateness: (time - entry.time).seconds / factor.value)
        contents.backlog.append(change)
        contents.playing!.history.append(entry)
      }
      let told = tell(isAsBefore ? sources : Self.sources(of: scenePlayback, rows: sources.count), &contents)
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
    let count = contents.withLock { contents in
      guard let playing = contents.playing, playing.scene.isLive else { return 0 }
      let sources = Self.sources(of: playing.scenePlayback, rows: playing.scene.rows.count)
      return tell(sources, &contents)
    }
    guard count > 0 else { return }
    send(at: now)
  }

  /// Tells viewers who waits for whom in the programs of taps. As this changes with each value, it is told once a second.
  func tellLoops(at now: Int64) {
    let count = contents.withLock { contents in
      // A relay repeats what the daemon that it follows has told.
      let loops = contents.follower == nil && !contents.viewers.isEmpty ? contents.playing?.newLoops ?? [] : []
      for (position, loop) in loops {
        contents.playing!.toldLoops[position] = loop
        contents.playing!.history.rows[position].source.loop = loop
        contents.append(.loop(row: contents.playing!.scene.rows[position].name, loop))
      }
      return loops.count
    }
    guard count > 0 else { return }
    send(at: now)
  }

  private typealias Source = (losses: ArrivalQueue.Counts, status: SourceStatus?)

  /// What is known about the sources of all rows; from the threads that read them, for which it may have to wait.
  private static func sources(of scenePlayback: any ShownPlayback, rows: Int) -> [Source] {
    (0..<rows).map { (scenePlayback.losses(ofRow: $0), scenePlayback.sourceStatus(ofRow: $0)) }
  }

  /// Sends the losses of a live scene's rows, and the states of their commands, that have changed since the last call.
  private func tell(_ sources: [Source], _ contents: inout Contents) -> Int {
    var count = 0
    for (position, (losses, status)) in sources.enumerated() {
      if let status {
        let known = CommandState(contents.playing!.history.rows[position].source)
        contents.playing!.history.rows[position].source = status
        if let command = CommandState(status), command != known {
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

/// A run that is shown, as far as its events are encoded by it.
private struct Shown {
  let scene: Scene
  let names: EventNames
  let run: String
  /// The number of the newest change.
  let sequence: Int

  func changes(of entries: [Recording.Entry]) -> [HubChange] {
    entries.enumerated().map { HubChange(sequence + 1 + $0, run: run, .event(EventLine($1, names))) }
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

  /// A run, if it is shown; nil when something else is.
  fileprivate func shown(_ scenePlayback: ScenePlayback) -> Shown? {
    playing.flatMap {
      $0.scenePlayback === scenePlayback
        ? Shown(scene: $0.scene, names: $0.names, run: run, sequence: backlog.sequence) : nil
    }
  }

  fileprivate mutating func append(_ event: StreamEvent) {
    backlog.append(HubChange(backlog.nextSequence(), run: run, event))
  }
}
