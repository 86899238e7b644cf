internal import AsyncAlgorithms

/// An event of a stream as a value, for operators that observe several streams or their ends.
enum TracedSignal: Sendable {
  case value(Traced, stream: Int)
  case finish(stream: Int)
  case failure(any Error, stream: Int)

  /// The index of the stream.
  var stream: Int {
    switch self {
    case .value(_, let stream), .finish(let stream), .failure(_, let stream): stream
    }
  }
}

/// The events of a stream as values, including its end; it never fails.
struct Materialized: AsyncSequence, Sendable {
  typealias Element = TracedSignal

  let base: TracedStream
  let stream: Int

  struct Iterator: AsyncIteratorProtocol {
    var base: TracedStream.Iterator
    let stream: Int
    var isOver = false

    mutating func next() async -> TracedSignal? {
      guard !isOver else { return nil }
      do {
        if let element = try await base.next() { return .value(element, stream: stream) }
        isOver = true
        // A cancelled stream has not finished.
        return Task.isCancelled ? nil : .finish(stream: stream)
      } catch {
        isOver = true
        return .failure(error, stream: stream)
      }
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator(base: base.makeAsyncIterator(), stream: stream) }
}

extension TracedStream {
  /// The events of this stream as values.
  func signals(as stream: Int = 0) -> Materialized { Materialized(base: self, stream: stream) }

  /// The output of a function over the signals of this stream (0) and another (1), in order of arrival.
  ///
  /// - Parameter respond: handles each signal; returns what to emit and whether to finish.
  func watching<State: Sendable>(
    _ other: TracedStream, _ initial: State,
    _ respond: @escaping @Sendable (TracedSignal, inout State) throws -> (emit: Traced?, isOver: Bool)
  ) -> TracedStream {
    let both = merge(signals(as: 0), other.signals(as: 1))
    return TracedStream(generating: {
      var signals = both.makeAsyncIterator()
      var state = initial
      var isOver = false
      return {
        while !isOver, let signal = await signals.next() {
          let response = try respond(signal, &state)
          isOver = response.isOver
          if let element = response.emit { return element }
        }
        return nil
      }
    })
  }
}
