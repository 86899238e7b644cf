package import Marbles
internal import Playback

/// The clock that an operator lives by, whatever it is made of; its time is the scene's or runs along with it.
package struct OperatorClock: AnimatingClock {
  private let read: @Sendable () -> SceneTime
  private let wait: @Sendable (SceneTime) async throws -> Void
  /// How values that are delivered on it appear; nil when it says nothing.
  package let carriedAnimation: Animation?

  /// Erases the type of `clock`.
  package init<C: Clock>(_ clock: C) where C.Instant == SceneTime {
    read = { clock.now }
    wait = { try await clock.sleep(until: $0, tolerance: nil) }
    carriedAnimation = (clock as? any AnimatingClock)?.carriedAnimation
  }

  package var now: SceneTime { read() }
  package var minimumResolution: Duration { .nanoseconds(1) }

  package func sleep(until deadline: SceneTime, tolerance: Duration? = nil) async throws { try await wait(deadline) }
}
