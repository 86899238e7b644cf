public import Marbles
public import Scenes
public import Wire

/// A number by which a preparation, and the run that comes of it, is known.
public struct Ticket: Hashable, Sendable, CustomStringConvertible {
  var number: Int
  /// `#7`.
  public var description: String { "#\(number)" }
}

/// A number by which somebody who waits for an answer is known.
public struct RequestID: Hashable, Sendable, CustomStringConvertible {
  var number: Int
  /// Creates an id; each is used once.
  public init(_ number: Int) { self.number = number }
  /// `request 7`.
  public var description: String { "request \(number)" }
}

/// Something that has happened to a hub.
public enum HubEvent: Sendable {
  /// The daemon is up; the request is answered when the first scene is shown, or none can be.
  case began(RequestID)
  /// A client asks for something.
  ///
  /// - Parameters:
  ///   - peer: who asks, for the log: `control.sock`.
  ///   - found: what is called as the request says, where the hub does not know it itself.
  case requested(RequestID, ControlRequest, peer: String, found: SceneLookup)
  /// A client sends a scene.
  case uploaded(RequestID, Scene, bytes: Int, peer: String)
  /// A scene was planned, and a run of it waits to begin.
  case prepared(Ticket, duration: SceneTime)
  /// A scene can't be played.
  case failed(Ticket, reason: String)
  /// What was shown has come to its end.
  case ended(Ticket, error: String?)
  /// Time has passed.
  case tick
  /// Configuration and scenes were read again.
  case reloaded(Playlist, titleCards: Duration?, message: String?, problems: [String])
  /// Something went wrong that operators should see.
  case noted(String)
  /// The daemon ends.
  case shutDown
}

/// What was found under the name of a scene that the hub does not know.
public enum SceneLookup: Sendable {
  /// Nothing was looked for, or there is nothing; names that may have been meant.
  case nothing(names: [String])
  /// A scene of the library, or the sample of an operator.
  case scene(Scene)
  /// A file that is no scene.
  case malformed(String)
}

/// Something that has to be done outside of a hub's state, in the order in which it is given.
public enum HubEffect: Sendable {
  /// What to prepare: the plan of a scene, and a run of it that stands at a time.
  public struct Job: Sendable {
    /// How its outcome is told.
    public var ticket: Ticket
    /// What to plan.
    public var scene: Scene
    /// Where the run begins; at the end of the scene where that is earlier.
    public var start: SceneTime
    /// How fast it is played.
    public var speedFactor: SpeedFactor
    /// Whether it waits at its start.
    public var isPaused: Bool
  }

  /// How bad something is that is logged.
  public enum Level: Hashable, Sendable {
    /// What was done.
    case info
    /// What went wrong.
    case warning
  }

  /// Something that viewers are told.
  public enum Publication: Hashable, Sendable {
    /// All that a viewer needs to begin with: another run is shown.
    case snapshot
    /// Where the playhead is and how it moves.
    case motion
    /// The banner.
    case message(String?)
    /// What went wrong last.
    case notice(String?)
  }

  /// Plan a scene and prepare a run; ``HubEvent/prepared(_:duration:)`` or ``HubEvent/failed(_:reason:)`` follows.
  case prepare(Job)
  /// Nobody waits for a preparation any more.
  case cancel(Ticket)
  /// A prepared run is not wanted.
  case discard(Ticket)
  /// A prepared run takes the place of what is shown.
  case show(Ticket, Playlist.Entry, isNewSlot: Bool)
  /// What is shown begins to play.
  case begin
  /// What is shown is paused, or goes on.
  case setPaused(Bool)
  /// What is shown plays at another speed.
  case setSpeed(SpeedFactor)
  /// What is shown moves on by so many instants.
  case step(Int)
  /// Viewers are told something.
  case publish(Publication)
  /// A request is answered: nil when it was done.
  case answer(RequestID, ControlRequest.Invalid?)
  /// A line of the log.
  case log(Level, String)
  /// What is shown ends, and nothing follows.
  case stop
}
