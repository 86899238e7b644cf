internal import Expressions
internal import Marbles
internal import Operators

/// How many values of each live row are dealt with, so that the source need not deliver them again.
///
/// A source that redelivers what was not acknowledged needs this number. It is a matter of the operators between the row and
/// the outputs: an operator that decides at once is done with a value at the end of its instant. One that holds values is done
/// with a value once the row has emitted that value or a later one of the same input. One that makes several values of one, or
/// keeps it for later ones, is done with a value when the row goes on with a later one.
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
  /// - Throws: ``Unknown`` when an expression uses such a row in several places, and holds values of it in one of them, or
  ///   when it holds values of several keys.
  public init(of scene: Scene, rows: [Int]) throws(Unknown) {
    liveRows = rows
    for row in rows { arrived[row] = 0 }
    let graph = SceneGraph(scene)
    let uses = Dictionary(rows.map { ($0, Self.uses(of: $0, in: scene, graph)) }) { first, _ in first }
    for (output, row) in scene.rows.enumerated() where row.expression != nil {
      for input in rows {
        guard let use = uses[input]?[output], use.count > 0 else { continue }
        if let grouping = use.grouping {
          throw Unknown(
            description:
              "`\(row.name)` holds values of `\(scene.rows[input].name)` for several keys, which are done with in any order;"
              + " a row with a consumer group can't be read by `\(grouping)`")
        }
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

  /// How a row or an expression uses an input: how often, where two stands for any larger number, and by which rule in all.
  private struct Use: Sendable {
    var count = 0
    var rule = Rule.atOnce
    /// The operator that distributes the values to streams which go on at the same time; nil for none.
    var grouping: String?

    /// Adds a use whose values then go through something with a rule.
    mutating func add(_ other: Use, through rule: Rule = .atOnce) {
      guard other.count > 0 else { return }
      grouping = grouping ?? other.grouping
      count = min(count + other.count, 2)
      self.rule = WorkProgress.later(self.rule, WorkProgress.later(other.rule, rule))
    }
  }

  /// How each row uses an input. Each expression is visited once, after those of the rows that it refers to.
  private static func uses(of input: Int, in scene: Scene, _ graph: SceneGraph) -> [Use] {
    var uses = [Use](repeating: Use(), count: scene.rows.count)
    uses[input].count = 1
    for row in graph.order where row != input {
      if let plan = scene.rows[row].expression?.plan { uses[row] = use(by: plan, uses, graph) }
    }
    return uses
  }

  private static func use(by plan: Plan, _ uses: [Use], _ graph: SceneGraph) -> Use {
    var use = Use()
    switch plan {
    case .row(let name, _): if let row = graph.positions[name] { use.add(uses[row]) }
    case .diagram, .values, .group: break
    case .rows(let plans): for plan in plans { use.add(Self.use(by: plan, uses, graph), through: .whenPassed) }
    case .call(let call):
      for input in call.inputs {
        use.add(Self.use(by: input.plan, uses, graph), through: rule(of: input.semantics, in: call.semantics))
      }
      if use.count > 0, call.semantics.inner == .byKey { use.grouping = use.grouping ?? call.name }
      // A stream that is made for each value may be read any number of times. Visited once: one visit for each reading
      // would double the work with each level of nesting.
      for plan in call.innerStreams {
        let inner = Self.use(by: plan, uses, graph)
        for _ in 0..<2 { use.add(inner, through: .whenPassed) }
      }
    }
    return use
  }

  private static func later(_ one: Rule, _ other: Rule) -> Rule {
    switch (one, other) {
    case (.whenPassed, _), (_, .whenPassed): .whenPassed
    case (.whenEmitted, _), (_, .whenEmitted): .whenEmitted
    default: .atOnce
    }
  }

  /// When an operator is done with a value of one of its streams.
  ///
  /// A part of a running result is done at once: delivering the newest value again would not bring the result back.
  private static func rule(of input: OperatorSemantics.Input, in semantics: OperatorSemantics) -> Rule {
    if semantics.inner != nil || semantics.isShared || input.reading == .again { return .whenPassed }
    guard input.role == .data else { return .atOnce }
    switch input.uses {
    case .two, .several, .elements, .whileNewest: return .whenPassed
    case .atMostOne, .allLater:
      let isDecided = input.holding == .nothing && input.reading != .inTurn && semantics.trigger != .end
      return isDecided ? .atOnce : .whenEmitted
    }
  }
}
