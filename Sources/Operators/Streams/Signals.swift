internal import AsyncAlgorithms

/// What a stream does, as a value: for operators that watch several streams, or their ends.
enum Signal: Sendable {
  case value(Traced, stream: Int)
  case finish(stream: Int)
  case failure(any Error, stream: Int)

  /// Which of several streams.
  var stream: Int {
    switch self {
    case .value(_, let stream), .finish(let stream), .failure(_, let stream): stream
    }
  }
}

/// What a stream does, its end included; never fails itself.
struct Signals: AsyncSequence, Sendable {
  typealias Element = Signal

  let base: TracedStream
  let stream: Int

  struct Iterator: AsyncIteratorProtocol {
    var base: TracedStream.Iterator
    let stream: Int
    var isOver = false

    mutating func next() async -> Signal? {
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
  /// What it does, as values.
  func signals(as stream: Int = 0) -> Signals { Signals(base: self, stream: stream) }

  /// What a function makes of the signals of this stream (0) and of another (1), as they come.
  ///
  /// - Parameter respond: given each signal; says what to emit, and whether that is all.
  func watching<State: Sendable>(
    _ other: TracedStream, _ initial: State,
    _ respond: @escaping @Sendable (Signal, inout State) throws -> (emit: Traced?, isOver: Bool)
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
