package import Marbles
package import Playback

extension TracedStream {
  /// Emits `values` without waiting, then finishes; ends early when the run on `executor` is over.
  package init(values: [Value], on executor: PlaybackExecutor) {
    self.init(TracedElements(values.map { Traced(made: $0) }, on: executor))
  }
}

/// An array as a sequence that never suspends: it looks at each element whether the run is over, because nothing else would.
struct TracedElements: AsyncSequence, Sendable {
  typealias Element = Traced

  private let elements: [Traced]
  private let executor: PlaybackExecutor

  init(_ elements: [Traced], on executor: PlaybackExecutor) { (self.elements, self.executor) = (elements, executor) }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate let elements: [Traced]
    fileprivate let executor: PlaybackExecutor
    private var index = 0

    fileprivate init(_ elements: [Traced], on executor: PlaybackExecutor) {
      (self.elements, self.executor) = (elements, executor)
    }

    /// The next element; nil at the end, and when the task or the run is cancelled.
    mutating func next() async -> Traced? {
      guard index < elements.count, !executor.isCancelled, !Task.isCancelled else {
        index = .max
        return nil
      }
      defer { index += 1 }
      return elements[index]
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator(elements, on: executor) }
}
