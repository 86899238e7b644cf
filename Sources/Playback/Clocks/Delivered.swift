public import Marbles

/// A delivered value with its animation.
///
/// The animation is a part of the value because operators hand values from task to task: task-local state would be lost
/// at the first `merge`. A value that was not delivered on an animated clock has no animation and appears at once.
public struct Delivered<Value> {
  /// The delivered value.
  public var value: Value
  /// How the value appears; nil when its clock sets no animation.
  public var animation: Animation?

  /// Creates a delivered value; without an animation it appears at once.
  public init(_ value: Value, animation: Animation? = nil) {
    self.value = value
    self.animation = animation
  }

  /// The transformed value with the same animation.
  public func map<Result>(_ transform: (Value) throws -> Result) rethrows -> Delivered<Result> {
    Delivered<Result>(try transform(value), animation: animation)
  }

  /// Combines this value with a newer one, and takes the newer one's animation.
  ///
  /// The older value is already on the screen; only the new one moves.
  ///
  /// ```swift
  /// movies.reductions(Delivered([])) { $0.followed(by: $1, +) }
  /// ```
  public func followed<Newer, Result>(
    by newer: Delivered<Newer>, _ transform: (Value, Newer) throws -> Result
  ) rethrows -> Delivered<Result> {
    Delivered<Result>(try transform(value, newer.value), animation: newer.animation)
  }
}

extension Delivered: Sendable where Value: Sendable {}
extension Delivered: Equatable where Value: Equatable {}
extension Delivered: Hashable where Value: Hashable {}
