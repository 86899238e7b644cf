package import Marbles

/// An argument of a call: built, or ready to be built when the operator asks for it.
package enum OperatorArgument: Sendable {
  /// Makes a stream.
  case stream(@Sendable () throws -> TracedStream)
  /// Makes several streams.
  case streams(@Sendable () throws -> [TracedStream])
  /// A closure over values.
  case closure(ValueClosure)
  /// Makes a stream of an element.
  case inner(@Sendable (Traced) throws -> TracedStream)
  /// A span of scene time.
  case span(SceneTime)
  /// Computes a value.
  case value(@Sendable () throws -> Value)
  /// A whole number.
  case count(Int)
  /// `true` or `false`.
  case flag(Bool)
  /// How a buffer is bounded.
  case policy(BufferPolicy)
  /// One of several names.
  case choice(String)
  /// `nil`.
  case nothing
  /// The clock for timers.
  case clock(OperatorClock)
  /// A timer that fires after every span of a clock's time.
  case repeating(every: SceneTime, clock: OperatorClock)

  /// The span of time that it holds.
  package var span: SceneTime? {
    switch self {
    case .span(let span), .repeating(let span, _): span
    default: nil
    }
  }

  /// The clock that it holds.
  package var clock: OperatorClock? {
    switch self {
    case .clock(let clock), .repeating(_, let clock): clock
    default: nil
    }
  }
}

/// A function from values to a value, and the error to throw when an operator can't use its result.
package struct ValueClosure: Sendable {
  let call: @Sendable ([Value]) throws -> Value
  let error: @Sendable (String) -> any Error

  /// Creates a closure.
  ///
  /// - Parameters:
  ///   - error: makes an error at the closure's place of a message.
  ///   - call: computes the result.
  package init(
    error: @escaping @Sendable (String) -> any Error, call: @escaping @Sendable ([Value]) throws -> Value
  ) {
    self.call = call
    self.error = error
  }
}
