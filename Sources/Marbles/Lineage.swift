/// The events that a value was made from.
///
/// Lineages share structure: the lineage of a value that is made from two others is a node that refers to theirs. So
/// `reduce` and `reductions` over n values take O(n) time and memory. Code that reads many lineages uses a
/// `LineageWalk`, which enters each node once.
///
/// For rows that keep only their newest events, a lineage keeps about a hundred of the newest, so lineages of a live
/// scene stay bounded.
public struct Lineage: Sendable {
  enum Storage: Sendable {
    case none
    case one(EventKey)
    /// Two or more events in scene order, without duplicates; outside of nodes at most ``compactCount``.
    case few([EventKey])
    case node(LineageNode)
  }

  var storage: Storage

  init(_ storage: Storage) { self.storage = storage }

  /// No events: the lineage of a value that an operator made up.
  public static var none: Lineage { Lineage(.none) }

  /// One event.
  public static func one(_ key: EventKey) -> Lineage { Lineage(.one(key)) }

  /// The events of `keys`, in any order.
  public init(_ keys: some Sequence<EventKey>) { self.init(ordered: Array(keys).inSceneOrder) }

  /// - Parameter keys: in scene order, without duplicates.
  init(ordered keys: [EventKey]) {
    switch keys.count {
    case 0: storage = .none
    case 1: storage = .one(keys[0])
    case ...Self.compactCount: storage = .few(keys)
    default: storage = .node(LineageNode(keys))
    }
  }

  /// Whether the lineage has no events.
  public var isEmpty: Bool { if case .none = storage { true } else { false } }

  /// The event, if it is the only one.
  public var only: EventKey? { if case .one(let key) = storage { key } else { nil } }

  /// The last event in scene order; nil for an empty lineage. Takes constant time.
  public var last: EventKey? {
    switch storage {
    case .none: nil
    case .one(let key): key
    case .few(let keys): keys.last
    case .node(let node): node.last
    }
  }

  /// An upper bound of the number of events; exact up to 8. Takes constant time.
  public var maximumCount: Int {
    switch storage {
    case .none: 0
    case .one: 1
    case .few(let keys): keys.count
    case .node(let node): Int(node.weight)
    }
  }

  /// Whether both are the same structure, and so have the same events. Takes constant time; if false, the events may
  /// still be equal.
  public func isIdentical(to other: Lineage) -> Bool {
    switch (storage, other.storage) {
    case (.none, .none): true
    case (.one(let left), .one(let right)): left == right
    case (.few(let left), .few(let right)): left == right
    case (.node(let left), .node(let right)): left === right
    default: false
    }
  }

  // MARK: Union

  /// The maximum number of keys in one array.
  static let compactCount = 8

  /// The events of both. Takes constant time.
  public func union(_ other: Lineage) -> Lineage {
    switch (storage, other.storage) {
    case (.none, _): return other
    case (_, .none): return self
    case (.one(let left), .one(let right)):
      return left == right ? self : Lineage(.few(left < right ? [left, right] : [right, left]))
    case (.node(let left), .node(let right)) where left === right: return self
    case (.node, _), (_, .node): return joined(with: other)
    case (.few(let left), .few(let right)) where left == right: return self
    default:
      return maximumCount + other.maximumCount <= Self.compactCount
        ? Lineage(ordered: (compactKeys + other.compactKeys).inSceneOrder) : joined(with: other)
    }
  }

  /// The events of all `lineages`. Takes time linear in the number of lineages, not of events.
  public static func union(of lineages: some Sequence<Lineage>) -> Lineage {
    var keys: [EventKey] = []
    var nodes: [Lineage] = []
    for lineage in lineages {
      guard case .node = lineage.storage else {
        keys += lineage.compactKeys
        continue
      }
      if nodes.last?.isIdentical(to: lineage) != true { nodes.append(lineage) }
    }
    return nodes.reduce(Lineage(keys).bounded) { $0.union($1) }
  }

  /// The lineage without the events of the row at `row` and of all rows after it.
  package func removingEvents(from row: Int) -> Lineage {
    guard let last, last.row >= row else { return self }
    return only == nil ? Lineage(ordered: keys.filter { $0.row < row }) : .none
  }

  /// The lineage without the events that are left out.
  package func removing(where isLeftOut: (EventKey) -> Bool) -> Lineage {
    let all = keys
    let kept = all.filter { !isLeftOut($0) }
    return kept.count == all.count ? self : Lineage(ordered: kept)
  }

