extension Lineage {
  /// The events in scene order, without duplicates. Takes time linear in the size of the lineage.
  public var keys: [EventKey] {
    guard case .node = storage else { return compactKeys }
    var walk = LineageWalk()
    var keys: [EventKey] = []
    walk.visit(self) { keys.append($0) }
    return keys.inSceneOrder
  }

  /// The number of events; nil when counting them would visit more than `limit` nodes.
  public func count(limit: Int) -> Int? {
    guard case .node = storage else { return maximumCount }
    var walk = LineageWalk()
    var keys: Set<EventKey> = []
    return walk.visit(self, limit: limit) { keys.insert($0) } ? keys.count : nil
  }

  /// The number of events. Takes time linear in the size of the lineage.
  public var count: Int {
    guard case .node = storage else { return maximumCount }
    return keys.count
  }

  /// The newest events in scene order: at most `limit` of those that were joined last. Takes time linear in `limit`.
  public func newest(_ limit: Int) -> [EventKey] {
    guard case .node(let root) = storage else { return compactKeys.suffix(limit) }
    // Breadth first: in a chain of values that were added one by one, the last are at the top.
    var (found, seen): (Set<EventKey>, Set<ObjectIdentifier>) = ([], [ObjectIdentifier(root)])
    var level = [root]
    while !level.isEmpty, found.count < limit {
      var next: [LineageNode] = []
      for node in level {
        for lineage in [node.right, node.left] {
          if case .node(let child) = lineage.storage {
            if seen.insert(ObjectIdentifier(child)).inserted { next.append(child) }
          } else {
            for key in lineage.compactKeys.reversed() where found.count < limit { found.insert(key) }
          }
        }
      }
      level = next
    }
    return found.sorted()
  }

  /// The events that `older` lacks, in scene order; nil when `older` has events that this lineage lacks, or when more
  /// than `limit` nodes and events would have to be visited.
  ///
  /// If this lineage extends `older` by a few events, as in `reductions`, this takes time linear in the added events.
  /// The result may then also contain events that `older` has.
  public func added(to older: Lineage, limit: Int) -> [EventKey]? {
    if isIdentical(to: older) { return [] }
    if case .node(let node) = older.storage {
      var walk = LineageWalk()
      walk.skip(node)
      var added: [EventKey] = []
      let isWhole = walk.visit(self, limit: limit) { added.append($0) }
      if isWhole, walk.hasSkipped { return added.inSceneOrder }
    }
    guard maximumCount <= limit, older.maximumCount <= limit else { return nil }
    let (keys, known) = (keys, Set(older.keys))
    let added = keys.filter { !known.contains($0) }
    return added.count + known.count == keys.count ? added : nil
  }
}

/// Traverses many lineages and enters each shared node once.
///
/// ```swift
/// var walk = LineageWalk()
/// for event in events { walk.visit(event.sources) { reached.insert($0) } }
/// ```
package struct LineageWalk {
  /// The entered nodes. The walk retains them, because a freed node's address may be reused.
  private var entered: Set<ObjectIdentifier> = []
  private var held: [LineageNode] = []
  private var skipped: ObjectIdentifier?
  /// Whether the walk met the node to skip.
  private(set) var hasSkipped = false
  /// The number of entered nodes.
  package var nodeCount: Int { entered.count - (skipped == nil ? 0 : 1) }

  /// Creates a walk that has not entered any node.
  package init() {}

  /// Skips everything below a node.
  mutating func skip(_ node: LineageNode) {
    held.append(node)
    skipped = ObjectIdentifier(node)
    entered.insert(ObjectIdentifier(node))
  }

  /// Calls `body` for each event of `lineage` that is not in a node entered before.
  ///
  /// An event may be reported more than once, but never missed. In lineages that grew by one value at a time, the
  /// oldest come first.
  package mutating func visit(_ lineage: Lineage, _ body: (EventKey) -> Void) {
    visit(lineage, limit: .max, body)
  }

  /// - Returns: false when there are more than `limit` nodes.
  @discardableResult
  mutating func visit(_ lineage: Lineage, limit: Int, _ body: (EventKey) -> Void) -> Bool {
    guard case .node(let root) = lineage.storage else {
      lineage.forEachCompact(body)
      return true
    }
    held.append(root)
    var count = 0
    var waiting = [lineage]
    while let next = waiting.popLast() {
      guard case .node(let node) = next.storage else {
        next.forEachCompact(body)
        continue
      }
      let name = ObjectIdentifier(node)
      guard entered.insert(name).inserted else {
        if name == skipped { hasSkipped = true }
        continue
      }
      count += 1
      if count > limit { return false }
      if !node.right.isEmpty { waiting.append(node.right) }
      waiting.append(node.left)
    }
    return true
  }
}

/// Searches for one event in many lineages, and looks into each shared node once.
package struct LineageSearch {
  private let key: EventKey
  /// The visited nodes, and whether each contains the event.
  private var known: [ObjectIdentifier: Bool] = [:]
  private var held: [LineageNode] = []

  /// Creates a search for an event.
  package init(for key: EventKey) { self.key = key }

  /// Whether `lineage` contains the event.
  package mutating func isFound(in lineage: Lineage) -> Bool {
    guard case .node(let root) = lineage.storage else { return lineage.compactKeys.contains(key) }
    held.append(root)
    // A node stays on the stack until the result for its children is known.
    var waiting = [root]
    while let node = waiting.last {
      let name = ObjectIdentifier(node)
      if known[name] == nil {
        let answers = [node.right, node.left].map(answer)
        if node.last < key || answers == [false, false] {
          known[name] = false
        } else if answers.contains(true) {
          known[name] = true
        } else {
          for (lineage, answer) in zip([node.left, node.right], answers.reversed()) where answer == nil {
            if case .node(let child) = lineage.storage { waiting.append(child) }
          }
          continue
        }
      }
      waiting.removeLast()
    }
    return known[ObjectIdentifier(root)] == true
  }

  /// Whether `lineage` contains the event; nil when it has not been searched yet.
  private func answer(_ lineage: Lineage) -> Bool? {
    switch lineage.storage {
    case .node(let node): known[ObjectIdentifier(node)]
    default: lineage.compactKeys.contains(key)
    }
  }
}

extension Lineage {
  /// Calls `body` for each event; for one of several lineages in it more than once.
  package func visit(_ body: (EventKey) -> Void) {
    guard case .node = storage else { return forEachCompact(body) }
    var walk = LineageWalk()
    walk.visit(self, body)
  }

  fileprivate func forEachCompact(_ body: (EventKey) -> Void) {
    switch storage {
    case .none, .node: break
    case .one(let key): body(key)
    case .few(let keys): for key in keys { body(key) }
    }
  }
}
