package import Marbles
internal import Playback

/// The type-erased clock of an operator; its time is scene time or derived from it.
package struct OperatorClock: AnimationCarryingClock {
  private let read: @Sendable () -> SceneTime
  private let wait: @Sendable (SceneTime) async throws -> Void
  /// The animation of values that are delivered on this clock; nil for none.
  package let carriedAnimation: Animation?

  /// Erases the type of `clock`.
  package init<C: Clock>(_ clock: C) where C.Instant == SceneTime {
    read = { clock.now }
    wait = { try await clock.sleep(until: $0, tolerance: nil) }
    carriedAnimation = (clock as? any AnimationCarryingClock)?.carriedAnimation
  }

  package var now: SceneTime { read() }
  package var minimumResolution: Duration { .nanoseconds(1) }

  package func sleep(until deadline: SceneTime, tolerance: Duration? = nil) async throws { try await wait(deadline) }
}
