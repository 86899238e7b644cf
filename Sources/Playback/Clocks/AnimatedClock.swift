public import Marbles

/// A clock that says how values appear which are delivered on it.
///
/// Transforms of clocks are of this kind, and hand on what their base says.
public protocol AnimatingClock: Clock {
  /// How values that are delivered on it appear; nil when it says nothing.
  var carriedAnimation: Animation? { get }
}

/// Another clock, with an animation for what is delivered on it; it keeps the same time.
public struct AnimatedClock<Base: Clock>: AnimatingClock {
  /// What it keeps the time of.
  public let base: Base
  /// How values that are delivered on it appear.
  public let carriedAnimation: Animation?

  /// The same time as the base shows.
  public var now: Base.Instant { base.now }

  /// What the base can tell apart.
  public var minimumResolution: Base.Duration { base.minimumResolution }

  /// Sleeps until `deadline`.
  public func sleep(until deadline: Base.Instant, tolerance: Base.Duration? = nil) async throws {
    try await base.sleep(until: deadline, tolerance: tolerance)
  }
}

extension Clock {
  /// A clock that animates what is delivered on it; with nil, one that shows it at once, whatever this clock says.
  ///
  /// Animation so belongs to the stream that is delivered, and not to the view, which can't know which of its changes
  /// comes from where. Of two streams that end in one list, one may be animated:
  ///
  /// ```swift
  /// let movies = chain(
  ///   cached.receive(on: clock),                       // there at once
  ///   all.receive(on: clock.animation(.slide))         // slide in
  /// )
  /// ```
  public func animation(_ animation: Animation?) -> AnimatedClock<Self> {
    AnimatedClock(base: self, carriedAnimation: animation ?? .immediate)
  }

  /// A clock that animates what is delivered on it: `clock.animation(.slide, duration: .milliseconds(600))`.
  public func animation(
    _ transition: Animation.Transition, duration: SceneTime = .milliseconds(400), delay: SceneTime = .zero,
    curve: Animation.Curve = .easeOut
  ) -> AnimatedClock<Self> {
    animation(Animation(transition, duration: duration, delay: delay, curve: curve))
  }
}

extension Clock {
  /// What this clock, or the one that it is made of, says about how values appear.
  var animationOfDeliveries: Animation? { (self as? any AnimatingClock)?.carriedAnimation }
}

extension ScaledClock: AnimatingClock {
  /// What the base says.
  public var carriedAnimation: Animation? { base.animationOfDeliveries }
}

extension JitteredClock: AnimatingClock {
  /// What the base says.
  public var carriedAnimation: Animation? { base.animationOfDeliveries }
}
