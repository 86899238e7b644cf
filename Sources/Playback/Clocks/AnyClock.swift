public import Marbles

/// A clock of any type whose duration is `Duration`, as one type.
///
/// A model often keeps `any Clock<Duration>`, so that a test can pass another clock. Operators such as `debounce` need a
/// concrete type:
///
/// ```swift
/// for await text in edits.debounce(for: .seconds(1), clock: AnyClock(clock)) { save(text) }
/// ```
public struct AnyClock: AnimationCarryingClock {
  /// An instant is a scene time; 0 is the creation of the clock.
  public typealias Instant = SceneTime

  /// The animation of the base.
  public let carriedAnimation: Animation?

  private let time: @Sendable () -> SceneTime
  private let resolution: @Sendable () -> Duration
  private let wait: @Sendable (SceneTime, Duration?) async throws -> Void

  /// Creates a clock that keeps the time of `base`, from 0 on.
  public init<Base: Clock>(_ base: Base) where Base.Duration == Duration {
    let origin = base.now
    carriedAnimation = base.animationOfDeliveries
    time = { SceneTime(origin.duration(to: base.now)) }
    resolution = { base.minimumResolution }
    wait = { deadline, tolerance in
      try await base.sleep(until: origin.advanced(by: .nanoseconds(deadline.nanoseconds)), tolerance: tolerance)
    }
  }

  /// The time since the creation of the clock.
  public var now: SceneTime { time() }

  /// The resolution of the base.
  public var minimumResolution: Duration { resolution() }

  /// Sleeps until this clock reaches `deadline`.
  public func sleep(until deadline: SceneTime, tolerance: Duration? = nil) async throws {
    try await wait(deadline, tolerance)
  }
}
