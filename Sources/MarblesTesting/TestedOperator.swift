internal import Playback

/// Makes the stream of a test, and iterates it.
///
/// A protocol, because a closure that runs on the executor may not name the type of a stream, which need not be
/// `Sendable`: only an operation knows it.
protocol TestedOperator<Output>: Sendable {
  associatedtype Output

  /// Makes the stream, and begins to iterate it.
  ///
  /// - Returns: the `next` of its iterator, to be called in the same task.
  func begin(_ run: TestContext) async throws -> () async throws -> Output?
}

extension TestedOperator {
  fileprivate func iterate<Stream: AsyncSequence>(_ stream: Stream) -> () async throws -> Stream.Element? {
    var iterator = stream.makeAsyncIterator()
    return { try await iterator.next() }
  }
}

/// An operation on one input.
struct OneInput<Element: Sendable, Stream: AsyncSequence>: TestedOperator {
  let source: MarbleSource<Element>
  let make: @Sendable (MarbleInput<Element>, PlaybackClock) async throws -> Stream

  func begin(_ run: TestContext) async throws -> () async throws -> Stream.Element? {
    iterate(try await make(run.replay(source), run.clock))
  }
}

/// An operation on two inputs.
struct TwoInputs<First: Sendable, Second: Sendable, Stream: AsyncSequence>: TestedOperator {
  let sources: (MarbleSource<First>, MarbleSource<Second>)
  let make: @Sendable (MarbleInput<First>, MarbleInput<Second>, PlaybackClock) async throws -> Stream

  func begin(_ run: TestContext) async throws -> () async throws -> Stream.Element? {
    iterate(try await make(run.replay(sources.0), run.replay(sources.1), run.clock))
  }
}

/// An operation on three inputs.
struct ThreeInputs<First: Sendable, Second: Sendable, Third: Sendable, Stream: AsyncSequence>: TestedOperator {
  let sources: (MarbleSource<First>, MarbleSource<Second>, MarbleSource<Third>)
  let make:
    @Sendable (MarbleInput<First>, MarbleInput<Second>, MarbleInput<Third>, PlaybackClock) async throws -> Stream

  func begin(_ run: TestContext) async throws -> () async throws -> Stream.Element? {
    iterate(try await make(run.replay(sources.0), run.replay(sources.1), run.replay(sources.2), run.clock))
  }
}

/// An operation on any number of inputs of one type.
struct AnyInputs<Element: Sendable, Stream: AsyncSequence>: TestedOperator {
  let sources: [MarbleSource<Element>]
  let make: @Sendable ([MarbleInput<Element>], PlaybackClock) async throws -> Stream

  func begin(_ run: TestContext) async throws -> () async throws -> Stream.Element? {
    iterate(try await make(sources.map { run.replay($0) }, run.clock))
  }
}
