internal import Expressions

/// The dependencies between the rows of a scene, by position. Each query takes linear time and no recursion.
///
/// ```swift
/// let graph = SceneGraph(scene)
/// for row in graph.order { … }                        // each row after all that it refers to
/// graph.inputs.contains(input, behind: output)        // whether events of `input` may reach `output`
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
  private let isOutput: [Bool]

  /// Resolves the references of all rows.
  package init(_ scene: Scene) {
    let positions = Dictionary(scene.rows.enumerated().map { ($1.name, $0) }) { first, _ in first }
    let references = scene.rows.map { row in row.expression?.references.compactMap { positions[$0.name] } ?? [] }
    self.positions = positions
    self.references = references
    isOutput = scene.rows.map { $0.expression != nil }
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

  /// The inputs that each row depends on, directly or indirectly.
  package var inputs: InputTable {
    var table = InputTable(isInput: isOutput.map { !$0 })
    for row in order where isOutput[row] {
      for reference in references[row] { table.pass(from: reference, to: row) }
    }
    return table
  }

  /// A set of inputs for each row, one bit per input: a scene of 10,000 rows has up to 25,000,000 pairs.
  package struct InputTable: Sendable {
    /// The number of each input among all inputs; nil for an output.
    private let numbers: [Int?]
    private let wordsPerRow: Int
    private var words: [UInt64]

    fileprivate init(isInput: [Bool]) {
      var count = 0
      numbers = isInput.map { isInput in
        guard isInput else { return nil }
        defer { count += 1 }
        return count
      }
      wordsPerRow = (count + 63) / 64
      words = [UInt64](repeating: 0, count: wordsPerRow * isInput.count)
      for (row, number) in numbers.enumerated() {
        if let number { words[row * wordsPerRow + number / 64] |= 1 << UInt64(number % 64) }
      }
    }

    fileprivate mutating func pass(from row: Int, to other: Int) {
      for word in 0..<wordsPerRow { words[other * wordsPerRow + word] |= words[row * wordsPerRow + word] }
    }

    /// Whether the row `output` depends on the input row `input`; an input depends on itself.
    package func contains(_ input: Int, behind output: Int) -> Bool {
      guard let number = numbers[input] else { return false }
      return words[output * wordsPerRow + number / 64] & 1 << UInt64(number % 64) != 0
    }
  }
}
