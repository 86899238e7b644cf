extension Lineage: Hashable {
  /// Whether the same events are behind both.
  public static func == (left: Lineage, right: Lineage) -> Bool {
    var comparison = LineageComparison()
    return comparison.areEqual(left, right)
  }

  /// Hashes the event that comes last in the scene.
  public func hash(into hasher: inout Hasher) { hasher.combine(last) }
}

/// Compares many lineages with others, and each two nodes once: two recordings of the same scene take time by their events.
public struct LineageComparison {
  private struct Pair: Hashable {
    let left: ObjectIdentifier
    let right: ObjectIdentifier
  }

  private var equal: Set<Pair> = []
  private var held: [LineageNode] = []

  /// Creates a comparison.
  public init() {}

  /// Whether the same events are behind both.
  public mutating func areEqual(_ left: Lineage, _ right: Lineage) -> Bool {
    if left.isIdentical(to: right) { return true }
    guard left.last == right.last else { return false }
    if areBuiltAlike(left, right) { return true }
    return left.keys == right.keys
  }

  /// Whether both are joined of the same in the same order.
  private mutating func areBuiltAlike(_ left: Lineage, _ right: Lineage) -> Bool {
    var assumed: [Pair] = []
    var waiting = [(left, right)]
    while let (left, right) = waiting.popLast() {
      if left.isIdentical(to: right) { continue }
      guard case .node(let first) = left.storage, case .node(let second) = right.storage,
        first.weight == second.weight, first.depth == second.depth, first.last == second.last
      else {
        equal.subtract(assumed)
        return false
      }
      let pair = Pair(left: ObjectIdentifier(first), right: ObjectIdentifier(second))
      guard equal.insert(pair).inserted else { continue }
      assumed.append(pair)
      waiting.append((first.left, second.left))
      waiting.append((first.right, second.right))
    }
    for case .node(let node) in [left.storage, right.storage] { held.append(node) }
    return true
  }
}

/// Puts other events in the place of those that come behind all rows, and of each node makes another once.
public struct LineageReplacement {
  private let row: Int
  private var known: [ObjectIdentifier: Lineage] = [:]
  private var held: [LineageNode] = []

  /// Creates a replacement of the events of the row at `row` and of those behind it.
  public init(from row: Int) { self.row = row }

  /// `lineage` with what `replacement` gives in the place of each of those events.
  public mutating func applied(to lineage: Lineage, _ replacement: (EventKey) -> Lineage) -> Lineage {
    guard let last = lineage.last, last.row >= row else { return lineage }
    guard case .node(let root) = lineage.storage else { return compact(lineage, replacement) }
    held.append(root)
    var waiting = [root]
    while let node = waiting.last {
      guard known[ObjectIdentifier(node)] == nil else {
        waiting.removeLast()
        continue
      }
      let parts = [node.left, node.right].map { answer($0, replacement) }
      if let left = parts[0], let right = parts[1] {
        known[ObjectIdentifier(node)] = left.union(right)
        continue
      }
      for (part, lineage) in zip(parts, [node.left, node.right]) where part == nil {
        if case .node(let child) = lineage.storage { waiting.append(child) }
      }
    }
    return known[ObjectIdentifier(root)] ?? lineage
  }

  /// The part with other events; nil when it is a node that is not known yet.
  private func answer(_ lineage: Lineage, _ replacement: (EventKey) -> Lineage) -> Lineage? {
    guard let last = lineage.last, last.row >= row else { return lineage }
    if case .node(let node) = lineage.storage { return known[ObjectIdentifier(node)] }
    return compact(lineage, replacement)
  }

  private func compact(_ lineage: Lineage, _ replacement: (EventKey) -> Lineage) -> Lineage {
    .union(of: lineage.compactKeys.map { $0.row >= row ? replacement($0) : .one($0) })
  }
}
