public import Marbles

/// Which event: the row's position in the scene, and the event's in the row.
///
/// In one word, as each value carries some: 20 bits of row, 43 of index, 1 that says whether the row forgets.
public struct EventKey: Hashable, Comparable, Sendable {
  private let bits: UInt64

  /// The row's position in the scene.
  public var row: Int { Int(bits >> 44) }
  /// The event's position in its row, counted from the row's first event whether that is still held or not.
  public var index: Int { Int((bits >> 1) & (1 << 43 - 1)) }
  /// Whether the row holds only its newest events.
  public var isPassing: Bool { bits & 1 == 1 }

  /// Creates a key.
  ///
  /// - Precondition: there are fewer than 2^20 rows before it and fewer than 2^43 events in its row before it.
  public init(row: Int, index: Int, isPassing: Bool = false) {
    precondition(row < 1 << 20 && index < 1 << 43)
    bits = UInt64(row) << 44 | UInt64(index) << 1 | (isPassing ? 1 : 0)
  }

  /// Whether `left` comes first in the scene.
  public static func < (left: EventKey, right: EventKey) -> Bool { left.bits < right.bits }
}

/// The events behind a value, in scene order; one is by far the most common and needs no array.
///
/// Of rows that hold only their newest events, those behind one value are about a hundred, the newest, however
/// long what makes it has run.
public enum Lineage: Hashable, Sendable {
  /// Nothing: a value that an operator made up.
  case none
  /// One event.
  case one(EventKey)
  /// Several, in scene order, each once.
  case many([EventKey])

  /// The events, in scene order.
  public var keys: [EventKey] {
    switch self {
    case .none: []
    case .one(let key): [key]
    case .many(let keys): keys
    }
  }

  /// The events behind either, in scene order, each once.
  public func union(_ other: Lineage) -> Lineage {
    switch (self, other) {
    case (.none, let lineage), (let lineage, .none): return lineage
    case (.one(let left), .one(let right)):
      return left == right ? self : .many(left < right ? [left, right] : [right, left])
    default: return .many(Self.bounded(Self.merged(keys, other.keys)))
    }
  }

  /// The events behind any of `lineages`, in scene order, each once.
  static func union(of lineages: some Sequence<Lineage>) -> Lineage {
    var keys: [EventKey] = []
    for lineage in lineages { keys += lineage.keys }
    if zip(keys, keys.dropFirst()).contains(where: { $0 >= $1 }) { keys = Set(keys).sorted() }
    return keys.count > 1 ? .many(bounded(keys)) : keys.first.map { .one($0) } ?? .none
  }

  /// Two ordered lists as one; mostly one is younger as a whole, as when a value is made of all before it.
  private static func merged(_ left: [EventKey], _ right: [EventKey]) -> [EventKey] {
    guard let (first, last) = Self.ends(left), let (otherFirst, otherLast) = Self.ends(right) else {
      return left + right
    }
    if last < otherFirst { return left + right }
    if otherLast < first { return right + left }
    var merged: [EventKey] = []
    merged.reserveCapacity(left.count + right.count)
    var (i, j) = (0, 0)
    while i < left.count, j < right.count {
      let (next, other) = (left[i], right[j])
      merged.append(min(next, other))
      if next <= other { i += 1 }
      if other <= next { j += 1 }
    }
    return merged + left[i...] + right[j...]
  }

  /// How many events of each row that forgets are kept, at least, and at which number of keys that is seen to.
  private static let (kept, tooMany) = (32, 128)

  /// `keys` without the oldest of rows that forget, where there are many.
  private static func bounded(_ keys: [EventKey]) -> [EventKey] {
    guard keys.count >= tooMany, keys.contains(where: \.isPassing) else { return keys }
    var bounded: [EventKey] = []
    var rest = keys[...]
    while let first = rest.first {
      let run = rest.prefix { $0.row == first.row }
      bounded += first.isPassing ? run.suffix(kept) : run
      rest = rest.dropFirst(run.count)
    }
    return bounded
  }

  private static func ends(_ keys: [EventKey]) -> (first: EventKey, last: EventKey)? {
    if let first = keys.first, let last = keys.last { (first, last) } else { nil }
  }
}

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
    var joined = Traced(
      value: value, color: color, from: from.union(other.from), sources: sources.union(other.sources),
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
