public import Marbles

/// A value that was delivered on a clock, and how it appears.
///
/// A wrapper, because the value has to keep it on its way through operators, which hand values from task to task: what is
/// set around the delivery alone would be lost at the first `merge`. Whatever is not delivered on an animated clock has
/// none and appears at once.
public struct Delivered<Value> {
  /// What was delivered.
  public var value: Value
  /// How it appears; nil when its clock says nothing.
  public var animation: Animation?

  /// Creates a delivered value.
  public init(_ value: Value, animation: Animation? = nil) {
    self.value = value
    self.animation = animation
  }

  /// Another value that appears in the same way.
  public func map<Result>(_ transform: (Value) throws -> Result) rethrows -> Delivered<Result> {
    Delivered<Result>(try transform(value), animation: animation)
  }

  /// What this value and a newer one make together, which appears as the newer one does.
  ///
  /// The older one is on the screen already; what moves now is what is new.
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
