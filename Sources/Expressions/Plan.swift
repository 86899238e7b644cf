public import Marbles
public import Operators

/// A resolved expression: all operators are found and all arguments checked, but nothing runs yet.
public indirect enum Plan: Hashable, Sendable {
  /// A row of the scene.
  case row(String, column: Int)
  /// A call of an operator, in one of its forms.
  case call(PlannedCall)
  /// A diagram whose time starts with its first iteration.
  case diagram(String)
  /// `[1, 2].async`
  case values(Syntax)
  /// `[a, b].async`: streams to join.
  case rows([Plan])
  /// The stream that a closure is given with a key: the name of its parameter, `$1` for one without names.
  case group(String)

  /// The operators in use, outermost first.
  var operators: [String] {
    switch self {
    case .row, .diagram, .values, .group: []
    case .rows(let plans): plans.flatMap(\.operators)
    case .call(let call): [call.name] + call.plans.flatMap(\.operators)
    }
  }

  /// Whether the stream, in a closure without names for its parameters, uses `$0`.
  package var usesAnonymousParameter: Bool {
    func uses(_ syntax: Syntax) -> Bool { Syntax.Closure(parameters: nil, body: syntax).arity > 0 }
    switch self {
    case .row, .diagram: return false
    case .group(let name): return name.hasPrefix("$")
    case .values(let syntax): return uses(syntax)
    case .rows(let plans): return plans.contains(where: \.usesAnonymousParameter)
    case .call(let call):
      return call.receiver?.usesAnonymousParameter == true
        || call.arguments.contains { argument in
          switch argument {
          case .stream(let plan)?: plan.usesAnonymousParameter
          case .streams(let plans)?: plans.contains(where: \.usesAnonymousParameter)
          case .value(let syntax)?: uses(syntax)
          default: false
          }
        }
    }
  }

  /// Whether the stream may never finish: an operator is endless, or ticks while an input is open.
  func isEndless(in catalogue: Catalogue, withOpenInputs: Bool) -> Bool {
    func goesOn(_ plan: Plan) -> Bool { plan.isEndless(in: catalogue, withOpenInputs: withOpenInputs) }
    switch self {
    case .row, .diagram, .values, .group: return false
    case .rows(let plans): return plans.contains(where: goesOn)
    case .call(let call):
      return catalogue[call.name]?.forms[call.form].isEndless == true || call.receiver.map(goesOn) == true
        || withOpenInputs && call.semantics.trigger == .timer
        || call.arguments.contains { argument in
          guard let argument else { return false }
          return withOpenInputs && argument.ticks || argument.plans.contains(where: goesOn)
        }
    }
  }

  /// Whether a diagram in it never ends.
  var hasOpenDiagram: Bool {
    switch self {
    case .row, .values, .group: false
    case .diagram(let text): (try? Diagram.parse(text, row: "inner", step: .seconds(1)))?.timeline.end == .open
    case .rows(let plans): plans.contains(where: \.hasOpenDiagram)
    case .call(let call): call.plans.contains(where: \.hasOpenDiagram)
    }
  }

  /// The rows in use, each once in order of appearance, with the column of its first mention.
  var rowReferences: [(name: String, column: Int)] {
    var found: [(name: String, column: Int)] = []
    var names: Set<String> = []
    func visit(_ plan: Plan) {
      switch plan {
      case .row(let name, let column): if names.insert(name).inserted { found.append((name, column)) }
      case .diagram, .values, .group: break
      case .rows(let plans): plans.forEach(visit)
      case .call(let call): call.plans.forEach(visit)
      }
    }
    visit(self)
    return found
  }

  /// How often a value of a group that a closure is given may be read: not at all, once, or twice for any larger number.
  ///
  /// - Parameter name: the parameter of the closure, whose body this is.
  package func readings(ofGroup name: String) -> Int {
    switch self {
    case .row, .diagram, .values: return 0
    case .group(let group): return group == name ? 1 : 0
    case .rows(let plans): return min(2, plans.reduce(0) { $0 + $1.readings(ofGroup: name) })
    case .call(let call):
      let read = call.inputs.reduce(0) { count, input in
        count + input.plan.readings(ofGroup: name) * (input.semantics.reading == .again ? 2 : 1)
      }
      let inner = call.arguments.reduce(0) { count, argument in
        // A closure inside may have a parameter of the same name.
        if case .grouping(let parameters, _)? = argument, Self.group(of: parameters) == name { return count }
        return count + 2 * (argument?.innerPlan?.readings(ofGroup: name) ?? 0)
      }
      return min(2, read + inner)
    }
  }

  /// The name of the group in a closure with these parameters.
  package static func group(of parameters: [String]?) -> String { parameters.map { $0.last ?? "_" } ?? "$1" }
}

/// An argument that was checked against its parameter.
public enum PlannedArgument: Hashable, Sendable {
  /// A stream.
  case stream(Plan)
  /// Several streams.
  case streams([Plan])
  /// A closure over values.
  case closure(Syntax)
  /// A closure that returns a stream: its parameter names and its body.
  case inner(parameters: [String]?, Plan)
  /// A closure that returns a stream for a key and the stream of its values: its parameter names and its body.
  case grouping(parameters: [String]?, Plan)
  /// A span of scene time.
  case time(SceneTime)
  /// A number of time steps.
  case steps(Int)
  /// A value that is computed when the stream starts.
  case value(Syntax)
  /// A whole number.
  case count(Int)
  /// `true` or `false`.
  case flag(Bool)
  /// The policy of a buffer.
  case policy(BufferPolicy)
  /// One of a parameter's names.
  case choice(String)
  /// `nil`.
  case nothing
  /// A clock.
  case clock(PlannedClock)
  /// A timer that repeats after a duration of a clock.
  indirect case repeating(every: PlannedArgument, clock: PlannedClock)

  /// The duration in scene time, at most 100 years, with time steps of the length `step`; nil for other arguments.
  public func span(step: SceneTime) -> SceneTime? {
    switch self {
    case .time(let time): time
    case .steps(let count): min(SceneTime(Duration(step) * count), .longestReadable)
    case .repeating(let interval, _): interval.span(step: step)
    default: nil
    }
  }

  /// The clock; nil for other arguments.
  public var clock: PlannedClock? {
    switch self {
    case .clock(let clock), .repeating(_, let clock): clock
    default: nil
    }
  }

  /// Whether it is a timer, which ends with the stream that it serves.
  var ticks: Bool { if case .repeating = self { true } else { false } }

  var plans: [Plan] {
    switch self {
    case .stream(let plan): [plan]
    case .streams(let plans): plans
    default: innerPlan.map { [$0] } ?? []
    }
  }

  /// The stream that a closure returns; nil for other arguments.
  package var innerPlan: Plan? {
    switch self {
    case .inner(_, let plan), .grouping(_, let plan): plan
    default: nil
    }
  }
}
