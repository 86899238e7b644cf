public import Operators

/// A call of an operator in an expression, with the streams that it reads: a chain of five operators has five stages.
public struct Stage: Hashable, Sendable {
  /// The name of the operator.
  public var name: String
  /// Whether the operator is called on a stream, as `.map` is, not a function of streams.
  public var isMethod: Bool
  /// The operator's name and its arguments: columns of the expression's text, from 1, in characters.
  public var columns: Range<Int>
  /// The streams that it reads, in order: the receiver first. Streams that closures return are not among them.
  public var sources: [StageStream]
  /// The streams that its closure returns, one for each closure.
  public var inner: [StageStream]
  /// The number of enclosing closures.
  public var depth: Int
  /// What the operator does with values, with these arguments.
  public var semantics: OperatorSemantics
}

extension Expression {
  /// The calls of operators, each after the ones that it reads from; the last one gives the values of the row. Empty when the
  /// expression is another row, a diagram or an array.
  public var stages: [Stage] {
    var stages: [Stage] = []
    plan.collectStages(into: &stages, depth: 0)
    return stages
  }

  /// The names of the stages: of the operators, and `map2` for the second `map`.
  public var stageNames: [String] {
    var counts: [String: Int] = [:]
    return stages.map { stage in
      counts[stage.name, default: 0] += 1
      let count = counts[stage.name]!
      return count == 1 ? stage.name : "\(stage.name)\(count)"
    }
  }

  /// The text of a stage: the operator's name and its arguments, as in `.map { $0 * 2 }` or `merge(a, b)`.
  public func text(of stage: Stage) -> String {
    let start = text.index(text.startIndex, offsetBy: stage.columns.lowerBound - 1)
    return (stage.isMethod ? "." : "") + text[start..<text.index(start, offsetBy: stage.columns.count)]
  }
}

extension Expression {
  /// The characters of ``text`` that are a stage, with the dot before it.
  package func range(of stage: Stage) -> Range<Int> {
    let (first, end) = (stage.columns.lowerBound - 1, stage.columns.upperBound - 1)
    guard stage.isMethod else { return first..<end }
    let before = text.prefix(first)
    return (before.lastIndex(of: ".").map { before.distance(from: before.startIndex, to: $0) } ?? first)..<end
  }
}

extension Plan {
  /// Gives each call its number, before anything runs: streams that a call reads or makes come before it.
  mutating func numberStages(from count: inout Int) {
    switch self {
    case .row, .diagram, .values, .group: return
    case .rows(var plans):
      for index in plans.indices { plans[index].numberStages(from: &count) }
      self = .rows(plans)
    case .call(var call):
      call.receiver?.numberStages(from: &count)
      for index in call.arguments.indices { call.arguments[index]?.numberStages(from: &count) }
      call.stage = count
      count += 1
      self = .call(call)
    }
  }

  fileprivate func collectStages(into stages: inout [Stage], depth: Int) {
    switch self {
    case .row, .diagram, .values, .group: return
    case .rows(let plans): for plan in plans { plan.collectStages(into: &stages, depth: depth) }
    case .call(let call):
      call.receiver?.collectStages(into: &stages, depth: depth)
      for argument in call.arguments {
        let isInner = argument?.innerPlan != nil
        for plan in argument?.plans ?? [] { plan.collectStages(into: &stages, depth: isInner ? depth + 1 : depth) }
      }
      stages.append(
        Stage(
          name: call.name, isMethod: call.receiver != nil, columns: call.column..<call.end,
          sources: call.inputs.flatMap(\.plan.stageSources),
          inner: call.innerStreams.flatMap(\.stageSources), depth: depth, semantics: call.semantics))
    }
  }

  private var stageSources: [StageStream] {
    switch self {
    case .row(let name, _): [.row(name)]
    case .call(let call): [.stage(call.stage)]
    case .diagram, .values: [.values]
    case .group: [.group]
    case .rows(let plans): plans.flatMap(\.stageSources)
    }
  }
}

extension PlannedArgument {
  fileprivate mutating func numberStages(from count: inout Int) {
    switch self {
    case .stream(var plan):
      plan.numberStages(from: &count)
      self = .stream(plan)
    case .streams(var plans):
      for index in plans.indices { plans[index].numberStages(from: &count) }
      self = .streams(plans)
    case .inner(let parameters, var plan):
      plan.numberStages(from: &count)
      self = .inner(parameters: parameters, plan)
    case .grouping(let parameters, var plan):
      plan.numberStages(from: &count)
      self = .grouping(parameters: parameters, plan)
    default: return
    }
  }
}

extension Expression {
  /// The expression of a stage alone, which reads the stages before it as rows.
  ///
  /// - Parameters:
  ///   - number: the position of the stage, outside of closures.
  ///   - row: the name of the row that stands for the stage at a position.
  /// - Returns: the expression, and the positions in this one that its stages have: those in its closure, and itself.
  package func expression(ofStage number: Int, reading row: (Int) -> String) -> (Expression, stages: [Int])? {
    guard let call = plan.call(ofStage: number) else { return nil }
    let text = text(of: stages[number])
    var own = Plan.call(call.reading(row))
    let stages = own.stageNumbers
    var count = 0
    own.numberStages(from: &count)
    return (Expression(name: nil, source: text, text: text, plan: own), stages)
  }
}

extension Plan {
  /// The numbers of its calls, in the order in which they are numbered.
  fileprivate var stageNumbers: [Int] {
    switch self {
    case .row, .diagram, .values, .group: []
    case .rows(let plans): plans.flatMap(\.stageNumbers)
    case .call(let call): call.plans.flatMap(\.stageNumbers) + [call.stage]
    }
  }

  /// The call of the stage at a position; nil when there is none.
  package func call(ofStage number: Int) -> PlannedCall? {
    switch self {
    case .row, .diagram, .values, .group: return nil
    case .rows(let plans): return Self.call(ofStage: number, in: plans)
    case .call(let call): return call.stage == number ? call : Self.call(ofStage: number, in: call.plans)
    }
  }

  /// Each plan is searched once: the first element of a lazy sequence is computed twice, which doubles at each call of a chain.
  private static func call(ofStage number: Int, in plans: [Plan]) -> PlannedCall? {
    for plan in plans {
      if let call = plan.call(ofStage: number) { return call }
    }
    return nil
  }

  fileprivate func reading(_ row: (Int) -> String) -> Plan {
    switch self {
    case .row, .diagram, .values, .group: self
    case .rows(let plans): .rows(plans.map { $0.reading(row) })
    case .call(let call): .row(row(call.stage), column: call.column)
    }
  }
}

extension PlannedCall {
  fileprivate func reading(_ row: (Int) -> String) -> PlannedCall {
    var call = self
    call.receiver = receiver?.reading(row)
    call.arguments = arguments.map { argument in
      switch argument {
      case .stream(let plan): .stream(plan.reading(row))
      case .streams(let plans): .streams(plans.map { $0.reading(row) })
      default: argument
      }
    }
    return call
  }
}
