internal import AsyncAlgorithms
internal import Marbles

/// The channel or the stream that the values of an input row go through, as the indices of its events.
enum Conduit: Sendable {
  case channel(AsyncChannel<Int>)
  case throwingChannel(AsyncThrowingChannel<Int, any Error>)
  case stream(AsyncStream<Int>, AsyncStream<Int>.Continuation)
  case throwingStream(AsyncThrowingStream<Int, any Error>, AsyncThrowingStream<Int, any Error>.Continuation)

  /// What a call to send a value did.
  enum Outcome {
    /// The value waits, or an iterator has it.
    case accepted
    /// The buffer lost the value with this index.
    case lost(Int)
    /// The stream was over.
    case over
  }

  /// Creates what an input needs: one that can fail when its timeline does; nil for an input that is replayed for each reader.
  init?(of input: Scene.Input) {
    switch (input.start, input.canFail) {
    case (.hot, _), (.cold, _), (.unbuffered, _): return nil
    case (.channel, false): self = .channel(AsyncChannel())
    case (.channel, true): self = .throwingChannel(AsyncThrowingChannel())
    case (.stream(let buffer), false):
      let policy: AsyncStream<Int>.Continuation.BufferingPolicy =
        switch buffer {
        case .unbounded: .unbounded
        case .newest(let count): .bufferingNewest(count)
        case .oldest(let count): .bufferingOldest(count)
        }
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: policy)
      self = .stream(stream, continuation)
    case (.stream(let buffer), true):
      let policy: AsyncThrowingStream<Int, any Error>.Continuation.BufferingPolicy =
        switch buffer {
        case .unbounded: .unbounded
        case .newest(let count): .bufferingNewest(count)
        case .oldest(let count): .bufferingOldest(count)
        }
      let (stream, continuation) = AsyncThrowingStream.makeStream(of: Int.self, bufferingPolicy: policy)
      self = .throwingStream(stream, continuation)
    }
  }

  /// Whether a second waiting iterator would stop the process.
  var allowsOneWaiting: Bool { if case .throwingStream = self { true } else { false } }

  /// Whether a cancelled request ends it for all.
  var endsWhenCancelled: Bool {
    switch self {
    case .channel, .throwingChannel: false
    case .stream, .throwingStream: true
    }
  }

  /// Sends a value; returns when a channel has handed it over, or its task is cancelled.
  func send(_ index: Int) async -> Outcome {
    switch self {
    case .channel(let channel): await channel.send(index)
    case .throwingChannel(let channel): await channel.send(index)
    case .stream(_, let continuation):
      switch continuation.yield(index) {
      case .dropped(let index): return .lost(index)
      case .terminated: return .over
      default: break
      }
    case .throwingStream(_, let continuation):
      switch continuation.yield(index) {
      case .dropped(let index): return .lost(index)
      case .terminated: return .over
      default: break
      }
    }
    return .accepted
  }

  /// Ends it, unless it has ended.
  func finish() {
    switch self {
    case .channel(let channel): channel.finish()
    case .throwingChannel(let channel): channel.finish()
    case .stream(_, let continuation): continuation.finish()
    case .throwingStream(_, let continuation): continuation.finish()
    }
  }

  /// Ends it with an error for the iterators that wait, or for the first that asks.
  func fail(_ error: any Error) {
    switch self {
    case .channel(let channel): channel.finish()
    case .throwingChannel(let channel): channel.fail(error)
    case .stream(_, let continuation): continuation.finish()
    case .throwingStream(_, let continuation): continuation.finish(throwing: error)
    }
  }

  /// An iterator, as its `next`.
  func makeNext() -> () async throws -> Int? {
    switch self {
    case .channel(let channel):
      var iterator = channel.makeAsyncIterator()
      return { await iterator.next() }
    case .throwingChannel(let channel):
      var iterator = channel.makeAsyncIterator()
      return { try await iterator.next() }
    case .stream(let stream, _):
      var iterator = stream.makeAsyncIterator()
      return { await iterator.next() }
    case .throwingStream(let stream, _):
      var iterator = stream.makeAsyncIterator()
      return { try await iterator.next() }
    }
  }
}

extension Scene.Input {
  /// Whether its timeline ends with an error.
  var canFail: Bool { if case .error(_, _) = timeline.end { true } else { false } }
}