  /// The lineage with other positions of rows. Events of rows without one are left out.
  package func moved(_ positions: [Int?]) -> Lineage {
    if let last, last.row < positions.count, positions[...last.row].enumerated().allSatisfy({ $0.offset == $0.element })
    {
      return self
    }
    return Lineage(
      keys.compactMap { key in
        guard positions.indices.contains(key.row), let row = positions[key.row] else { return nil }
        return EventKey(row: row, index: key.index, isPassing: key.isPassing)
      })
  }

  private func joined(with other: Lineage) -> Lineage {
    let node = LineageNode(self, other)
    return node.isPassing && node.weight >= node.boundedAt ? Lineage(.node(node)).bounded : Lineage(.node(node))
  }

  /// All keys of a lineage that is not a node.
  var compactKeys: [EventKey] {
    switch storage {
    case .none, .node: []
    case .one(let key): [key]
    case .few(let keys): keys
    }
  }

  // MARK: Rows with bounded history

  /// The minimum number of events that are kept of each row with bounded history.
  private static let kept = 32
  /// The number of keys from which on the oldest are discarded.
  static let tooMany = 128

  /// This lineage without the oldest events of rows with bounded history, once it has many.
  private var bounded: Lineage {
    guard maximumCount >= Self.tooMany, isPassing else { return self }
    let keys = keys
    guard keys.count >= Self.tooMany else { return Lineage(ordered: keys) }
    var bounded: [EventKey] = []
    var rest = keys[...]
    while let first = rest.first {
      let run = rest.prefix { $0.row == first.row }
      bounded += first.isPassing ? run.suffix(Self.kept) : run
      rest = rest.dropFirst(run.count)
    }
    return Lineage(ordered: bounded)
  }

  /// Whether some of the events belong to rows with bounded history.
  var isPassing: Bool {
    switch storage {
    case .none: false
    case .one(let key): key.isPassing
    case .few(let keys): keys.contains(where: \.isPassing)
    case .node(let node): node.isPassing
    }
  }
}

/// Two lineages joined, or an array of keys that is too long to be copied. Nodes never change.
///
/// @unchecked Sendable: `left` and `right` are written in `init` and `deinit` only, when no other reference exists.
final class LineageNode: @unchecked Sendable {
  private(set) var left: Lineage
  private(set) var right: Lineage
  let isPassing: Bool
  /// The depth of the tree below this node.
  let depth: UInt32
  /// An upper bound of the number of keys.
  let weight: UInt32
  /// The weight from which on keys of rows with bounded history are discarded: large, so that the search is rare.
  let boundedAt: UInt32
  let last: EventKey

  /// - Parameter keys: in scene order, without duplicates; more than ``Lineage/compactCount``.
  init(_ keys: [EventKey]) {
    (left, right) = (Lineage(.few(keys)), .none)
    (depth, weight) = (0, UInt32(clamping: keys.count))
    isPassing = keys.contains(where: \.isPassing)
    boundedAt = keys.count < Lineage.tooMany ? UInt32(Lineage.tooMany) : UInt32(clamping: 2 * keys.count)
    last = keys[keys.count - 1]
  }

  /// - Precondition: neither is empty.
  init(_ left: Lineage, _ right: Lineage) {
    (self.left, self.right) = (left, right)
    depth = max(left.depth, right.depth) + 1
    weight = UInt32(clamping: left.maximumCount + right.maximumCount)
    isPassing = left.isPassing || right.isPassing
    boundedAt = max(left.boundedAt, right.boundedAt)
    last = max(left.last!, right.last!)
  }

  /// The depth up to which the runtime may release nodes recursively, which takes stack for each node.
  private static let shallow = 64

  deinit {
    guard depth > Self.shallow else { return }
    var waiting: [LineageNode] = []
    func take(_ lineage: inout Lineage) {
      if case .node(let node) = lineage.storage { waiting.append(node) }
      lineage = .none
    }
    take(&left)
    take(&right)
    while var node = waiting.popLast() {
      // If another reference exists, its owner releases the node.
      guard isKnownUniquelyReferenced(&node) else { continue }
      take(&node.left)
      take(&node.right)
    }
  }
}

extension Lineage {
  fileprivate var depth: UInt32 { if case .node(let node) = storage { min(node.depth, .max - 1) } else { 0 } }
  fileprivate var boundedAt: UInt32 {
    if case .node(let node) = storage { node.boundedAt } else { UInt32(Self.tooMany) }
  }
}

extension [EventKey] {
  /// The keys in scene order, without duplicates.
  var inSceneOrder: [EventKey] {
    if Swift.zip(self, dropFirst()).allSatisfy({ $0 < $1 }) { return self }
    var ordered: [EventKey] = []
    ordered.reserveCapacity(count)
    for key in sorted() where key != ordered.last { ordered.append(key) }
    return ordered
  }
}
