internal import Marbles

/// Who hears of the streams that closures make of values, as those of `flatMap` do.
///
/// Called on the thread that drives the streams, at the instants at which things happen; nothing waits for it.
public protocol InnerObserver: Sendable {
  /// A stream that was made of `element` is asked for the first time.
  ///
  /// - Parameter depth: how many such streams it is inside of.
  /// - Returns: the number by which the stream is called from here on.
  func begin(_ element: Traced, depth: Int) -> Int

  /// The stream emits `element`, which has been traced back to what the stream was made of.
  ///
  /// - Returns: what goes on in its place: the same value and sources, with whatever `from` the observer knows it by.
  func emit(_ element: Traced, from stream: Int) -> Traced

  /// The stream is over.
  func end(_ stream: Int, _ end: InnerEnd)
}

/// How a stream that a closure made is over.
public enum InnerEnd: Sendable {
  /// By itself.
  case finish
  /// With an error.
  case failure(any Error)
  /// Nobody hears it any more.
  case cancelled
}

extension TracedStream {
  /// The same elements at the same times, with each pass over them reported to `observer`.
  package func observed(by observer: any InnerObserver, madeOf element: Traced, depth: Int) -> TracedStream {
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

/// One pass over a stream that is observed; a class, as one that is let go before its end has been cancelled.
private final class ObservedPass {
  private let observer: any InnerObserver
  private let stream: Int
  private var isOver = false

  init(observer: any InnerObserver, stream: Int) {
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
