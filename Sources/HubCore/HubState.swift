public import Marbles
public import Scenes
internal import Wire

/// What a daemon plays and what it does next, as a value.
///
/// Each event is handled in one step, which gives back what has to be done about it. Nothing here waits, reads a clock or
/// touches a file: the actor that owns the state performs the effects, and tests replay any order of events.
///
/// ```swift
/// var state = HubState(playlist: playlist)
/// let effects = state.handle(.tick, at: wall())
/// ```
public struct HubState: Sendable {
  /// What is going on.
  enum Activity: Sendable {
    /// Nothing is shown.
    case idle
    /// A run is shown; the scheduler's phase says whether its title, the scene or its end.
    case showing(Run)
    /// Another run is being prepared, while one may still be shown.
    case preparing(Preparation, behind: Run?)
    /// The daemon ends.
    case shutDown
  }

  /// What is shown.
  struct Run: Hashable, Sendable {
    var ticket: Ticket
    var entry: Playlist.Entry
    /// When the scene is over; of a live scene nobody knows.
    var duration: SceneTime
  }

  /// A run that is not there yet.
  struct Preparation: Sendable {
    var ticket: Ticket
    /// Whose slot begins with it; nil for another run of what is shown.
    var target: PlaylistScheduler.Target?
    var entry: Playlist.Entry
    var purpose: Purpose
    /// When it is taken for failed.
    var deadline: Int64
    /// Which scenes were tried before it.
    var tried: Int
  }

  /// Why a run is prepared.
  enum Purpose: Sendable {
    /// The first one: whoever has started the daemon waits for it.
    case start(RequestID)
    /// The playlist goes on.
    case advance
    /// The scene is played again.
    case replay
    /// The slot begins once more, as nothing else can be played.
    case stay
    /// Somebody has asked for it.
    case request(Request)
  }

  /// A request that is being carried out.
  struct Request: Sendable {
    var id: RequestID
    var content: ControlRequest
    var peer: String
  }

  /// How long a scene may take to be planned, in wall nanoseconds.
  public var timeout: Int64 = 5_000_000_000
  /// How long nothing is tried after nothing could be played.
  static let retryPause: Int64 = 10_000_000_000
  /// How many notices are kept.
  static let maximumNotices = 20

  var activity = Activity.idle
  var scheduler: PlaylistScheduler
  /// Whether the playhead is held, from scene to scene.
  public internal(set) var isPaused = false
  /// The speed that was asked for; nil for what each scene says.
  public internal(set) var speed: SpeedFactor?
  /// The banner.
  public internal(set) var message: String?
  /// What went wrong, the newest last.
  public internal(set) var notices: [String] = []
  /// Scenes that were sent.
  public internal(set) var uploads: UploadedScenes
  /// Scenes that turned out to be unplayable since everything was read.
  var unplayable: [Scene] = []
  var tickets = 0

  /// A hub that shows nothing yet.
  public init(
    playlist: Playlist, titleCards: Duration? = nil, message: String? = nil, uploads: UploadedScenes = UploadedScenes()
  ) {
    scheduler = PlaylistScheduler(playlist: playlist, titleCards: titleCards)
    self.message = message
    self.uploads = uploads
  }

  // MARK: What can be seen

  /// When ``HubEvent/tick`` is to be handled next, in wall time; nil for never.
  public var deadline: Int64? {
    switch activity {
    case .preparing(let preparation, _): preparation.deadline
    case .showing: scheduler.deadline
    case .idle, .shutDown: nil
    }
  }

  /// What is shown beside the run itself.
  public var display: HubDisplay {
    let next = scheduler.playlist[scheduler.nextPlace].scene
    return HubDisplay(
      phase: scheduler.phase, position: scheduler.guest == nil ? scheduler.place.index + 1 : nil,
      count: scheduler.playlist.entries.count, next: next.title, nextName: next.name,
      message: message, notices: notices, isPaused: isPaused,
      isSpeedSet: speed != nil && run?.entry.scene.isLive != true)
  }

  /// The scenes of the playlist.
  public var playlistScenes: [Scene] { scheduler.playlist.entries.map(\.scene) }

  /// What is shown; nil while nothing is.
  var run: Run? {
    switch activity {
    case .showing(let run): run
    case .preparing(_, let run): run
    case .idle, .shutDown: nil
    }
  }

