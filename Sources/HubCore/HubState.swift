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
  /// The current activity.
  enum Activity: Sendable {
    /// Nothing is shown.
    case idle
    /// A run is shown; the scheduler's phase tells whether it is the title, the scene or the end.
    case showing(Run)
    /// Another run is being prepared; the previous one may still be shown.
    case preparing(Preparation, behind: Run?)
    /// The daemon shuts down.
    case shutDown
  }

  /// The run that is shown.
  struct Run: Hashable, Sendable {
    var ticket: Ticket
    /// The entry with the edited scene.
    var entry: Playlist.Entry
    /// The scene before its first edit.
    var original: Scene
    /// When the scene ends; unknown for a live scene.
    var duration: SceneTime

    /// The entry with the scene before its first edit.
    var source: Playlist.Entry { Playlist.Entry(scene: original, length: entry.length) }
  }

  /// A run that is being prepared, in one attempt or in several.
  struct Preparation: Sendable {
    /// The job of the newest attempt.
    var job: HubEffect.Job
    /// How far the newest attempt is.
    var attempt: Attempt
    /// The playlist entry whose slot starts with it; nil for another run of the current scene.
    var target: PlaylistScheduler.Target?
    /// The entry with the edited scene.
    var entry: Playlist.Entry
    /// The scene before its first edit.
    var original: Scene
    var purpose: Purpose
    /// When the preparation is late: a request is refused then, and for other purposes a notice says why they wait.
    var limit: Int64
    /// Whether an earlier attempt found no place in the queue.
    var wait = Wait.none
    /// How many scenes were tried before it.
    var tried: Int

    /// The ticket of the job that plans the scene; nil between two attempts.
    var ticket: Ticket? {
      switch attempt {
      case .planning: job.ticket
      case .waiting: nil
      }
    }

    /// The effects that end the job.
    var cancellation: [HubEffect] { ticket.map { [.cancel($0)] } ?? [] }

    /// The entry with the scene before its first edit.
    var source: Playlist.Entry { Playlist.Entry(scene: original, length: entry.length) }
  }

  /// One try to plan a scene.
  enum Attempt: Sendable {
    /// A job plans the scene, until its time is up.
    case planning(until: Int64)
    /// No job plans the scene, until the next attempt.
    case waiting(until: Int64)

    /// When something is due, in wall nanoseconds.
    var end: Int64 {
      switch self {
      case .planning(let end), .waiting(let end): end
      }
    }
  }

  /// What a preparation knows about a queue without a free place.
  enum Wait: Sendable {
    /// Each attempt has found a place.
    case none
    /// An attempt has found no place.
    case met
    /// A notice says so.
    case noted
  }

  /// Why a run is prepared.
  enum Purpose: Sendable {
    /// The first run, which the start of the daemon waits for.
    case start(PendingRequestID)
    /// The playlist continues.
    case advance
    /// The scene repeats.
    case replay
    /// The slot starts over, as no other scene can be played.
    case stay
    /// A control request.
    case request(Request)
  }

  /// A request in progress.
  struct Request: Sendable {
    var id: PendingRequestID
    var content: ControlRequest
    var peer: String
  }

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
  var scheduler: PlaylistScheduler
  /// Whether playback is paused; persists across scenes.
  public internal(set) var isPaused = false
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
  var tickets = 0

  /// Creates a hub that shows nothing yet.
  public init(
    playlist: Playlist, titleCards: Duration? = nil, message: String? = nil, uploads: UploadedScenes = UploadedScenes()
  ) {
    scheduler = PlaylistScheduler(playlist: playlist, titleCards: titleCards)
    self.message = message
    self.uploads = uploads
  }

  // MARK: Reading

  /// When to handle the next ``HubEvent/tick``, in wall time; nil for never.
  public var deadline: Int64? {
    switch activity {
    case .preparing(let preparation, _): preparation.attempt.end
    case .showing: scheduler.deadline
    case .idle, .shutDown: nil
    }
  }

  /// What to show beside the run.
  public var display: HubDisplay {
    let next = scheduler.playlist[scheduler.nextPlace].scene
    var display = HubDisplay(
      phase: scheduler.phase, position: scheduler.guest == nil ? scheduler.place.index + 1 : nil,
      count: scheduler.playlist.entries.count, next: next.title, nextName: next.name, message: message,
      notices: notices, isPaused: isPaused, isSpeedSet: speed != nil && run?.entry.scene.isLive != true)
    (display.edits, display.undone, display.pen) = (history?.undoCount ?? 0, history?.redoCount ?? 0, pen)
    return display
  }

  /// The scenes of the playlist, in listed order.
  public var playlistScenes: [Scene] { scheduler.playlist.entries.map(\.scene) }

  /// The run that is shown; nil when nothing is.
  var run: Run? {
    switch activity {
    case .showing(let run): run
    case .preparing(_, let run): run
    case .idle, .shutDown: nil
    }
  }

  /// The ticket of the job that plans the next run; nil when there is none.
  public var preparing: Ticket? {
    if case .preparing(let preparation, _) = activity { preparation.ticket } else { nil }
  }

  /// Whether the playlist skips a scene at a wall time, because it could not be played.
  package func leavesOut(_ scene: Scene, at now: Int64) -> Bool { leftOut.contains(scene, at: now) }

  /// The ticket and the scene of the current run; nil when nothing is shown.
  public var shown: (ticket: Ticket, scene: Scene)? { run.map { ($0.ticket, $0.entry.scene) } }

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
    case .noted(let text): return note(text)
    case .shutDown: return shutDown()
    }
  }

  private mutating func begin(_ id: PendingRequestID, _ now: Int64) -> [HubEffect] {
    guard case .idle = activity else {
      return [.answer(id, ControlRequest.Invalid("the daemon has already started", .conflict))]
    }
    return prepareNext(from: scheduler.place, for: .start(id), now)
  }

  private mutating func ended(_ ticket: Ticket, _ error: String?, _ now: Int64) -> [HubEffect] {
    guard let run, run.ticket == ticket else { return [] }
    scheduler.sceneEnded(now: now, isStill: run.duration == .zero && !run.entry.scene.isLive)
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
    case .showing:
      switch scheduler.tick(now: now) {
      case nil: return []
      case .play where scheduler.phase == .ready:
        scheduler.play(now: now)
        return [.begin, .publish(.motion)]
      case .play: return prepareReplay(now)
      case .slot(let place): return prepareNext(from: place, for: .advance, now)
      }
    }
  }

  private mutating func reload(
    _ playlist: Playlist, _ titleCards: Duration?, _ message: String?, _ problems: [String], _ now: Int64
  ) -> [HubEffect] {
    leftOut.removeAll()
    var effects: [HubEffect] = []
    if !notices.isEmpty {
      notices = []
      effects.append(.publish(.notice(nil)))
    }
    for problem in problems { effects += note("left out of the playlist: \(problem)") }
    scheduler.replace(by: playlist)
    scheduler.titleCards = titleCards
    if message != self.message { effects += setMessage(message) }
    if case .preparing(var preparation, let run) = activity {
      switch preparation.purpose {
      case .replay, .stay: break
      case .request:
        // Its position may have changed.
        if preparation.target != nil {
          preparation.target = scheduler.target(named: preparation.entry.scene.name) ?? .guest(preparation.source)
          activity = .preparing(preparation, behind: run)
        }
      case .start, .advance:
        // The next scene may have changed.
        effects += preparation.cancellation
        endPreparation(showing: run)
        let place = run == nil ? scheduler.place : scheduler.nextPlace
        effects += prepareNext(from: place, for: preparation.purpose, now)
      }
    } else if case .idle = activity {
      effects += prepareNext(from: scheduler.place, for: .advance, now)
    }
    return effects
  }

  mutating func setMessage(_ text: String?) -> [HubEffect] {
    message = text
    return [.publish(.message(text))]
  }

  /// Shows a notice to all viewers, and logs it.
  mutating func note(_ text: String) -> [HubEffect] {
    notices = (notices + [text]).suffix(Self.maximumNotices)
    return [.log(.warning, text), .publish(.notice(text))]
  }

  // MARK: The end

  private mutating func shutDown() -> [HubEffect] {
    defer { activity = .shutDown }
    return abandonPreparation(saying: Self.ending) + [.stop]
  }

  private func handleAfterEnd(_ event: HubEvent) -> [HubEffect] {
    switch event {
    case .began(let id), .requested(let id, _, _, _), .uploaded(let id, _, _, _): [.answer(id, Self.ending)]
    case .prepared(let ticket, _, _): [.discard(ticket)]
    case .refused, .failed, .ended, .tick, .tapsReported, .reloaded, .noted, .shutDown: []
    }
  }

  private static let ending = ControlRequest.Invalid("the daemon is shutting down", .unavailable)
}

