internal import Synchronization

extension [TracedStream] {
  /// The same streams with their elements numbered in order of arrival, to tell which is the newest.
  func countingArrivals() -> [TracedStream] {
    let count = ArrivalCount()
    return map { stream in
      TracedStream(generating: {
        var iterator = stream.makeAsyncIterator()
        return {
          guard var element = try await iterator.next() else { return nil }
          element.arrival = count.next()
          return element
        }
      })
    }
  }

  /// Applies an operator that exists for two and three inputs to any number of inputs, by nesting.
  func folded(
    pair: (TracedStream, TracedStream) -> TracedStream,
    triple: (TracedStream, TracedStream, TracedStream) -> TracedStream,
    next: (TracedStream, TracedStream) -> TracedStream
  ) -> TracedStream {
    if count == 2 { return pair(self[0], self[1]) }
    return dropFirst(3).reduce(triple(self[0], self[1], self[2]), next)
  }
}

/// Counts the elements that have arrived.
private final class ArrivalCount: Sendable {
  private let count = Atomic(0)

  func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).newValue }
}