  /// The ticket of what is being prepared; nil while nothing is.
  public var preparing: Ticket? {
    if case .preparing(let preparation, _) = activity { preparation.ticket } else { nil }
  }

  /// What is shown: its ticket and its scene.
  public var shown: (ticket: Ticket, scene: Scene)? { run.map { ($0.ticket, $0.entry.scene) } }

  // MARK: What happens

  /// Handles an event.
  ///
  /// - Parameters:
  ///   - now: wall time, in nanoseconds.
  ///   - playhead: where the playhead of what is shown is.
  /// - Returns: what is to be done, in this order.
  public mutating func handle(_ event: HubEvent, at now: Int64, playhead: SceneTime = .zero) -> [HubEffect] {
    if case .shutDown = activity { return handleAfterEnd(event) }
    switch event {
    case .began(let id): return begin(id, now)
    case .requested(let id, let content, let peer, let found):
      return handle(Request(id: id, content: content, peer: peer), found, now, playhead)
    case .uploaded(let id, let scene, let bytes, let peer): return upload(id, scene, bytes: bytes, peer)
    case .prepared(let ticket, let duration): return prepared(ticket, duration, now)
    case .failed(let ticket, let reason): return failed(ticket, reason, now)
    case .ended(let ticket, let error): return ended(ticket, error, now)
    case .tick: return tick(now)
    case .reloaded(let playlist, let titleCards, let message, let problems):
      return reload(playlist, titleCards, message, problems, now)
    case .noted(let text): return note(text)
    case .shutDown: return shutDown()
    }
  }

  private mutating func begin(_ id: RequestID, _ now: Int64) -> [HubEffect] {
    guard case .idle = activity else {
      return [.answer(id, ControlRequest.Invalid("the daemon has begun already", .conflict))]
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
    case .preparing(let preparation, _):
      guard now >= preparation.deadline else { return [] }
      let effects = [.cancel(preparation.ticket)] + failed(preparation.ticket, timeoutReason, now)
      // What was due meanwhile is due now.
      if case .showing = activity { return effects + tick(now) }
      return effects
    case .showing:
      switch scheduler.tick(now: now) {
      case nil: return []
      case .play where scheduler.phase == .ready:
        scheduler.play(now: now)
        return [.begin, .publish(.motion)]
      case .play: return prepareReplay(now)
      case .slot(.place(let place)): return prepareNext(from: place, for: .advance, now)
      case .slot(.guest(let entry)): return prepare(.guest(entry), entry, for: .advance, now)
      }
    }
  }

  private var timeoutReason: String {
    let seconds = Double(timeout) / 1e9
    let text = Int(exactly: seconds).map(String.init) ?? String(seconds)
    return "after \(text) s it is not known what happens in it; a shorter `duration:` may help"
  }

  private mutating func reload(
    _ playlist: Playlist, _ titleCards: Duration?, _ message: String?, _ problems: [String], _ now: Int64
  ) -> [HubEffect] {
    unplayable = []
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
        // Its place may be another one now.
        if preparation.target != nil {
          preparation.target = scheduler.target(named: preparation.entry.scene.name) ?? .guest(preparation.entry)
          activity = .preparing(preparation, behind: run)
        }
      case .start, .advance:
        // What was next may not be any more.
        effects.append(.cancel(preparation.ticket))
        activity = run.map { .showing($0) } ?? .idle
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

  /// Says what went wrong, to all who watch and to the log.
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
    case .prepared(let ticket, _): [.discard(ticket)]
    default: []
    }
  }

  private static let ending = ControlRequest.Invalid("the daemon is ending", .unavailable)
}

/// What is shown beside the run of a scene.
public struct HubDisplay: Hashable, Sendable {
  /// Whether the title of the scene is shown, the scene, or its end.
  public var phase: PlaybackState.Phase
  /// Its number in the playlist, from 1; nil for a scene that is not in it.
  public var position: Int?
  /// How many there are in the playlist.
  public var count: Int
  /// The title of what comes next.
  public var next: String
  /// Its name, as `control scene` takes it.
  public var nextName: String
  /// The banner.
  public var message: String?
  /// What went wrong, the newest last.
  public var notices: [String]
  /// Whether the playhead is held.
  public var isPaused: Bool
  /// Whether the speed was set by a command, and holds until it is taken back.
  public var isSpeedSet: Bool
}
