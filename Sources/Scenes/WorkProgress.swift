internal import Expressions
internal import Marbles

/// How many values of each live row are dealt with: nothing that is still to come is made from them.
///
/// A source that redelivers what was not acknowledged needs this number. It is a matter of the operators between the row and
/// the outputs: an operator that decides at once is done with a value at the end of its instant. One that holds values is done
/// with a value once the row has emitted that value or a later one of the same input. One that makes several values of one is
/// done with a value when the row goes on with a later one.
public struct WorkProgress: Sendable {
  /// Why the progress of a row can't be told.
  public struct Unknown: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong and what to do.
    public var description: String
  }

  /// When an output row is done with a value of an input.
  private enum Rule: Sendable {
    case atOnce
    case whenEmitted
    case whenPassed
  }

  private struct Path: Sendable {
    var output: Int
    var input: Int
    var rule: Rule
    var done = 0
  }

  private var paths: [Path] = []
  private let liveRows: [Int]
  /// By position of a live row, the number of its values so far.
  private var arrived: [Int: Int] = [:]
  private var ended: Set<Int> = []
  /// The paths of each output row, as indices.
  private var pathsOfOutput: [Int: [Int]] = [:]

  /// Prepares the progress of the live rows at `rows`.
  ///
  /// - Throws: ``Unknown`` when an expression uses such a row in several places, and holds values of it in one of them.
  public init(of scene: Scene, rows: [Int]) throws(Unknown) {
    liveRows = rows
    for row in rows { arrived[row] = 0 }
    let names = Dictionary(scene.rows.enumerated().map { ($1.name, $0) }) { first, _ in first }
    for (output, row) in scene.rows.enumerated() where row.expression != nil {
      for input in rows {
        var use = Use(names: names, scene: scene, input: input)
        use.visit(row: output, rule: .atOnce, depth: 0)
        guard use.count > 0 else { continue }
        if use.count > 1, use.rule != .atOnce {
          throw Unknown(
            description:
              "`\(row.name)` uses `\(scene.rows[input].name)` in several places, and holds values of it in one; "
              + "a row with a consumer group needs an expression for each")
        }
        pathsOfOutput[output, default: []].append(paths.count)
        paths.append(Path(output: output, input: input, rule: use.rule))
      }
    }
  }

  /// Notes an entry of the run; entries come in the order in which they happen.
  public mutating func note(_ entry: Recording.Entry) {
    switch entry.kind {
    case .value(let event):
      if arrived[entry.row] != nil { arrived[entry.row] = entry.index + 1 }
      for index in pathsOfOutput[entry.row] ?? [] where paths[index].rule != .atOnce {
        let input = paths[index].input
        guard let newest = event.sources.keys.last(where: { $0.row == input })?.index else { continue }
        paths[index].done = max(paths[index].done, paths[index].rule == .whenEmitted ? newest + 1 : newest)
      }
    case .finish: ended.insert(entry.row)
    case .error:
      // The row failed on the newest value, and uses no later one.
      for index in pathsOfOutput[entry.row] ?? [] where paths[index].rule == .atOnce {
        paths[index].done = max(0, (arrived[paths[index].input] ?? 0) - 1)
        paths[index].rule = .whenPassed
      }
    case .open: break
    }
  }

  /// The number of values of the live row at `row` that are dealt with, once all entries so far are written; a row that failed
  /// is not done with the value on which it failed.
  public func done(row: Int) -> Int {
    var done = arrived[row] ?? 0
    for path in paths where path.input == row && path.rule != .atOnce && !ended.contains(path.output) {
      done = min(done, path.done)
    }
    return done
  }

  // MARK: Operators

  /// How an output row uses an input.
  private struct Use {
    let names: [String: Int]
    let scene: Scene
    let input: Int
    var count = 0
    var rule = Rule.atOnce

    mutating func visit(row: Int, rule: Rule, depth: Int) {
      if row == input {
        count += 1
        self.rule = WorkProgress.later(self.rule, rule)
      } else if let plan = scene.rows[row].expression?.plan, depth < 1000 {
        visit(plan, rule, depth)
      }
    }

    private mutating func visit(_ plan: Plan, _ rule: Rule, _ depth: Int) {
      switch plan {
      case .row(let name, _): if let row = names[name] { visit(row: row, rule: rule, depth: depth + 1) }
      case .diagram, .values: break
      case .rows(let plans): for plan in plans { visit(plan, .whenPassed, depth) }
      case .call(let name, _, let receiver, let arguments, _):
        let rule = WorkProgress.later(rule, WorkProgress.rule(of: name))
        if let receiver { visit(receiver, rule, depth) }
        for argument in arguments {
          switch argument {
          case .stream(let plan)?: visit(plan, rule, depth)
          case .streams(let plans)?: for plan in plans { visit(plan, rule, depth) }
          // A stream that is made for each value may be read any number of times.
          case .inner(_, let plan)?: for _ in 0..<2 { visit(plan, .whenPassed, depth) }
          default: break
          }
        }
      }
    }
  }

  private static func later(_ one: Rule, _ other: Rule) -> Rule {
    switch (one, other) {
    case (.whenPassed, _), (_, .whenPassed): .whenPassed
    case (.whenEmitted, _), (_, .whenEmitted): .whenEmitted
    default: .atOnce
    }
  }

  /// Operators that decide about each value at the instant at which it arrives.
  private static let immediate: Set<String> = [
    "adjacentPairs", "animation", "compacted", "compactMap", "distinct", "drop", "dropFirst", "filter",
    "ignoreElements",
    "interspersed", "map", "mapError", "merge", "prefix", "reductions", "removeDuplicates", "startWith", "timeout",
  ]
  /// Operators that hold values, and emit each at most once, in order.
  private static let holding: Set<String> = [
    "allSatisfy", "buffer", "chain", "chunked", "chunks", "combineLatest", "contains", "debounce", "delay", "first",
    "max",
    "min", "receive", "reduce", "sample", "throttle", "withLatestFrom", "zip",
  ]

  private static func rule(of name: String) -> Rule {
    immediate.contains(name) ? .atOnce : holding.contains(name) ? .whenEmitted : .whenPassed
  }
}
