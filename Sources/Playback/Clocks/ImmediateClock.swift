public import Marbles
internal import Synchronization

/// A clock that never waits: a task that sleeps continues at once, and the time moves to its deadline.
///
/// It is for previews, and for tests in which time does not matter. A loop that sleeps forever, such as that of a timer, never
/// stops on it: use a ``TestClock``.
///
/// ```swift
/// let clock = ImmediateClock()
/// try await clock.sleep(for: .seconds(5))   // at once
/// clock.now                                 // 5 s
/// ```
public final class ImmediateClock: Clock {
  /// An instant is a scene time.
  public typealias Instant = SceneTime

  private let time: Mutex<SceneTime>

  /// Creates a clock whose time is `now`.
  public init(now: SceneTime = .zero) { time = Mutex(now) }

  /// The latest deadline of all tasks that have slept.
  public var now: SceneTime { time.withLock { $0 } }

  /// One nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Moves the time to `deadline`, and lets other tasks run.
  ///
  /// - Throws: `CancellationError` in a cancelled task.
  public func sleep(until deadline: SceneTime, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
    await Task.yield()
  }
}
