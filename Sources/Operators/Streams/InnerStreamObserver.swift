internal import Marbles

/// Observes the streams that closures create, as those of `flatMap` do.
///
/// Its methods are called on the thread that drives the streams, at the instants of the events, and must not block.
public protocol InnerStreamObserver: Sendable {
  /// A stream created for `element` is asked for its first element.
  ///
  /// - Parameter depth: the number of enclosing inner streams.
  /// - Returns: an id for the stream in later calls.
  func begin(_ element: Traced, depth: Int) -> Int

  /// The stream emits `element`, already traced to the value that the stream was created for.
  ///
  /// - Returns: the element to pass on: the same value and sources, with the `from` that the observer assigns.
  func emit(_ element: Traced, from stream: Int) -> Traced

  /// The stream has ended.
  func end(_ stream: Int, _ end: InnerEnd)
}

/// How an inner stream ended.
public enum InnerEnd: Sendable {
  /// It finished.
  case finish
  /// It failed.
  case failure(any Error)
  /// Its iterator was dropped or cancelled.
  case cancelled
}

extension TracedStream {
  /// The same elements at the same times, with each iteration reported to `observer`.
  package func observed(by observer: any InnerStreamObserver, madeOf element: Traced, depth: Int) -> TracedStream {
    TracedStream(generating: {
      var iterator = makeAsyncIterator()
      let pass = ObservedPass(observer: observer, stream: observer.begin(element, depth: depth))
      return {
        do {
          if let element = try await iterator.next() { return pass.emit(element) }
          pass.end(Task.isCancelled ? .cancelled : .finish)
          return nil
        } catch {
          pass.end(Task.isCancelled ? .cancelled : .failure(error))
          throw error
        }
      }
    })
  }
}

/// One iteration of an observed stream; a class, so that `deinit` detects cancellation.
private final class ObservedPass {
  private let observer: any InnerStreamObserver
  private let stream: Int
  private var isOver = false

  init(observer: any InnerStreamObserver, stream: Int) {
    self.observer = observer
    self.stream = stream
  }

  deinit { end(.cancelled) }

  func emit(_ element: Traced) -> Traced { observer.emit(element, from: stream) }

  func end(_ end: InnerEnd) {
    guard !isOver else { return }
    isOver = true
    observer.end(stream, end)
  }
}
