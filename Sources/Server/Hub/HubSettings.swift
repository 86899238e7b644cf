public import Inputs
internal import Platform
public import Scenes

/// The settings of a hub.
public struct HubSettings: Sendable {
  /// The maximum number of viewers.
  public var maximumViewers = 256
  /// How many bytes a viewer may leave unread before the hub sends a snapshot instead.
  public var viewerQueueBytes = 1 << 20
  /// How many bytes of the newest changes are kept for viewers that reconnect.
  ///
  /// The default is small, so that the backlog fills soon and memory use then stays constant for weeks.
  public var backlogBytes = 1 << 18
  /// How long changes are gathered before they are sent, in wall nanoseconds: a write costs more than a change.
  public var batchInterval: Int64 = 15_000_000
  /// How long a viewer may read nothing before it is closed, in wall nanoseconds.
  public var viewerTimeout: Int64 = 30_000_000_000
  /// The time limit for planning a scene.
  public var planningTimeLimit = Duration.seconds(5)
  /// The recorder of a run of a scene; nil for a run that is not recorded.
  public var recorder: @Sendable (Scene) -> (any ArrivalRecorder)? = { _ in nil }
  /// How long to wait for more taps of a program that has just reported one, in wall nanoseconds.
  var tapPause = 200_000_000
  /// Listens for programs with taps; nil if rows with taps have no source.
  public var taps: TapListener?
  /// The stream to which the daemon publishes; nil for none.
  var publishing: RelayConnection?
  /// The stream that a relay follows; nil for a daemon that plays scenes itself.
  var following: RelayConnection?
  /// Reads the wall clock, in nanoseconds.
  public var now: @Sendable () -> Int64 = MonotonicClock.system.now

  /// Measures what tasks wait.
  var clock: any Clock<Duration> = ContinuousClock()

  /// Creates the default settings.
  public init() {}
}
