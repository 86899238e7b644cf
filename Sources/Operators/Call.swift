package import Marbles
package import Playback

/// A call of an operator as its file sees it: streams built, arguments of the kinds that it asked for.
package struct Call: Sendable {
  /// What an operator is called on.
  package enum Receiver: Sendable {
    /// Nothing: the operator is a function.
    case none
    /// A stream, and a function that makes the same stream again.
    case stream(TracedStream, fresh: @Sendable () throws -> TracedStream)
    /// The streams of `[a, b].async`.
    case streams([TracedStream])
  }

  /// The clock of the scene, for operators and inner streams.
  let scene: PlaybackClock
  let receiver: Receiver
  let arguments: [OperatorArgument?]
  /// Makes an error at the operator's name of a message.
  let error: @Sendable (String) -> any Error

  /// Creates a call.
  ///
  /// - Parameters:
  ///   - scene: the clock of the scene.
  ///   - arguments: one for each parameter of the form that is called, nil where it is left out.
  ///   - error: makes an error at the operator's name of a message.
  package init(
    scene: PlaybackClock, receiver: Receiver, arguments: [OperatorArgument?],
    error: @escaping @Sendable (String) -> any Error
  ) {
    self.scene = scene
    self.receiver = receiver
    self.arguments = arguments
    self.error = error
  }

  /// The stream that it is called on.
  var base: TracedStream {
    guard case .stream(let stream, _) = receiver else { preconditionFailure("checked when planned") }
    return stream
  }

  /// Where its tasks run.
  var executor: PlaybackExecutor { scene.executor }

  /// Makes the stream that it is called on again, each time.
  var fresh: @Sendable () throws -> TracedStream {
    guard case .stream(_, let fresh) = receiver else { preconditionFailure("checked when planned") }
    return fresh
  }

  /// The clock for every timer: the one of the arguments, or else the scene's.
  var clock: OperatorClock { givenClock ?? OperatorClock(scene) }

  /// What the clock among its arguments says about how values appear; nil without one.
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

  /// The closure as a function of values.
  func closure(_ index: Int) -> @Sendable (Value...) throws -> Value {
    guard case .closure(let closure)? = arguments[index] else { preconditionFailure("checked when planned") }
    return { (values: Value...) in try closure.call(values) }
  }

  /// The closure as a test of values.
  func test(_ index: Int) -> @Sendable (Value...) throws -> Bool {
    guard case .closure(let closure)? = arguments[index] else { preconditionFailure("checked when planned") }
    return { (values: Value...) in
      let result = try closure.call(values)
      guard case .bool(let bool) = result else {
        throw closure.error("expected true or false, not \(result.kindName)")
      }
      return bool
    }
  }

  /// The closure as a function from an element to a stream that came from it.
  func inner(_ index: Int) -> @Sendable (Traced) throws -> TracedStream {
    guard case .inner(let make)? = arguments[index] else { preconditionFailure("checked when planned") }
    return make
  }
}
