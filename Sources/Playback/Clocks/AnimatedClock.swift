public import Marbles

/// A clock that determines the animation of values that are delivered on it.
///
/// Clocks that transform another clock adopt this protocol and pass on the animation of their base.
public protocol AnimationCarryingClock: Clock {
  /// The animation of values that are delivered on this clock; nil if the clock sets none.
  var carriedAnimation: Animation? { get }
}

/// The name until version 1.0.
@available(*, deprecated, renamed: "AnimationCarryingClock")
public typealias AnimatingClock = AnimationCarryingClock

/// A clock that keeps the time of its base and adds an animation to deliveries.
public struct AnimatedClock<Base: Clock>: AnimationCarryingClock {
  /// The clock that supplies the time.
  public let base: Base
  /// The animation of values that are delivered on this clock; nil if it sets none.
  public let carriedAnimation: Animation?

  /// The current instant of the base.
  public var now: Base.Instant { base.now }

  /// The resolution of the base.
  public var minimumResolution: Base.Duration { base.minimumResolution }

  /// Sleeps until `deadline` on the base.
  public func sleep(until deadline: Base.Instant, tolerance: Base.Duration? = nil) async throws {
    try await base.sleep(until: deadline, tolerance: tolerance)
  }
}

extension Clock {
  /// A clock that animates the values delivered on it. With nil, values appear at once, even if this clock has an
  /// animation.
  ///
  /// The animation belongs to the delivered stream and not to the view, which can't know the origin of each change. Of
  /// two streams that end in one list, one may be animated:
  ///
  /// ```swift
  /// let movies = chain(
  ///   cached.receive(on: clock),                       // appears at once
  ///   all.receive(on: clock.animation(.slide))         // slides in
  /// )
  /// ```
  public func animation(_ animation: Animation?) -> AnimatedClock<Self> {
    AnimatedClock(base: self, carriedAnimation: animation ?? .immediate)
  }

  /// A clock that animates the values delivered on it: `clock.animation(.slide, duration: .milliseconds(600))`.
  public func animation(
    _ transition: Animation.Transition, duration: SceneTime = .milliseconds(400), delay: SceneTime = .zero,
    curve: Animation.Curve = .easeOut
  ) -> AnimatedClock<Self> {
    animation(Animation(transition, duration: duration, delay: delay, curve: curve))
  }
}

extension Clock {
  /// The animation that this clock or its base sets for deliveries.
  var animationOfDeliveries: Animation? { (self as? any AnimationCarryingClock)?.carriedAnimation }
}

extension ScaledClock: AnimationCarryingClock {
  /// The animation of the base.
  public var carriedAnimation: Animation? { base.animationOfDeliveries }
}

extension JitteredClock: AnimationCarryingClock {
  /// The animation of the base.
  public var carriedAnimation: Animation? { base.animationOfDeliveries }
}
