package import Marbles

/// An argument of a call: a value, or a function that builds it on demand.
package enum OperatorArgument: Sendable {
  /// Builds a stream.
  case stream(@Sendable () throws -> TracedStream)
  /// Builds several streams.
  case streams(@Sendable () throws -> [TracedStream])
  /// A closure over values.
  case closure(ValueClosure)
  /// Builds a stream for an element.
  case inner(@Sendable (Traced) throws -> TracedStream)
  /// Builds a stream for a key, which is an element, from the stream of the values with that key: a function that makes
  /// one at each call.
  case grouping(@Sendable (Traced, @escaping @Sendable () -> TracedStream) throws -> TracedStream)
  /// A duration in scene time.
  case span(SceneTime)
  /// Computes a value.
  case value(@Sendable () throws -> Value)
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
  /// The clock of timers.
  case clock(OperatorClock)
  /// A timer that fires at intervals of a clock's time.
  case repeating(every: SceneTime, clock: OperatorClock)

  /// The duration; nil for other arguments.
  package var span: SceneTime? {
    switch self {
    case .span(let span), .repeating(let span, _): span
    default: nil
    }
  }

  /// The clock; nil for other arguments.
  package var clock: OperatorClock? {
    switch self {
    case .clock(let clock), .repeating(_, let clock): clock
    default: nil
    }
  }
}

/// A function over values, and the error for a result that the operator can't use.
package struct ValueClosure: Sendable {
  let call: @Sendable ([Value]) throws -> Value
  let error: @Sendable (String) -> any Error

  /// Creates a closure.
  ///
  /// - Parameters:
  ///   - error: creates an error at the position of the closure.
  ///   - call: computes the result.
  package init(
    error: @escaping @Sendable (String) -> any Error, call: @escaping @Sendable ([Value]) throws -> Value
  ) {
    self.call = call
    self.error = error
  }
}
