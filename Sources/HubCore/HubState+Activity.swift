internal import Marbles
internal import Scenes
internal import Wire

// What the hub does now: each case has exactly the data that it needs.
extension HubState {
  /// The current activity.
  enum Activity: Sendable {
    /// Nothing is shown.
    case idle
    /// A run is shown.
    case showing(Run)
    /// Another run is being prepared; the previous one may still be shown.
    case preparing(RunPreparation, behind: Run?)
    /// The daemon shuts down; the last run, if any, is still on the screens.
    case shutDown(Run?)
  }

  /// The run that is shown.
  struct Run: Hashable, Sendable {
    var ticket: PreparationTicket
    /// The entry with the edited scene.
    var entry: Playlist.Entry
    /// The scene before its first edit.
    var original: Scene
    /// When the scene ends; unknown for a live scene.
    var duration: SceneTime
    /// The turn that the run is a part of.
    var turn: PlaylistTurn
    /// Whether the playlist lacks the scene, or has another one of its name.
    var isGuest: Bool

    /// The entry with the scene before its first edit.
    var source: Playlist.Entry { Playlist.Entry(scene: original, length: entry.length) }
  }

  /// A run that is being prepared, in one attempt or in several.
  struct RunPreparation: Sendable {
    /// The job of the newest attempt.
    var job: HubEffect.Job
    /// How far the newest attempt is.
    var attempt: Attempt
    /// The entry with the edited scene.
    var entry: Playlist.Entry
    /// The scene before its first edit.
    var original: Scene
    var purpose: Purpose
    /// When the preparation is late: a request is refused then, and for other purposes a notice says why they wait.
    var limit: Int64
    /// Whether an earlier attempt found no place in the queue.
    var wait = Wait.none

    /// The ticket of the job that plans the scene; nil between two attempts.
    var ticket: PreparationTicket? {
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
    case start(PendingRequestID, Search)
    /// The playlist continues.
    case advance(Search)
    /// The scene repeats.
    case replay
    /// The turn starts over, as no other scene can be played.
    case stay
    /// A control request.
    case request(Request, RequestedRun)

    /// The scene whose turn starts with the run; nil for another run of the current scene.
    var target: PlaylistPosition.Target? {
      switch self {
      case .start(_, let search), .advance(let search), .request(_, .neighbour(let search)): .place(search.place)
      case .request(_, .scene(let target)): target
      case .replay, .stay, .request(_, .again): nil
      }
    }
  }

  /// An entry of the playlist, and how many were tried to find one that can be played, this one included.
  struct Search: Sendable {
    var place: Playlist.Place
    var tried: Int
  }

  /// The run that a request is for.
  enum RequestedRun: Sendable {
    /// Another run of the current scene.
    case again
    /// A scene by its name.
    case scene(PlaylistPosition.Target)
    /// The next or the previous scene of the playlist.
    case neighbour(Search)
  }

  /// A request in progress.
  struct Request: Sendable {
    var id: PendingRequestID
    var content: ControlRequest
    var peer: String
  }
}
