public import Marbles
public import Scenes
internal import Wire

/// The state of a daemon's playback, as a value.
///
/// Each event is handled in one step, which returns the effects to perform. Nothing here waits, reads a clock or
/// accesses files: the actor that owns the state performs the effects, and tests replay events in any order.
///
/// ```swift
/// var state = HubState(playlist: playlist)
/// let effects = state.handle(.tick, at: wall())
/// ```
public struct HubState: Sendable {
  /// The time limit for planning a scene, in wall nanoseconds.
  public var timeout: Int64 = 5_000_000_000
  /// How long to wait after no scene could be played, in wall nanoseconds.
  static let retryPause: Int64 = 10_000_000_000
  /// How long to wait for a place in the queue before the next attempt, in wall nanoseconds.
  static let busyPause: Int64 = 250_000_000
  /// How long to skip a scene that was not planned in time, in wall nanoseconds: the machine may have been busy.
  package static let outOfTimePause: Int64 = 60_000_000_000
  /// The maximum number of notices.
  static let maximumNotices = 20

  var activity = Activity.idle
  var position: PlaylistPosition
  /// How long the title card of each scene is shown; nil for none.
  var titleCards: Duration?
  /// The clock of turns; a pause persists across scenes.
  var clock = TurnClock.running(behind: 0)
  /// The speed that a command set; nil for each scene's default.
  public internal(set) var speed: SpeedFactor?
  /// The banner; nil for none.
  public internal(set) var message: String?
  /// Problems for the operator, newest last.
  public internal(set) var notices: [String] = []
  /// Scenes that clients have uploaded.
  public internal(set) var uploads: UploadedScenes
  /// Scenes with edits.
  var edits = EditedScenes()
  /// Who has edited last.
  var pen: EditingPen?
  /// Scenes of the playlist that are skipped.
  var leftOut = LeftOutScenes()
  /// How many scenes of the playlist could not be read when it was loaded.
  var unreadable = 0
  /// Why no scene follows one that has ended; nil once one does.
  var standstill: String?
  var tickets = 0

  /// Creates a hub that shows nothing yet.
  public init(
    playlist: Playlist, titleCards: Duration? = nil, message: String? = nil, uploads: UploadedScenes = UploadedScenes()
  ) {
    position = PlaylistPosition(playlist)
    self.titleCards = titleCards
    self.message = message
    self.uploads = uploads
  }

  // MARK: Reading

  /// When to handle the next ``HubEvent/tick``, in wall time; nil for never.
  public var deadline: Int64? {
    switch activity {
    case .preparing(let preparation, _): preparation.attempt.end
    case .showing(let run): run.turn.deadline.flatMap { clock.wall(of: $0) }
    case .idle, .shutDown: nil
    }
  }

  /// Whether playback is paused.
  public var isPaused: Bool { clock.isPaused }

  /// What to show beside the run.
  public var display: HubDisplay {
    let next = position.playlist[position.next].scene
    let run = if case .shutDown(let last) = activity { last } else { run }
    let history = run.flatMap { edits[$0.original] }
    let playlist = PlaylistStatus(
      position: run?.isGuest == true ? nil : position.place.index + 1, count: position.playlist.entries.count,
      length: run?.entry.length.text, next: next.title, nextName: next.name, message: message,
      edits: history.map { PlaylistStatus.Edits(count: $0.undoCount, undone: $0.redoCount) } ?? PlaylistStatus.Edits())
    var display = HubDisplay(
      phase: run?.turn.phase ?? .ended, playlist: playlist, notices: notices, isPaused: isPaused,
      isSpeedSet: speed != nil && run?.entry.scene.isLive != true)
    display.pen = pen
    (display.standstill, display.leftOutUntil) = (
      standstill, leftOut.ends + Array(repeating: .max, count: unreadable)
    )
    return display
  }

  /// The scenes of the playlist, in listed order.
  public var playlistScenes: [Scene] { position.playlist.entries.map(\.scene) }

  /// The run that is shown; nil when nothing is.
  var run: Run? {
    switch activity {
    case .showing(let run): run
    case .preparing(_, let run): run
    case .idle, .shutDown: nil
    }
  }

  /// Changes the run that is shown, if any.
  mutating func changeRun(_ change: (inout Run) -> Void) {
    switch activity {
    case .showing(var run):
      change(&run)
      activity = .showing(run)
    case .preparing(let preparation, var run?):
      change(&run)
      activity = .preparing(preparation, behind: run)
    case .preparing(_, nil), .idle, .shutDown: break
    }
  }

  /// The ticket of the job that plans the next run; nil when there is none.
  public var preparing: PreparationTicket? {
    if case .preparing(let preparation, _) = activity { preparation.ticket } else { nil }
  }

  /// Whether the playlist skips a scene at a wall time, because it could not be played.
  package func leavesOut(_ scene: Scene, at now: Int64) -> Bool { leftOut.contains(scene, at: now) }

  /// The ticket and the scene of the current run; nil when nothing is shown.
  public var shown: (ticket: PreparationTicket, scene: Scene)? { run.map { ($0.ticket, $0.entry.scene) } }

  // MARK: Handling events

