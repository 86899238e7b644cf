internal import Expressions
internal import Marbles
internal import Scenes

/// A scene whose rows are found by name without looking at each, however many there are.
struct RowLookup {
  let scene: Scene
  private let graph: SceneGraph

  init(_ scene: Scene) {
    self.scene = scene
    graph = SceneGraph(scene)
  }

  func position(of name: String) -> Int? { graph.positions[name] }
}

/// What an output row's expression does to streams: the outermost operator, and what it is called on.
struct RowCall: Sendable {
  /// The operator; nil when the expression is only a row, a diagram, or values.
  let name: String?
  /// Which of its forms.
  let form: Int
  /// The streams whose values it gives or puts together, in order; a method's receiver first.
  let operands: [Operand]
  /// The stream that only tells it when: `b` in `a.sample(by: b)`.
  let signal: Operand?
  let arguments: [PlannedArgument?]
  /// The length of a time step.
  let step: SceneTime
  /// What it is called on, where it hands that on as it is: one or none.
  private let inner: [RowCall]
  /// Every row that it refers to, in whatever place.
  let references: [Int]
  /// Whether it is asked for elements at given times, so that values wait for the question.
  let isAsked: Bool

  /// Whether an older value behind one of its own has waited.
  let holds: Bool

  /// A stream that an operator is called on.
  struct Operand: Hashable, Sendable {
    /// The row, when it is one and nothing else.
    let row: Int?
    /// Whether its values are those of rows, each of one event and at that event's time.
    let isDirect: Bool
    /// Every row that it refers to.
    let references: [Int]
  }

  init(_ expression: Expression, of row: Scene.Row, in lookup: RowLookup) {
    self.init(
      expression.plan, references: expression.references.compactMap { lookup.position(of: $0.name) },
      isAsked: lookup.scene.dialect == .asv && row.expectation != nil, in: lookup)
  }

  private init(_ plan: Plan, references: [Int], isAsked: Bool, in lookup: RowLookup) {
    self.references = references
    self.isAsked = isAsked
    holds = plan.holdsOrPasses && !plan.startsLate(in: lookup)
    step = lookup.scene.step
    let operand = { (plan: Plan) in Operand(plan, in: lookup) }
    guard case .call(let name, let form, let receiver, let arguments, _) = plan else {
      (name, form, arguments, inner, signal) = (nil, 0, [], [], nil)
      operands = [operand(plan)]
      return
    }
    (self.name, self.form, self.arguments) = (name, form, arguments)
    operands = plan.valueStreams.map(operand)
    signal = plan.signalStream.map(operand)
    let passed = Plan.passing.contains(name) && !operands.allSatisfy(\.isDirect) ? receiver : nil
    inner = passed.map { [RowCall($0, references: references, isAsked: isAsked, in: lookup)] } ?? []
  }

  /// The operator that makes its values: itself, unless it only hands on those of another.
  var maker: RowCall { inner.first?.maker ?? self }

  /// Whether all values that it gets are those of rows, at their times.
  var isDirect: Bool { operands.allSatisfy(\.isDirect) }

  /// The rows that it is called on, when it is called on rows alone and each once.
  var rows: [Int]? {
    let rows = operands.compactMap(\.row)
    return rows.count == operands.count && Set(rows).count == rows.count ? rows : nil
  }

  /// How much of the scene's time passes while its clock counts the time that is its argument at `index`; nil when that
  /// differs from one time to the next.
  func time(_ index: Int) -> SceneTime? {
    guard arguments.indices.contains(index), let span = arguments[index]?.span(step: step) else { return nil }
    guard let clock = arguments.lazy.compactMap({ $0?.clock }).first else { return span }
    return clock.isPunctual ? clock.speedFactor.map { .nanoseconds($0.wallSpan(of: span)) } : nil
  }

  /// The number that is its argument at `index`.
  func count(_ index: Int) -> Int? {
    guard arguments.indices.contains(index), case .count(let count)? = arguments[index] else { return nil }
    return count
  }
}

extension RowCall.Operand {
  init(_ plan: Plan, in lookup: RowLookup) {
    row = if case .row(let name, _) = plan { lookup.position(of: name) } else { nil }
    isDirect = plan.isDirect
    references = plan.references.compactMap { lookup.position(of: $0) }
  }
}

extension Plan {
  /// Operators that hand values on as they are, at once.
  static let passing: Set<String> = [
    "animation", "buffer", "compacted", "distinct", "drop", "dropFirst", "filter", "first", "mapError", "prefix",
    "removeDuplicates", "share", "timeout",
  ]
  /// Operators that make each value into another, or leave it out, at once.
  private static let prompt = passing.union(["compactMap", "map", "merge", "race"])
  /// Operators whose stream argument only says when.
  private static let signalled: Set<String> = ["chunked", "chunks", "drop", "prefix", "sample"]

  /// The streams whose values it gives or puts together.
  var valueStreams: [Plan] {
    switch self {
    case .row: [self]
    case .diagram, .values: []
    case .rows(let plans): plans
    case .call(let name, _, let receiver, let arguments, _):
      (receiver.map { if case .rows(let plans) = $0 { plans } else { [$0] } } ?? [])
        + arguments.flatMap { argument -> [Plan] in
          switch argument {
          case .streams(let plans): plans
          case .stream(let plan) where !Self.signalled.contains(name): [plan]
          default: []
          }
        }
    }
  }

  /// The stream that only tells it when.
  var signalStream: Plan? {
    guard case .call(let name, _, _, let arguments, _) = self, Self.signalled.contains(name) else { return nil }
    for case .stream(let plan)? in arguments { return plan }
    return nil
  }

  /// Whether a row that is begun anew by each use comes into it late, so that its events' times are not those of its use.
  func startsLate(in lookup: RowLookup) -> Bool {
    guard case .call(let name, _, _, _, _) = self else { return false }
    let streams = name == "chain" || name == "joined" ? valueStreams : []
    return streams.contains { plan in
      plan.references.contains { name in
        lookup.position(of: name).flatMap { lookup.scene.rows[$0].input }.map { $0.start != .hot } ?? false
      }
    } || valueStreams.contains { $0.startsLate(in: lookup) }
  }

  /// Whether each of its values is of one event of a row, at that event's time.
  var isDirect: Bool {
    switch self {
    case .row: true
    case .diagram, .values, .rows: false
    case .call(let name, _, _, _, _): Self.prompt.contains(name) && valueStreams.allSatisfy(\.isDirect)
    }
  }

  /// The streams that closures make of values.
  private var innerStreams: [Plan] {
    guard case .call(_, _, _, let arguments, _) = self else { return [] }
    return arguments.compactMap { if case .inner(_, let plan)? = $0 { plan } else { nil } }
  }

  /// The rows whose values can become its values; each once, in order of mention.
  var valueRows: [String] {
    if case .row(let name, _) = self { return [name] }
    return Self.unique((valueStreams + innerStreams).flatMap(\.valueRows))
  }

  /// Every row that it refers to, each once.
  var references: [String] {
    if case .row(let name, _) = self { return [name] }
    return Self.unique((valueStreams + innerStreams + [signalStream].compactMap { $0 }).flatMap(\.references))
  }

  private static func unique(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }
}
