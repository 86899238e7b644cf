extension Lineage: Hashable {
  /// Whether both contain the same events.
  public static func == (left: Lineage, right: Lineage) -> Bool {
    var comparison = LineageComparison()
    return comparison.areEqual(left, right)
  }

  /// Hashes the last event in scene order, so equal lineages hash equally.
  public func hash(into hasher: inout Hasher) { hasher.combine(last) }
}

/// Compares pairs of lineages and visits each pair of nodes once, so comparing two recordings of a scene takes time
/// linear in their events.
package struct LineageComparison {
  private struct Pair: Hashable {
    let left: ObjectIdentifier
    let right: ObjectIdentifier
  }

  private var equal: Set<Pair> = []
  private var held: [LineageNode] = []

  /// Creates a comparison with an empty cache.
  package init() {}

  /// Whether both contain the same events.
  package mutating func areEqual(_ left: Lineage, _ right: Lineage) -> Bool {
    if left.isIdentical(to: right) { return true }
    guard left.last == right.last else { return false }
    if areBuiltAlike(left, right) { return true }
    return left.keys == right.keys
  }

  /// Whether both nodes join the same parts in the same order.
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

/// Replaces the events of inner streams in lineages, and rebuilds each shared node once.
package struct LineageRewriter {
  private let row: Int
  private var known: [ObjectIdentifier: Lineage] = [:]
  private var held: [LineageNode] = []

  /// Creates a replacement for the events of the row at `row` and of all rows after it.
  package init(from row: Int) { self.row = row }

  /// `lineage` with each of those events replaced by the result of `replacement`.
  package mutating func applied(to lineage: Lineage, _ replacement: (EventKey) -> Lineage) -> Lineage {
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

  /// The cached result; nil when the node has not been rebuilt yet.
  private func answer(_ lineage: Lineage, _ replacement: (EventKey) -> Lineage) -> Lineage? {
    guard let last = lineage.last, last.row >= row else { return lineage }
    if case .node(let node) = lineage.storage { return known[ObjectIdentifier(node)] }
    return compact(lineage, replacement)
  }

  private func compact(_ lineage: Lineage, _ replacement: (EventKey) -> Lineage) -> Lineage {
    .union(of: lineage.compactKeys.map { $0.row >= row ? replacement($0) : .one($0) })
  }
}
