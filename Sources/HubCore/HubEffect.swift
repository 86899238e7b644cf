public import Marbles
public import Scenes
public import Wire

/// Identifies a preparation and the run that results from it.
public struct PreparationTicket: Hashable, Sendable, CustomStringConvertible {
  var number: Int
  /// `#7`.
  public var description: String { "#\(number)" }
}

/// Identifies a request that waits for an answer.
public struct PendingRequestID: Hashable, Sendable, CustomStringConvertible {
  var number: Int
  /// Creates an id, which must be unique.
  public init(_ number: Int) { self.number = number }
  /// `request 7`.
  public var description: String { "request \(number)" }
}

/// An event that a hub handles.
public enum HubEvent: Sendable {
  /// The daemon has started; the request is answered when the first scene is shown, or when none can be played.
  case began(PendingRequestID)
  /// A client sends a control request.
  ///
  /// - Parameters:
  ///   - peer: the client, for the log: `control.sock`.
  ///   - found: the scene that the request names, if the hub itself does not know it.
  case requested(PendingRequestID, ControlRequest, peer: String, found: SceneLookup)
  /// A client uploads a scene.
  case uploaded(PendingRequestID, Scene, bytes: Int, peer: String)
  /// A scene was planned, and its run is ready to start.
  ///
  /// - Parameter edited: the scene, if the job had an edit.
  case prepared(PreparationTicket, duration: SceneTime, edited: EditedScene? = nil)
  /// The edit of a job does not fit the scene.
  case refused(PreparationTicket, ControlRequest.Invalid)
  /// A scene was not planned.
  case failed(PreparationTicket, PlanningFailure)
  /// The current run has ended.
  case ended(PreparationTicket, error: String?)
  /// Programs have reported taps: the rows of all taps so far.
  case tapsReported([Scene.Row])
  /// The deadline of the state has passed.
  case tick
  /// Configuration and scenes were reloaded.
  case reloaded(Playlist, titleCards: Duration?, message: String?, problems: [String])
  /// Scenes of the playlist can't be read, for these reasons.
  case unreadable([String])
  /// Something went wrong that the operator should see.
  case noted(String)
  /// The daemon shuts down.
  case shutDown
}

/// The result of looking up a scene that the hub does not know.
public enum SceneLookup: Sendable {
  /// There was no lookup or no result; the names are suggestions.
  case nothing(names: [String])
  /// A scene of the library, or the sample of an operator.
  case scene(Scene)
  /// A file that is not a valid scene.
  case malformed(String)
}

/// A side effect that the owner of the state performs, in the order given.
public enum HubEffect: Sendable {
  /// A preparation: the plan of a scene, and a run that starts at a given time.
  public struct Job: Sendable {
    /// Identifies the result.
    public var ticket: PreparationTicket
    /// The scene to plan, before ``edit``.
    public var scene: Scene
    /// The edit to make first; nil for none.
    public var edit: PendingEdit?
    /// The run whose live rows and history the new one takes over; nil for a run that starts empty.
    public var continued: PreparationTicket?
    /// The start of the run, at most the end of the scene.
    public var start: SceneTime
    /// The speed of the run.
    public var speedFactor: SpeedFactor
    /// Whether the run starts paused.
    public var isPaused: Bool
  }

  /// The severity of a log line.
  public enum Level: Hashable, Sendable {
    /// Normal operation.
    case info
    /// A problem.
    case warning
  }

  /// A message to viewers.
  public enum Publication: Hashable, Sendable {
    /// A snapshot: another run is shown.
    case snapshot
    /// The position and the motion of the playhead.
    case motion
    /// The banner; nil removes it.
    case message(String?)
    /// The latest notice; nil removes it.
    case notice(String?)
  }

  /// Plan a scene and prepare a run; ``HubEvent/prepared(_:duration:edited:)``, ``HubEvent/refused(_:_:)`` or
  /// ``HubEvent/failed(_:_:)`` follows.
  case prepare(Job)
  /// Cancel a preparation that is no longer needed.
  case cancel(PreparationTicket)
  /// Release a prepared run that is no longer needed.
  case discard(PreparationTicket)
  /// Replace the current run by a prepared one.
  case show(PreparationTicket, Playlist.Entry, isNewSlot: Bool)
  /// Let a prepared run go on where the current one is, with the live rows and the history of that.
  case takeOver(PreparationTicket, Playlist.Entry)
  /// Add live rows behind all others of the current run, and start their sources.
  case addRows([Scene.Row])
  /// Start playing the current run.
  case begin
  /// Pause or resume the current run.
  case setPaused(Bool)
  /// Change the speed of the current run.
  case setSpeed(SpeedFactor)
  /// Advance the current run by a number of instants.
  case step(Int)
  /// Send a message to viewers.
  case publish(Publication)
  /// Answer a request; nil for success.
  case answer(PendingRequestID, ControlRequest.Invalid?)
  /// Write an event to the log: what happened, and to what by key.
  case log(Level, String, [String: String] = [:])
  /// End the current run; nothing follows.
  case stop
}
