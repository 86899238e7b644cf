public import Marbles
internal import Operators
internal import Playback

/// A clock as an expression names it: the scene's, and how it is transformed.
public struct PlannedClock: Hashable, Sendable {
  /// How a clock is made of another.
  public enum Transform: Hashable, Sendable {
    /// So many times as fast.
    case scaled(by: SpeedFactor)
    /// Up to a span late, in one of many ways.
    case jittered(by: PlannedArgument, seed: Int)
    /// With an animation, as the arguments of the operator `animation` in one of its forms.
    case animation(form: Int, arguments: [PlannedArgument?])
  }

  /// From the scene's clock outwards.
  public var transforms: [Transform] = []

  /// The scene's own.
  public static let scene = PlannedClock()

  /// How many of its seconds pass in a second of the scene; nil for more, or fewer, than a speed factor may be.
  public var speedFactor: SpeedFactor? {
    SpeedFactor(
      transforms.reduce(1) { product, transform in
        if case .scaled(let factor) = transform { product * factor.value } else { product }
      })
  }

  /// Whether it wakes when it should.
  public var isPunctual: Bool {
    !transforms.contains { if case .jittered = $0 { true } else { false } }
  }

  /// The clock itself, made now.
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
