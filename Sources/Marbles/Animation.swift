/// How a value appears.
///
/// An animation belongs to the stream that delivers the value, not to the view that draws it: of two streams that are
/// drawn in one place, one may be animated and the other not.
public struct Animation: Hashable, Sendable {
  /// The visual effect of an animation.
  public enum Transition: String, Hashable, Sendable, CaseIterable {
    /// The marble drops into its place.
    case drop
    /// The marble gets brighter.
    case fade
    /// The marble grows.
    case pop
    /// The marble moves in from the side.
    case slide
  }

  /// The timing curve of an animation.
  public enum Curve: String, Hashable, Sendable, CaseIterable {
    case linear, easeIn, easeOut, easeInOut, spring
  }

  /// The visual effect.
  public var transition: Transition
  /// The duration of the motion, without the delay.
  public var duration: SceneTime
  /// The time between the value and the start of the motion.
  public var delay: SceneTime
  /// The timing curve.
  public var curve: Curve

  /// Creates an animation; by default it starts without a delay.
  public init(
    _ transition: Transition, duration: SceneTime = .milliseconds(400), delay: SceneTime = .zero,
    curve: Curve = .easeOut
  ) {
    self.transition = transition
    self.duration = duration
    self.delay = delay
    self.curve = curve
  }

  /// No motion: the value appears at once, even if other values of its row are animated.
  public static let immediate = Animation(.fade, duration: .zero)

  /// Whether the duration and the delay are zero, so that nothing moves.
  public var isImmediate: Bool { length == .zero }
}
