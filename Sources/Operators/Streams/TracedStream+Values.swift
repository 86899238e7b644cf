package import Marbles
package import Playback

extension TracedStream {
  /// Emits `values` without waiting, then finishes; ends early when `cancellation` is set.
  package init(values: [Value], until cancellation: Cancellation) {
    self.init(TracedElements(values.map { Traced(made: $0) }, until: cancellation))
  }
}

/// An array as a sequence that never suspends: it reads the flag that stops a run at each element, because nothing else would.
struct TracedElements: AsyncSequence, Sendable {
  typealias Element = Traced

  private let elements: [Traced]
  private let cancellation: Cancellation

  init(_ elements: [Traced], until cancellation: Cancellation) {
    (self.elements, self.cancellation) = (elements, cancellation)
  }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate let elements: [Traced]
    fileprivate let cancellation: Cancellation
    private var index = 0

    fileprivate init(_ elements: [Traced], until cancellation: Cancellation) {
      (self.elements, self.cancellation) = (elements, cancellation)
    }

    /// The next element; nil at the end, and when the task or the run is cancelled.
    mutating func next() async -> Traced? {
      guard index < elements.count, !cancellation.isSet, !Task.isCancelled else {
        index = .max
        return nil
      }
      defer { index += 1 }
      return elements[index]
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator(elements, until: cancellation) }
}
