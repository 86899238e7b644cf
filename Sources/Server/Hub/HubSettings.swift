internal import Dispatch

/// The settings of a hub.
public struct HubSettings: Sendable {
  /// The maximum number of viewers.
  public var viewers = 256
  /// How many bytes a viewer may leave unread before the hub sends a snapshot instead.
  public var queue = 1 << 20
  /// How many bytes of the newest changes are kept for viewers that reconnect.
  ///
  /// The default is small, so that the log fills soon and memory use then stays constant for weeks.
  public var backlog = 1 << 18
  /// How long changes are gathered before they are sent, in wall nanoseconds: a write costs more than a change.
  public var gathering: Int64 = 15_000_000
  /// How long a viewer may read nothing before it is closed, in wall nanoseconds.
  public var timeout: Int64 = 30_000_000_000
  /// The time limit for planning a scene.
  public var planning = Duration.seconds(5)
  /// Reads the wall clock, in nanoseconds.
  public var wall: @Sendable () -> Int64 = { Int64(DispatchTime.now().uptimeNanoseconds) }

  /// Creates the default settings.
  public init() {}
}
