public import Drawing
public import Marbles
public import Scenes
internal import Terminal

/// Something that plays and can be steered, wherever it plays: what a player draws.
///
/// Used from one thread.
public protocol Show: AnyObject {
  /// Begins to play.
  ///
  /// - Parameter onChange: called on any thread when there is something new to see.
  /// - Throws: why it can't be played.
  func begin(onChange: @escaping @Sendable () -> Void) throws

  /// Goes on to what plays next, when its time has come.
  ///
  /// - Throws: why it had to be stopped.
  func advance() throws

  /// The wall nanoseconds until ``advance()`` has something to do; nil while it has not.
  var untilAdvance: Int64? { get }

  /// How it stands now.
  func snapshot() -> ShowSnapshot

  /// Whether something plays after the end of this scene.
  var goesOn: Bool { get }

  /// Steers it; a command that it can't follow changes nothing.
  func obey(_ command: ShowCommand)

  /// Has its pictures drawn in these colours.
  func adopt(_ theme: Theme)

  /// Whether nothing is to be drawn any more, as whoever plays it has come to an end.
  var isOver: Bool { get }

  /// Ends it, and waits until whoever plays it has let go.
  func end()
}

extension Show {
  /// Never: it is drawn until somebody leaves.
  public var isOver: Bool { false }
}

/// How a show stands: all that a picture of it is made of, but for what the person who looks at it points at.
public struct ShowSnapshot: Sendable {
  /// What draws it.
  public var stage: Stage
  /// What has happened so far.
  public var recording: Recording
  /// Where the playhead was, when that much had happened at least.
  public var playhead: Playhead
  /// What stands around the scene; nil for a scene that is played for itself.
  public var billing: Billing?
  /// Whether there are other scenes to change to.
  public var isOneOfSeveral: Bool

  /// Creates a snapshot.
  public init(
    stage: Stage, recording: Recording, playhead: Playhead, billing: Billing? = nil, isOneOfSeveral: Bool = false
  ) {
    self.isOneOfSeveral = isOneOfSeveral
    self.stage = stage
    self.recording = recording
    self.playhead = playhead
    self.billing = billing
  }

  /// The picture of it, and of what stands around the scene.
  func frame(at moment: Moment, size: Size) -> Canvas {
    guard let billing else { return stage.frame(recording, at: moment, size: size) }
    return BillingPainter(billing, stage: stage, size: size).frame(of: recording, at: moment)
  }

  /// How much of a terminal the scene has.
  func sceneSize(in size: Size) -> Size {
    billing.map { BillingPainter($0, stage: stage, size: size).sceneSize } ?? size
  }
}

/// Where the playhead is, and how it moves.
public struct Playhead: Hashable, Sendable {
  /// Where it is, in scene time.
  public var time: SceneTime
  /// How it moves; its wall times are of whoever plays.
  public var playback: PlaybackState
  /// Whether the show starts over at its end.
  public var isLooping: Bool

  /// Creates a playhead.
  public init(
    time: SceneTime, playback: PlaybackState, isLooping: Bool = false
  ) {
    self.time = time
    self.playback = playback
    self.isLooping = isLooping
  }

  /// What it does.
  public var state: Moment.State {
    switch playback.phase {
    case .ended: .finished
    case .ready: .paused
    case .playing: playback.isPaused ? .paused : .playing
    }
  }
}

/// What a show can be told.
public enum ShowCommand: Hashable, Sendable {
  /// The playhead stands still.
  case pause
  /// It goes on.
  case resume
  /// So many scene seconds a wall second from here on.
  case setSpeedFactor(SpeedFactor)
  /// To start over at the end, or not.
  case setLooping(Bool)
  /// The scene begins again.
  case restart
  /// The playhead goes to this scene time, and stands there.
  case seek(SceneTime)
  /// The playhead stands at this scene time until it is released.
  case hold(at: SceneTime)
  /// While it is held: what plays is this scene from here on.
  case edit(Scene)
  /// It goes on from where it is held, if it was not paused.
  case release
  /// Another scene, so many further on; behind the last comes the first.
  case changeScene(by: Int)
}
