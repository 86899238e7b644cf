extension Lineage {
  /// The events, in scene order, each once. Takes time by how much is behind the value.
  public var keys: [EventKey] {
    guard case .node = storage else { return compactKeys }
    var walk = LineageWalk()
    var keys: [EventKey] = []
    walk.visit(self) { keys.append($0) }
    return keys.inSceneOrder
  }

  /// How many events there are; nil when more than `limit` nodes would have to be looked at to count them.
  public func count(limit: Int) -> Int? {
    guard case .node = storage else { return maximumCount }
    var walk = LineageWalk()
    var keys: Set<EventKey> = []
    return walk.visit(self, limit: limit) { keys.insert($0) } ? keys.count : nil
  }

  /// How many events there are. Takes time by how much is behind the value.
  public var count: Int {
    guard case .node = storage else { return maximumCount }
    return keys.count
  }

  /// The newest events, in scene order: those that were joined last, `limit` of them or all. Takes time by `limit`.
  public func newest(_ limit: Int) -> [EventKey] {
    guard case .node(let root) = storage else { return compactKeys.suffix(limit) }
    // Level by level: with a chain of values that were added one by one, the last are at the top.
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

  /// The events that `older` lacks, in scene order; nil when it has others, or when more than `limit` nodes and events
  /// would have to be looked at.
  ///
  /// When this was made of `older` and little else, as by `reductions`, it takes time by what was added; an event that
  /// was added although `older` has it is among them then.
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

/// A way through many lineages that enters each node once, so that all of them together take time by what they share.
///
/// ```swift
/// var walk = LineageWalk()
/// for event in events { walk.visit(event.sources) { reached.insert($0) } }
/// ```
public struct LineageWalk {
  /// The nodes that were entered; they are held, as a node that is gone may give its address to another.
  private var entered: Set<ObjectIdentifier> = []
  private var held: [LineageNode] = []
  private var skipped: ObjectIdentifier?
  /// Whether the node was met that is not to be entered.
  private(set) var hasSkipped = false
  /// How many nodes were entered.
  public var nodeCount: Int { entered.count - (skipped == nil ? 0 : 1) }

  /// Creates a walk that has been nowhere.
  public init() {}

  /// Leaves out what is behind a node.
  mutating func skip(_ node: LineageNode) {
    held.append(node)
    skipped = ObjectIdentifier(node)
    entered.insert(ObjectIdentifier(node))
  }

  /// Calls `body` for each event of `lineage` that is not in a node which was entered before.
  ///
  /// An event may come more than once, but the first time that it is in any lineage of the walk it comes. The oldest come
  /// first where values were added one by one.
  public mutating func visit(_ lineage: Lineage, _ body: (EventKey) -> Void) {
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

/// Finds an event in many lineages, and looks into each node once.
public struct LineageSearch {
  private let key: EventKey
  /// The nodes that were looked into, and whether the event is behind them.
  private var known: [ObjectIdentifier: Bool] = [:]
  private var held: [LineageNode] = []

  /// Creates a search for an event.
  public init(for key: EventKey) { self.key = key }

  /// Whether the event is in `lineage`.
  public mutating func isFound(in lineage: Lineage) -> Bool {
    guard case .node(let root) = lineage.storage else { return lineage.compactKeys.contains(key) }
    held.append(root)
    // A node is asked again when what is below it is known.
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

  /// Whether the event is in `lineage`; nil when it has not been looked for there.
  private func answer(_ lineage: Lineage) -> Bool? {
    switch lineage.storage {
    case .node(let node): known[ObjectIdentifier(node)]
    default: lineage.compactKeys.contains(key)
    }
  }
}

extension Lineage {
  fileprivate func forEachCompact(_ body: (EventKey) -> Void) {
    switch storage {
    case .none, .node: break
    case .one(let key): body(key)
    case .few(let keys): for key in keys { body(key) }
    }
  }
}
