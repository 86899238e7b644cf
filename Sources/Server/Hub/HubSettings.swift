internal import Dispatch

/// What a hub is made with.
public struct HubSettings: Sendable {
  /// How many may follow at once.
  public var viewers = 256
  /// How many bytes one of them may leave unread before it is sent a snapshot instead.
  public var queue = 1 << 20
  /// How many bytes of the newest changes are kept for those who come back.
  ///
  /// Few, so that it is full soon, and what the daemon takes is then what it takes for weeks.
  public var backlog = 1 << 18
  /// How long changes are gathered before viewers are sent them, in wall nanoseconds: a write costs more than a change.
  public var gathering: Int64 = 15_000_000
  /// How long a viewer may not come for what waits, in wall nanoseconds.
  public var patience: Int64 = 30_000_000_000
  /// How long it may take to find out what happens in a scene.
  public var planning = Duration.seconds(5)
  /// Wall time, in nanoseconds.
  public var wall: @Sendable () -> Int64 = { Int64(DispatchTime.now().uptimeNanoseconds) }

  /// Creates the usual settings.
  public init() {}
}