  /// Handles an event.
  ///
  /// - Parameters:
  ///   - now: the wall time, in nanoseconds.
  ///   - playhead: the position of the current run's playhead.
  /// - Returns: the effects to perform, in this order.
  public mutating func handle(_ event: HubEvent, at now: Int64, playhead: SceneTime = .zero) -> [HubEffect] {
    if case .shutDown = activity { return handleAfterEnd(event) }
    switch event {
    case .began(let id): return begin(id, now)
    case .requested(let id, let content, let peer, let found):
      return handle(Request(id: id, content: content, peer: peer), found, now, playhead)
    case .uploaded(let id, let scene, let bytes, let peer): return upload(id, scene, bytes: bytes, peer)
    case .prepared(let ticket, let duration, let edited): return prepared(ticket, duration, edited, now)
    case .refused(let ticket, let refusal): return refused(ticket, refusal)
    case .failed(let ticket, let failure): return failed(ticket, failure, now)
    case .ended(let ticket, let error): return ended(ticket, error, now)
    case .tapsReported(let rows): return addTaps(rows)
    case .tick: return tick(now)
    case .reloaded(let playlist, let titleCards, let message, let problems):
      return reload(playlist, titleCards, message, problems, now)
    case .unreadable(let problems): return noteUnreadable(problems)
    case .noted(let text): return note(text)
    case .shutDown: return shutDown()
    }
  }

  private mutating func begin(_ id: PendingRequestID, _ now: Int64) -> [HubEffect] {
    guard case .idle = activity else {
      return [.answer(id, ControlRequest.Invalid("the daemon has already started", .conflict))]
    }
    return prepareNext(from: Search(place: position.place, tried: 0), for: { .start(id, $0) }, now)
  }

  private mutating func ended(_ ticket: PreparationTicket, _ error: String?, _ now: Int64) -> [HubEffect] {
    guard let run, run.ticket == ticket else { return [] }
    let time = clock.time(at: now)
    changeRun { $0.turn.sceneEnded(at: time, isStill: $0.duration == .zero && !$0.entry.scene.isLive) }
    let notes = error.map { note("\(run.entry.scene.name) was stopped: \($0)") } ?? []
    return notes + [.publish(.motion)]
  }

  private mutating func tick(_ now: Int64) -> [HubEffect] {
    switch activity {
    case .idle, .shutDown: return []
    case .preparing(let preparation, let run):
      guard now >= preparation.attempt.end else { return [] }
      let effects = attemptEnded(preparation, behind: run, now)
      // What became due meanwhile is handled now.
      if case .showing = activity { return effects + tick(now) }
      return effects
    case .showing(let run):
      let time = clock.time(at: now)
      guard !isPaused, let step = run.turn.step(at: time) else { return [] }
      switch (step, run.turn.phase) {
      case (.play, .ready):
        changeRun { $0.turn.play(at: time) }
        return [.begin, .publish(.motion)]
      case (.play, .playing), (.play, .ended): return prepare(run.source, for: .replay, now)
      case (.next, _): return advance(now)
      }
    }
  }

  private mutating func reload(
    _ playlist: Playlist, _ titleCards: Duration?, _ message: String?, _ problems: [String], _ now: Int64
  ) -> [HubEffect] {
    leftOut.removeAll()
    standstill = nil
    var effects: [HubEffect] = []
    if !notices.isEmpty {
      notices = []
      effects.append(.publish(.notice(nil)))
    }
    effects += noteUnreadable(problems)
    position.replace(by: playlist)
    let entry = position.playlist[position.place]
    changeRun { $0.isGuest = $0.isGuest || $0.source != entry }
    self.titleCards = titleCards
    if message != self.message { effects += setMessage(message) }
    if case .preparing(var preparation, let run) = activity {
      // The next scene, or the place of the requested one, may have changed.
      let first = Search(place: run == nil ? position.place : position.next, tried: 0)
      switch preparation.purpose {
      case .replay, .stay, .request(_, .again): break
      case .request(let request, .scene), .request(let request, .neighbour):
        preparation.purpose = .request(request, moved(preparation))
        activity = .preparing(preparation, behind: run)
      case .start(let id, _):
        effects += preparation.cancellation
        endPreparation(showing: run)
        effects += prepareNext(from: first, for: { .start(id, $0) }, now)
      case .advance:
        effects += preparation.cancellation
        endPreparation(showing: run)
        effects += prepareNext(from: first, for: { .advance($0) }, now)
      }
    } else if case .idle = activity {
      effects += prepareNext(from: Search(place: position.place, tried: 0), for: { .advance($0) }, now)
    }
    return effects
  }

  /// The run that a request is for, in another playlist.
  private func moved(_ preparation: RunPreparation) -> RequestedRun {
    switch (preparation.purpose, position.target(named: preparation.entry.scene.name)) {
    case (.request(_, .neighbour(var search)), .place(let place)):
      search.place = place
      return .neighbour(search)
    case (_, let target): return .scene(target ?? .guest(preparation.source))
    }
  }

  mutating func setMessage(_ text: String?) -> [HubEffect] {
    message = text
    return [.publish(.message(text))]
  }

  private mutating func noteUnreadable(_ problems: [String]) -> [HubEffect] {
    unreadable = problems.count
    return problems.flatMap { note("left out of the playlist: \($0)") }
  }

  /// Shows a notice to all viewers, and logs it.
  mutating func note(_ text: String) -> [HubEffect] {
    notices = (notices + [text]).suffix(Self.maximumNotices)
    return [.log(.warning, text), .publish(.notice(text))]
  }

  // MARK: The end

  private mutating func shutDown() -> [HubEffect] {
    defer { activity = .shutDown(run) }
    return abandonPreparation(saying: Self.ending) + [.stop]
  }

  private func handleAfterEnd(_ event: HubEvent) -> [HubEffect] {
    switch event {
    case .began(let id), .requested(let id, _, _, _), .uploaded(let id, _, _, _): [.answer(id, Self.ending)]
    case .prepared(let ticket, _, _): [.discard(ticket)]
    case .refused, .failed, .ended, .tick, .tapsReported, .reloaded, .unreadable, .noted, .shutDown: []
    }
  }

  private static let ending = ControlRequest.Invalid("the daemon is shutting down", .unavailable)
}
