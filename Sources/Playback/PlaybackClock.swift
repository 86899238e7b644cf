public import Marbles

/// The clock of a ``PlaybackExecutor``: reads its `now`, and sleeps by adding a timer to it.
///
/// Give it to every operator that takes a `clock:`, as in `debounce(for: .seconds(1), clock: executor.clock)`.
public struct PlaybackClock: Clock {
  /// A scene time.
  public typealias Instant = SceneTime

  /// The order at one instant of what operators and inner streams wait for: after all inputs.
  public static let operatorRank = Int.max / 2
  /// The order at one instant of a demand-driven consumer: after everything else.
  public static let consumerRank = Int.max

  /// The executor whose time this is.
  public let executor: PlaybackExecutor
  /// The order of this clock's timers at one instant, lowest first; inputs use their row's position.
  public let rank: Int

  /// Creates a clock with the given order at one instant.
  public init(executor: PlaybackExecutor, rank: Int) {
    self.executor = executor
    self.rank = rank
  }

  /// The executor's time.
  public var now: SceneTime { executor.now }
  /// Scene times are whole nanoseconds.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Lets all other tasks that are ready go first, as `Task.yield()` does, without leaving the executor.
  public func yield() async { await executor.yield() }

  /// Sleeps until `deadline`; only for tasks of this clock's executor.
  public func sleep(until deadline: SceneTime, tolerance: Duration? = nil) async throws {
    try await executor.sleep(until: deadline, rank: rank)
  }
}
