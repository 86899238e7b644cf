package import Marbles
package import Playback

/// A call of an operator: its receiver and its arguments, checked and built.
package struct Call: Sendable {
  /// The receiver of a call.
  package enum Receiver: Sendable {
    /// No receiver: the operator is a function.
    case none
    /// A stream, and a function that creates the same stream again.
    case stream(TracedStream, fresh: @Sendable () throws -> TracedStream)
    /// The streams of `[a, b].async`.
    case streams([TracedStream])
  }

  /// The scene's clock, for operators and inner streams.
  let scene: PlaybackClock
  let receiver: Receiver
  let arguments: [OperatorArgument?]
  /// What the operator does with values, with these arguments.
  let semantics: OperatorSemantics
  /// Reports what the operator does besides emitting values.
  let notes: OperatorNotes
  /// Learns how many bytes the operator holds.
  let onHolding: HeldBytesObserver
  /// Creates an error at the operator's name.
  let error: @Sendable (String) -> any Error

  /// Creates a call.
  ///
  /// - Parameters:
  ///   - scene: the scene's clock.
  ///   - arguments: one per parameter of the called form; nil for an omitted one.
  ///   - semantics: what the operator does with values, with these arguments.
  ///   - name: the operator's name, for `observer`.
  ///   - stage: the position of the call among the stages of the expression, for `observer`.
  ///   - observer: receives the operator's notes; nil costs nothing.
  ///   - onHolding: learns how many bytes the operator holds.
  ///   - error: creates an error at the operator's name.
  package init(
    scene: PlaybackClock, receiver: Receiver, arguments: [OperatorArgument?], semantics: OperatorSemantics,
    name: String = "", stage: Int? = nil,
    observer: (any OperatorObserver)? = nil, onHolding: @escaping HeldBytesObserver = { _ in },
    error: @escaping @Sendable (String) -> any Error
  ) {
    self.onHolding = onHolding
    self.semantics = semantics
    notes = OperatorNotes(name: name, stage: stage, observer: observer)
    self.scene = scene
    self.receiver = receiver
    self.arguments = arguments
    self.error = error
  }

  /// The stream that is the receiver.
  var base: TracedStream {
    guard case .stream(let stream, _) = receiver else { preconditionFailure("checked when planned") }
    return stream
  }

  /// The executor of the operator's tasks.
  var executor: PlaybackExecutor { scene.executor }

  /// Creates the receiver's stream again at each call.
  var fresh: @Sendable () throws -> TracedStream {
    guard case .stream(_, let fresh) = receiver else { preconditionFailure("checked when planned") }
    return fresh
  }

  /// The clock of all timers: the `clock` argument, or else the scene's clock.
  var clock: OperatorClock { givenClock ?? OperatorClock(scene) }

  /// The animation of the `clock` argument; nil without one.
  package var clockAnimation: Animation? { givenClock?.carriedAnimation }

  private var givenClock: OperatorClock? { arguments.lazy.compactMap { $0?.clock }.first }

  func has(_ index: Int) -> Bool { arguments[index] != nil }

  func stream(_ index: Int) throws -> TracedStream {
    guard case .stream(let make)? = arguments[index] else { preconditionFailure("checked when planned") }
    return try make()
  }

  func streams(_ index: Int) throws -> [TracedStream] {
    guard case .streams(let make)? = arguments[index] else { preconditionFailure("checked when planned") }
    return try make()
  }

  func duration(_ index: Int) -> Duration {
    guard let span = arguments[index]?.span else { preconditionFailure("checked when planned") }
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
    guard case .value(let compute)? = arguments[index] else { preconditionFailure("checked when planned") }
    return try compute()
  }

  /// The closure as a function over values.
  func closure(_ index: Int) -> @Sendable (Value...) throws -> Value {
    guard case .closure(let closure)? = arguments[index] else { preconditionFailure("checked when planned") }
    return { (values: Value...) in try closure.call(values) }
  }

  /// The closure as a predicate.
  func test(_ index: Int) -> @Sendable (Value...) throws -> Bool {
    guard case .closure(let closure)? = arguments[index] else { preconditionFailure("checked when planned") }
    return { (values: Value...) in
      let result = try closure.call(values)
      // A member that is missing is not true.
      if result == .null { return false }
      guard case .bool(let bool) = result else {
        throw closure.error("expected true or false, not \(result.kindName)")
      }
      return bool
    }
  }

  /// The closure as a function from an element to the stream that it creates.
  func inner(_ index: Int) -> @Sendable (Traced) throws -> TracedStream {
    guard case .inner(let make)? = arguments[index] else { preconditionFailure("checked when planned") }
    return make
  }

  /// The closure as a function from a key, and the stream of its values, to the stream that it creates.
  func grouping(_ index: Int) -> @Sendable (Traced, @escaping @Sendable () -> TracedStream) throws -> TracedStream {
    guard case .grouping(let make)? = arguments[index] else { preconditionFailure("checked when planned") }
    return make
  }
}

extension Call {
  /// Whether the first value is less than the second, for `min` and `max`.
  var isLess: @Sendable (Value, Value) throws -> Bool {
    { [error] left, right in
      guard let order = left.compared(with: right) else {
        throw error("can't compare \(left.kindName) and \(right.kindName)")
      }
      return order < 0
    }
  }
}
