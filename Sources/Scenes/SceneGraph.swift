internal import Expressions

/// The dependencies between the rows of a scene, by position. Each query takes linear time and no recursion.
///
/// ```swift
/// let graph = SceneGraph(scene)
/// for row in graph.order { … }                        // each row after all that it refers to
/// graph.needed(by: row)                               // the row and all that it is made of
/// ```
package struct SceneGraph: Sendable {
  /// The position of each row by name; the first one for a duplicate name.
  package let positions: [String: Int]
  /// The rows that each row refers to, in order of mention; unknown names are skipped.
  package let references: [[Int]]
  /// All rows, each after the rows that it refers to, except in cycles.
  package let order: [Int]
  /// The first cycle of references, with its first row repeated at the end; nil when there is none.
  package let cycle: [Int]?

  /// Resolves the references of all rows.
  package init(_ scene: Scene) {
    let positions = Dictionary(scene.rows.enumerated().map { ($1.name, $0) }) { first, _ in first }
    let references = scene.rows.map { row in row.expression?.references.compactMap { positions[$0.name] } ?? [] }
    self.positions = positions
    self.references = references
    (order, cycle) = Self.sorted(references)
  }

  private enum Visit { case none, underway, done }

  /// A depth-first search with an explicit stack, as a chain of rows may be longer than a thread's stack allows.
  private static func sorted(_ references: [[Int]]) -> (order: [Int], cycle: [Int]?) {
    var visits = [Visit](repeating: .none, count: references.count)
    var order: [Int] = []
    var cycle: [Int]?
    var path: [(row: Int, next: Int)] = []
    for start in references.indices where visits[start] == .none {
      visits[start] = .underway
      path.append((start, 0))
      while let (row, next) = path.last {
        guard next < references[row].count else {
          visits[row] = .done
          order.append(row)
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let target = references[row][next]
        switch visits[target] {
        case .none:
          visits[target] = .underway
          path.append((target, 0))
        case .underway: cycle = cycle ?? path.map(\.row).drop { $0 != target } + [target]
        case .done: break
        }
      }
    }
    return (order, cycle)
  }

  /// The row and all rows that it depends on.
  package func needed(by row: Int) -> Set<Int> {
    var needed: Set<Int> = [row]
    var rest = [row]
    while let row = rest.popLast() {
      for reference in references[row] where needed.insert(reference).inserted { rest.append(reference) }
    }
    return needed
  }

  /// Whether the values of an output have the same events as sources and as ancestors: its expression reads inputs alone, and
  /// makes no inner streams.
  func sourcesAreAncestors(ofRow row: Int, in scene: Scene) -> Bool {
    references[row].allSatisfy { scene.rows[$0].expression == nil }
      && scene.rows[row].expression?.stages.allSatisfy(\.inner.isEmpty) == true
  }
}
