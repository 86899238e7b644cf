public import Operators

/// A call of an operator, in one of its forms.
public struct PlannedCall: Hashable, Sendable {
  /// The name of the operator.
  public var name: String
  /// The index of the form.
  public var form: Int
  /// The stream before the dot; nil for a function.
  public var receiver: Plan?
  /// One for each parameter of the form; nil for an omitted one.
  public var arguments: [PlannedArgument?]
  /// The column of the operator's name in the expression, from 1.
  public var column: Int
  /// The column after the call.
  public var end: Int
  /// What the operator does with values, with these arguments.
  public var semantics: OperatorSemantics
  /// The position of the call among the expression's ``Expression/stages``.
  public var stage = 0

  /// A stream that the operator reads.
  public struct Input: Hashable, Sendable {
    /// The stream.
    public var plan: Plan
    /// How the operator uses it.
    public var semantics: OperatorSemantics.Input
  }

  /// The streams that the operator reads, in order: the receiver first, or the streams of an array that is the receiver.
  public var inputs: [Input] {
    let received: [Plan] = if case .rows(let plans) = receiver { plans } else { receiver.map { [$0] } ?? [] }
    let given = arguments.flatMap { argument -> [Plan] in
      switch argument {
      case .stream(let plan): [plan]
      case .streams(let plans): plans
      default: []
      }
    }
    return received.map { Input(plan: $0, semantics: semantics.receiver) }
      + given.map { Input(plan: $0, semantics: semantics.streams) }
  }

  /// The streams that its closure returns.
  public var innerStreams: [Plan] {
    arguments.compactMap { $0?.innerPlan }
  }

  /// All streams in it, in order of appearance.
  var plans: [Plan] { (receiver.map { [$0] } ?? []) + arguments.flatMap { $0?.plans ?? [] } }
}

extension PlannedArgument {
  /// What semantics may depend on.
  var constant: ConstantArgument {
    switch self {
    case .flag(let flag): .flag(flag)
    case .count(let count): .count(count)
    case .policy(let policy): .policy(policy)
    default: .other
    }
  }
}
