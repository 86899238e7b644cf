public import Marbles
internal import Operators
internal import Playback

/// A clock in an expression: the scene's clock and its transforms.
public struct PlannedClock: Hashable, Sendable {
  /// A transform that derives one clock from another.
  public enum Transform: Hashable, Sendable {
    /// Faster by a factor.
    case scaled(by: SpeedFactor)
    /// Late by up to a duration, at random from a seed.
    case jittered(by: PlannedArgument, seed: Int)
    /// With an animation: the form and the arguments of the operator `animation`.
    case animation(form: Int, arguments: [PlannedArgument?])
  }

  /// The transforms, innermost first.
  public var transforms: [Transform] = []

  /// The scene's clock, without transforms.
  public static let scene = PlannedClock()

  /// How many of its seconds pass per scene second; nil beyond the range of speed factors.
  public var speedFactor: SpeedFactor? {
    SpeedFactor(
      transforms.reduce(1) { product, transform in
        if case .scaled(let factor) = transform { product * factor.value } else { product }
      })
  }

  /// Whether it wakes tasks without delay.
  public var isPunctual: Bool {
    !transforms.contains { if case .jittered = $0 { true } else { false } }
  }

  /// Builds the clock.
  func build(in context: StreamContext) -> OperatorClock {
    transforms.reduce(OperatorClock(context.clock)) { clock, transform in
      switch transform {
      case .scaled(let factor): OperatorClock(clock.scaled(by: factor))
      case .jittered(let jitter, let seed):
        OperatorClock(
          clock.jittered(by: Duration(jitter.span(step: context.step) ?? .zero), seed: UInt64(bitPattern: Int64(seed))))
      case .animation(let form, let arguments):
        OperatorClock(clock.animation(Animation(form: form, arguments.map { $0?.built(in: context) })))
      }
    }
  }
}
