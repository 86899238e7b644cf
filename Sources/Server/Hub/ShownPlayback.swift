public import Marbles
public import Player
public import Scenes

/// The run of the scene that is shown: one of this process, or one of the daemon that a ``Relay`` follows.
public protocol ShownPlayback: AnyObject, Sendable {
  /// The scene that is played.
  var scene: Scene { get }
  /// The motion of the playhead. Its wall times are those of this process.
  var playback: PlaybackState { get }
  /// The scene time of the playhead.
  var sceneTime: SceneTime { get }
  /// The lost input of the row at `position`, by reason.
  func losses(ofRow position: Int) -> ArrivalQueue.Counts
  /// What is known about the source of the live row at `position`; nil for another row.
  func sourceStatus(ofRow position: Int) -> SourceStatus?
  /// The input of the live row `row`; nil for other rows, and where the input is in another process.
  func liveInput(_ row: String) -> ArrivalQueue?
  /// Closes the inputs of live rows.
  func closeLiveInputs()
  /// Calls `caller` on the thread of the scene.
  func ping(_ caller: @escaping @Sendable () -> Void)
}

extension ShownPlayback {
  /// Scene seconds per wall-clock second.
  public var speedFactor: SpeedFactor { playback.speedFactor }
  /// Whether the playhead is paused.
  public var isPaused: Bool { playback.isPaused }
}

extension ScenePlayback: ShownPlayback {}
