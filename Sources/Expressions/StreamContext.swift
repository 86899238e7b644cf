public import Marbles
public import Operators
public import Playback

/// The environment in which a plan builds its stream: rows, clock and scope.
public struct StreamContext: Sendable {
  /// Returns a new stream of a row at each call.
  var row: @Sendable (String) -> TracedStream
  /// The clock of operators and inner streams.
  var clock: PlaybackClock
  /// The length of a time step.
  var step: SceneTime
  /// The operators.
  var catalogue: Catalogue
  /// The parameters of the enclosing closures.
  var scope = Scope.empty
  /// The streams that enclosing closures were given with their keys: a new one at each call.
  var groups: [String: @Sendable () -> TracedStream] = [:]
  /// The number of enclosing closures.
  var depth = 0
  /// Observes the streams that closures create.
  private let observer: (any InnerStreamObserver)?
  /// Receives the notes of operators.
  private let notes: (any OperatorObserver)?
  /// Observes the streams inside the expression.
  private let stages: (any StageObserver)?
  /// The stage that reads the stream; nil for the row itself.
  private var reader: StageReader?
  /// The value that the enclosing closure was called for.
  private var element: Traced?
  /// Learns how many bytes operators hold.
  let onHolding: HeldBytesObserver

  /// Called with the error of a closure whose result is `nil` instead; nil to let the error end the row.
  let onClosureFailure: (@Sendable (EvaluationError) -> Void)?
  /// Collects what closures do to every value; nil costs nothing.
  let findings: ClosureFindings?

  /// What all evaluations share.
  let meter: RunMeter

  /// Creates a context.
  ///
  /// - Parameters:
  ///   - clock: the clock of operators and inner streams.
  ///   - step: the length of a time step.
  ///   - catalogue: the operators.
  ///   - observer: observes the streams that closures create; nil costs nothing.
  ///   - notes: receives the notes of operators; nil costs nothing.
  ///   - stages: observes the streams inside the expression; nil costs nothing.
  ///   - onHolding: learns how many bytes operators hold.
  ///   - onClosureFailure: called with the error of a closure, whose result is then `nil`; nil to let the error end the
  ///     row.
  ///   - findings: collects what closures do to every value; nil costs nothing.
  ///   - meter: what all evaluations share; nil for one that only `clock` stops.
  ///   - row: returns a new stream of a row at each call.
  public init(
    clock: PlaybackClock, step: SceneTime, catalogue: Catalogue, observer: (any InnerStreamObserver)? = nil,
    notes: (any OperatorObserver)? = nil, stages: (any StageObserver)? = nil,
    onHolding: @escaping HeldBytesObserver = { _ in },
    onClosureFailure: (@Sendable (EvaluationError) -> Void)? = nil, findings: ClosureFindings? = nil,
    meter: RunMeter? = nil,
    row: @escaping @Sendable (String) -> TracedStream
  ) {
    self.row = row
    self.clock = clock
    self.step = step
    self.catalogue = catalogue
    self.observer = observer
    self.notes = notes
    self.stages = stages
    self.onHolding = onHolding
    self.onClosureFailure = onClosureFailure
    self.findings = findings
    self.meter = meter ?? RunMeter(cancellation: clock.executor.cancellation)
  }

  /// Builds a stage, and observes it where that is wanted.
  ///
  /// - Parameter build: builds the stream in the context of its inputs, with the observer of its notes.
  func stage(
    _ number: Int, _ build: (StreamContext, (any OperatorObserver)?) throws -> TracedStream
  ) rethrows -> TracedStream {
    guard let stages else { return try build(self, notes) }
    let own = StageReader()
    var inputs = self
    inputs.reader = own
    return try build(inputs, StageNotes(notes, stages, of: own))
      .reported(as: .stage(number), to: stages, own: own, for: reader, madeOf: element, depth: depth)
  }

  /// `stream`, which is no stage, observed where that is wanted.
  func read(_ stream: TracedStream, as kind: StageStream) -> TracedStream {
    stages.map { stream.reported(as: kind, to: $0, own: nil, for: reader, madeOf: element, depth: depth) } ?? stream
  }

  /// The context of a closure's body.
  ///
  /// - Parameter name: the name of its parameter; nil for `$0`.
  func inside(_ name: String?, of element: Traced) -> StreamContext {
    var inner = self
    if let name { inner.scope.names[name] = element.value } else { inner.scope.anonymous = [element.value] }
    inner.depth += 1
    inner.element = element
    return inner
  }

  /// `stream`, created for `element`, with its events reported to the observer.
  func observed(_ stream: TracedStream, madeOf element: Traced) -> TracedStream {
    observer.map { stream.observed(by: $0, madeOf: element, depth: depth) } ?? stream
  }
}
