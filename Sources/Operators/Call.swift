internal import AsyncAlgorithms
public import Marbles
public import Playback

/// Where a stream is built: what its names mean, and the clock that it lives by.
public struct StreamContext: Sendable {
  /// The stream of a row; a stream of its own at each call.
  var row: @Sendable (String) -> TracedStream
  /// The clock of operators and inner streams.
  var clock: PlaybackClock
  /// The length of a time step.
  var step: SceneTime
  /// The operators.
  var catalogue: Catalogue
  /// What the parameters of closures around are.
  var scope = Scope.empty
  /// How many closures are around.
  var depth = 0
  /// Who hears of the streams that closures make.
  private let observer: (any InnerObserver)?

  /// Creates a context.
  ///
  /// - Parameters:
  ///   - clock: the clock of operators and inner streams.
  ///   - step: the length of a time step.
  ///   - catalogue: the operators.
  ///   - observer: who hears of the streams that closures make; without one they cost nothing more.
  ///   - row: gives the stream of a row, one of its own at each call.
  public init(
    clock: PlaybackClock, step: SceneTime, catalogue: Catalogue, observer: (any InnerObserver)? = nil,
    row: @escaping @Sendable (String) -> TracedStream
  ) {
    self.row = row
    self.clock = clock
    self.step = step
    self.catalogue = catalogue
    self.observer = observer
  }

  /// `stream`, which was made of `element`, as whoever observes hears of it.
  func observed(_ stream: TracedStream, madeOf element: Traced) -> TracedStream {
    observer.map { stream.observed(by: $0, madeOf: element, depth: depth) } ?? stream
  }
}

/// A call of an operator as its file sees it: streams built, arguments of the kinds that it asked for.
struct Call: Sendable {
  let context: StreamContext
  /// What it is called on: one stream, or those of `[a, b].async`.
  let receivers: [TracedStream]
  /// How what it is called on is made, to begin it anew.
  let receiver: Plan?
  let arguments: [PlannedArgument?]
  /// Where the operator's name stands.
  let column: Int

  /// What it is called on.
  var base: TracedStream { receivers[0] }

  /// Where its tasks run.
  var executor: PlaybackExecutor { context.clock.executor }

  /// What it is called on, begun anew each time.
  var fresh: @Sendable () throws -> TracedStream {
    { [context, receiver] in try receiver!.build(in: context) }
  }

  /// The clock for every timer: the one that is given, or else the scene's.
  var clock: OperatorClock { (arguments.lazy.compactMap { $0?.clock }.first ?? .scene).build(in: context) }

  /// What its clock says about how values appear.
  var clockAnimation: Animation? { arguments.contains { $0?.clock != nil } ? clock.carriedAnimation : nil }

  func has(_ index: Int) -> Bool { arguments[index] != nil }

  func stream(_ index: Int) throws -> TracedStream {
    guard case .stream(let plan)? = arguments[index] else { preconditionFailure("checked when planned") }
    return try plan.build(in: context)
  }

  func streams(_ index: Int) throws -> [TracedStream] {
    guard case .streams(let plans)? = arguments[index] else { preconditionFailure("checked when planned") }
    return try plans.map { try $0.build(in: context) }
  }

  func duration(_ index: Int) -> Duration {
    guard let span = arguments[index]?.span(step: context.step) else { preconditionFailure("checked when planned") }
    return Duration(span)
  }

  func count(_ index: Int) -> Int {
    guard case .count(let count)? = arguments[index] else { preconditionFailure("checked when planned") }
    return count
  }

  func flag(_ index: Int) -> Bool? {
    if case .flag(let flag)? = arguments[index] { flag } else { nil }
  }

  func policy(_ index: Int) -> BufferPolicy {
    guard case .policy(let policy)? = arguments[index] else { preconditionFailure("checked when planned") }
    return policy
  }

  func value(_ index: Int) throws -> Value {
    guard case .value(let syntax)? = arguments[index] else { preconditionFailure("checked when planned") }
    return try Evaluator(scope: context.scope).value(syntax)
  }

  /// The closure as a function of values.
  func closure(_ index: Int) -> @Sendable (Value...) throws -> Value {
    guard case .closure(let syntax)? = arguments[index] else { preconditionFailure("checked when planned") }
    return { [scope = context.scope] (values: Value...) in try Evaluator(scope: scope).call(syntax, values) }
  }

  /// The closure as a test of values.
  func test(_ index: Int) -> @Sendable (Value...) throws -> Bool {
    guard case .closure(let syntax)? = arguments[index] else { preconditionFailure("checked when planned") }
    return { [scope = context.scope] (values: Value...) in
      let result = try Evaluator(scope: scope).call(syntax, values)
      guard case .bool(let bool) = result else {
        throw EvaluationError(column: syntax.column, message: "expected true or false, not \(result.kindName)")
      }
      return bool
    }
  }

  /// The closure as a function from an element to a stream that came from it.
  func inner(_ index: Int) -> @Sendable (Traced) throws -> TracedStream {
    guard case .inner(let parameters, let plan)? = arguments[index] else { preconditionFailure("checked when planned") }
    return { [context] element in
      var inner = context
      if let name = parameters?.first {
        inner.scope.names[name] = element.value
      } else {
        inner.scope.anonymous = [element.value]
      }
      inner.depth += 1
      let stream = try plan.build(in: inner)
      return context.observed(TracedStream(stream.map { $0.tracing(back: element) }), madeOf: element)
    }
  }
}

extension Plan {
  /// Builds the stream.
  ///
  /// - Throws: `EvaluationError` when a value in it can't be computed, `DiagramError` when a diagram can't be read.
  public func build(in context: StreamContext) throws -> TracedStream {
    switch self {
    case .row(let name, _): return context.row(name)
    case .diagram(let text):
      let diagram = try Diagram.parse(text, row: "inner", step: context.step)
      return TracedStream(ColdReplay(timeline: diagram.timeline, clock: context.clock))
    case .values(let syntax):
      let value = try Evaluator(scope: context.scope).value(syntax)
      guard case .array(let values) = value else {
        throw EvaluationError(column: syntax.column, message: "`.async` needs an array, not \(value.kindName)")
      }
      return TracedStream(values.map { Traced(made: $0) }.async)
    case .rows: preconditionFailure("checked when planned: streams of streams are only joined")
    case .call(let name, let form, let receiver, let arguments, let column):
      var streams: [TracedStream] = []
      if case .rows(let plans)? = receiver {
        streams = try plans.map { try $0.build(in: context) }
      } else if let receiver {
        streams = [try receiver.build(in: context)]
      }
      let call = Call(context: context, receivers: streams, receiver: receiver, arguments: arguments, column: column)
      let stream = try context.catalogue[name]!.forms[form].build(call)
      return call.clockAnimation.map(stream.animated) ?? stream
    }
  }
}
