public import Marbles

/// The clock of a ``PlaybackExecutor``: it reads the executor's `now`, and sleeps by adding timers to the executor.
///
/// Give it to every operator that takes a `clock:`, as in `debounce(for: .seconds(1), clock: executor.clock)`.
public struct PlaybackClock: Clock {
  /// An instant is a scene time.
  public typealias Instant = SceneTime

  /// The rank of timers of operators and inner streams: after all inputs of the same instant.
  package static let operatorRank = Int.max / 2
  /// The rank of a demand-driven consumer: after everything else of the same instant.
  package static let consumerRank = Int.max

  /// The executor that supplies the time.
  public let executor: PlaybackExecutor
  /// The order of this clock's timers at one instant, lowest first. Inputs use the position of their row.
  package let rank: Int

  /// Creates a clock whose timers fire in the order of `rank` at one instant.
  package init(executor: PlaybackExecutor, rank: Int) {
    self.executor = executor
    self.rank = rank
  }

  /// The executor's current scene time.
  public var now: SceneTime { executor.now }
  /// One nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Lets all other ready tasks run first, like `Task.yield()`, without leaving the executor.
  public func yield() async { await executor.yield() }

  /// Sleeps until `deadline`; only for tasks of this clock's executor.
  public func sleep(until deadline: SceneTime, tolerance: Duration? = nil) async throws {
    try await executor.sleep(until: deadline, rank: rank)
  }
}
