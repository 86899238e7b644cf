public import Marbles

/// A value on its way through operators, with its lineage.
///
/// Operators compare, order and hash it by its value alone, so tracing does not affect them.
public struct Traced: Sendable {
  /// The value itself.
  public var value: Value
  /// The colour of its marble.
  public var color: MarbleColor
  /// Its nearest ancestors that are events of a row.
  public var from: Lineage
  /// The input events that it came from.
  public var sources: Lineage
  /// How it appears; nil when no operator has set an animation.
  public var animation: Animation?
  /// Its number in order of arrival at an operator that joins streams; 0 where arrivals are not counted.
  var arrival = 0
  /// Its number at the innermost ``OperatorWatch`` that has seen it; 0 where none has.
  var place = 0

  /// Creates a traced value.
  public init(
    value: Value, color: MarbleColor, from: Lineage, sources: Lineage, animation: Animation? = nil
  ) {
    self.value = value
    self.color = color
    self.from = from
    self.sources = sources
    self.animation = animation
  }

  /// Joins this value with another one, with the ancestors of both.
  ///
  /// The result has the animation of the newest one, as the others are on screen already: of the last to arrive, or of
  /// `other` where arrivals are not counted.
  func joined(with other: Traced, value: Value, color: MarbleColor) -> Traced {
    let union = from.union(other.from)
    // When inputs are joined directly, both lineages share one node.
    let isOne = from.isIdentical(to: sources) && other.from.isIdentical(to: other.sources)
    var joined = Traced(
      value: value, color: color, from: union, sources: isOne ? union : sources.union(other.sources),
      animation: arrival > other.arrival ? animation : other.animation)
    joined.arrival = max(arrival, other.arrival)
    return joined
  }
}

extension Traced: Hashable {
  /// Whether the values are equal; their lineage is ignored.
  public static func == (left: Traced, right: Traced) -> Bool { left.value == right.value }
  /// Hashes the value alone.
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
