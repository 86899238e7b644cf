internal import Marbles
public import Operators
internal import Playback

extension Plan {
  /// Builds the stream.
  ///
  /// - Throws: `EvaluationError` when a value can't be computed, `DiagramError` when a diagram can't be parsed.
  public func build(in context: StreamContext) throws -> TracedStream {
    switch self {
    case .row(let name, _): return context.read(context.row(name), as: .row(name))
    case .group(let name):
      guard let stream = context.groups[name] else { preconditionFailure("bound by the closure around it") }
      return context.read(stream(), as: .group)
    case .diagram(let text):
      let diagram = try Diagram.parse(text, row: "inner", step: context.step)
      return context.read(TracedStream(cold: diagram.timeline, on: context.clock), as: .values)
    case .values(let syntax):
      let value = try context.meter.value(syntax, in: context.scope)
      guard case .array(let values) = value else {
        throw EvaluationError(column: syntax.column, message: "`.async` needs an array, not \(value.kindName)")
      }
      return context.read(TracedStream(values: values, on: context.clock.executor), as: .values)
    case .rows: preconditionFailure("checked when planned: streams of streams are only joined")
    case .call(let planned):
      return try context.stage(planned.stage) { context, notes in
        let call = Call(
          scene: context.clock, receiver: try Self.receiver(planned.receiver, in: context),
          arguments: planned.arguments.map { $0?.built(in: context) }, semantics: planned.semantics, name: planned.name,
          stage: planned.stage, observer: notes, onHolding: context.onHolding,
          error: { [column = planned.column] in EvaluationError(column: column, message: $0) })
        let stream = try context.catalogue[planned.name]!.forms[planned.form].build(call)
        return call.clockAnimation.map(stream.animated) ?? stream
      }
    }
  }

  private static func receiver(_ plan: Plan?, in context: StreamContext) throws -> Call.Receiver {
    switch plan {
    case nil: .none
    case .rows(let plans)?: .streams(try plans.map { try $0.build(in: context) })
    case let plan?: .stream(try plan.build(in: context), fresh: { try plan.build(in: context) })
    }
  }
}

extension PlannedArgument {
  /// The argument in the form that operators take. Streams and values are created when the operator asks for them.
  func built(in context: StreamContext) -> OperatorArgument {
    switch self {
    case .stream(let plan): .stream { try plan.build(in: context) }
    case .streams(let plans): .streams { try plans.map { try $0.build(in: context) } }
    case .closure(let syntax):
      .closure(
        ValueClosure(
          error: { EvaluationError(column: syntax.column, message: $0) },
          call: {
            [
              scope = context.scope, meter = context.meter, onClosureFailure = context.onClosureFailure,
              findings = context.findings
            ] values in
            do throws(EvaluationError) {
              return try Evaluator(scope: scope, of: meter, findings: findings).call(syntax, values)
            } catch {
              guard let onClosureFailure, !meter.isStopped else { throw error }
              onClosureFailure(error)
              return .null
            }
          }))
    case .inner(let parameters, let plan): .inner(Self.inner(plan, of: parameters, in: context))
    case .grouping(let parameters, let plan): .grouping(Self.grouping(plan, of: parameters, in: context))
    case .time, .steps: .span(span(step: context.step) ?? .zero)
    case .value(let syntax):
      .value { [scope = context.scope, meter = context.meter] in try meter.value(syntax, in: scope) }
    case .count(let count): .count(count)
    case .flag(let flag): .flag(flag)
    case .policy(let policy): .policy(policy)
    case .choice(let name): .choice(name)
    case .nothing: .nothing
    case .clock(let clock): .clock(clock.build(in: context))
    case .repeating(let interval, let clock):
      .repeating(every: interval.span(step: context.step) ?? .zero, clock: clock.build(in: context))
    }
  }

  /// A function that builds the stream of `plan` for an element.
  private static func inner(
    _ plan: Plan, of parameters: [String]?, in context: StreamContext
  ) -> @Sendable (Traced) throws -> TracedStream {
    { element in
      let stream = try plan.build(in: context.inside(parameters?.first, of: element))
      let held = HeldValue(of: element, context.onHolding)
      let traced = stream.map { [held] value in withExtendedLifetime(held) { value.tracing(back: element) } }
      return context.observed(TracedStream(traced), madeOf: element)
    }
  }

  /// A function that builds the stream of `plan` for a key and the stream of its values.
  private static func grouping(
    _ plan: Plan, of parameters: [String]?, in context: StreamContext
  ) -> @Sendable (Traced, @escaping @Sendable () -> TracedStream) throws -> TracedStream {
    let name = Plan.group(of: parameters)
    let readsGroup = plan.readings(ofGroup: name) > 0
    return { key, group in
      var inside = context.inside(parameters?.first, of: key)
      inside.groups[name] = group
      let stream = try plan.build(in: inside)
      let held = HeldValue(of: key, context.onHolding)
      // A value that was made of values of the group comes from those, and another one from the value that began the group.
      let traced = stream.map { [held] value in
        let isOfGroup = readsGroup && (key.sources.isEmpty || !value.sources.isEmpty)
        return withExtendedLifetime(held) { isOfGroup ? value : value.tracing(back: key) }
      }
      return context.observed(TracedStream(traced), madeOf: key)
    }
  }
}