/// What is shown beside the run of a scene.
public struct HubDisplay: Hashable, Sendable {
  /// Whether the title card of the scene is shown, the scene, or its end.
  public var phase: PlaybackState.Phase
  /// The position in the playlist, from 1; nil for a scene that is not in it.
  public var position: Int?
  /// The number of entries in the playlist.
  public var count: Int
  /// The title of the next scene.
  public var next: String
  /// The name of the next scene, for `control scene`.
  public var nextName: String
  /// The banner; nil for none.
  public var message: String?
  /// Problems for the operator, newest last.
  public var notices: [String]
  /// The number of edits that can be undone; nil where scenes can't be edited.
  public var edits: Int?
  /// The number of undone edits that can be made again; nil as for ``edits``.
  public var undone: Int?
  /// The client of the last edit; nil for a scene without edits.
  public var pen: EditingPen?
  /// Whether playback is paused.
  public var isPaused: Bool
  /// Whether a command set the speed; it holds until it is reset.
  public var isSpeedSet: Bool

  /// Creates a display of a scene that can't be edited.
  public init(
    phase: PlaybackState.Phase, position: Int? = nil, count: Int = 0, next: String = "", nextName: String = "",
    message: String? = nil, notices: [String] = [], isPaused: Bool = false, isSpeedSet: Bool = false
  ) {
    (self.phase, self.position, self.count, self.next) = (phase, position, count, next)
    (self.nextName, self.message, self.notices) = (nextName, message, notices)
    (self.isPaused, self.isSpeedSet) = (isPaused, isSpeedSet)
  }
}
