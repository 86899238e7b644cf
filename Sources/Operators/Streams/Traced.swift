public import Marbles

/// A value on its way through operators, and where it came from.
///
/// Operators compare, order and hash it by its value alone, so tracing changes nothing that they do.
public struct Traced: Sendable {
  /// The value itself.
  public var value: Value
  /// The colour that its marble will have.
  public var color: MarbleColor
  /// Its nearest ancestors that are events of a row.
  public var from: Lineage
  /// The input events behind it.
  public var sources: Lineage
  /// How it appears; nil when no operator on its way has said so.
  public var animation: Animation?
  /// When it came to an operator that joins it with others, counted there; 0 where nobody counts.
  var arrival = 0

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

  /// A value made of this one and another: it came from whatever either came from.
  ///
  /// It appears as the newest of what it is made of does, as the rest is there already: as the one that arrived last, and
  /// where nobody counts as `other`.
  func joined(with other: Traced, value: Value, color: MarbleColor) -> Traced {
    let union = from.union(other.from)
    // What inputs are joined at once has one node for both.
    let isOne = from.isIdentical(to: sources) && other.from.isIdentical(to: other.sources)
    var joined = Traced(
      value: value, color: color, from: union, sources: isOne ? union : sources.union(other.sources),
      animation: arrival > other.arrival ? animation : other.animation)
    joined.arrival = max(arrival, other.arrival)
    return joined
  }
}

extension Traced: Hashable {
  /// Whether the values are equal, wherever they came from.
  public static func == (left: Traced, right: Traced) -> Bool { left.value == right.value }
  /// Hashes the value alone.
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
