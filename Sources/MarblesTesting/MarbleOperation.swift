internal import Playback

/// Makes the stream of a test, and iterates it.
///
/// A protocol, because a closure that runs on the executor may not name the type of a stream, which need not be
/// `Sendable`: only this operation knows it.
protocol MarbleIterating<Element, Output>: Sendable {
  associatedtype Element: Sendable
  associatedtype Output

  /// Makes the stream, and begins to iterate it.
  ///
  /// - Returns: the `next` of its iterator, to be called in the same task.
  func begin(_ inputs: [MarbleInput<Element>], _ clock: PlaybackClock) async throws -> () async throws -> Output?
}

/// The operation of a test, by its number of inputs.
enum MarbleOperation<Element: Sendable, Stream: AsyncSequence>: MarbleIterating {
  typealias Input = MarbleInput<Element>

  case one(@Sendable (Input, PlaybackClock) async throws -> Stream)
  case two(@Sendable (Input, Input, PlaybackClock) async throws -> Stream)
  case three(@Sendable (Input, Input, Input, PlaybackClock) async throws -> Stream)
  case any(@Sendable ([Input], PlaybackClock) async throws -> Stream)

  func begin(_ inputs: [Input], _ clock: PlaybackClock) async throws -> () async throws -> Stream.Element? {
    let stream =
      switch self {
      case .one(let make): try await make(inputs[0], clock)
      case .two(let make): try await make(inputs[0], inputs[1], clock)
      case .three(let make): try await make(inputs[0], inputs[1], inputs[2], clock)
      case .any(let make): try await make(inputs, clock)
      }
    var iterator = stream.makeAsyncIterator()
    return { try await iterator.next() }
  }
}
