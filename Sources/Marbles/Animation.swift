/// How a value appears.
///
/// It belongs to the stream that the value comes from, not to what draws it: of two streams that are drawn in one place
/// one may be animated and the other not.
public struct Animation: Hashable, Sendable {
  /// What moves.
  public enum Transition: String, Hashable, Sendable, CaseIterable {
    /// It falls into its place.
    case drop
    /// It gets brighter.
    case fade
    /// It grows.
    case pop
    /// It moves in from the side.
    case slide
  }

  /// How progress follows time.
  public enum Curve: String, Hashable, Sendable, CaseIterable {
    case linear, easeIn, easeOut, easeInOut, spring
  }

  /// What moves.
  public var transition: Transition
  /// How long it takes.
  public var duration: SceneTime
  /// How long it waits before it begins.
  public var delay: SceneTime
  /// How progress follows time.
  public var curve: Curve

  /// Creates an animation.
  public init(
    _ transition: Transition, duration: SceneTime = .milliseconds(400), delay: SceneTime = .zero,
    curve: Curve = .easeOut
  ) {
    self.transition = transition
    self.duration = duration
    self.delay = delay
    self.curve = curve
  }

  /// No motion at all: the value is there at once, even where others like it are animated.
  public static let immediate = Animation(.fade, duration: .zero)

  /// Whether there is nothing to see of it.
  public var isImmediate: Bool { length == .zero }
}
