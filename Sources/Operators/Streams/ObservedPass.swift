/// Observes iterations of streams.
///
/// Its methods are called on the thread that drives the streams, at the instants of the events, and must not block.
public protocol PassObserver: Sendable {
  /// The reader of an iteration asks for a value.
  func ask(_ pass: Int)

  /// The stream answers with a value.
  ///
  /// - Returns: the element to pass on: the same value and sources, with the `from` that the observer assigns.
  func emit(_ element: Traced, from pass: Int) -> Traced

  /// The stream has ended, or is not asked again.
  func end(_ pass: Int, _ end: InnerEnd)
}

/// How an iteration of an observed stream ended.
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
  ///
  /// - Parameter begin: reports the start of an iteration, and returns its number; nil when nothing else of it is reported.
  func observed(by observer: any PassObserver, _ begin: @escaping @Sendable () -> Int?) -> TracedStream {
    TracedStream(generating: {
      let number = begin()
      var iterator = makeAsyncIterator()
      guard let number else { return { try await iterator.next() } }
      let pass = ObservedPass(observer: observer, number: number)
      return {
        observer.ask(number)
        do {
          if let element = try await iterator.next() { return observer.emit(element, from: number) }
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

/// One iteration; a class, so that `deinit` detects that its iterator was dropped.
private final class ObservedPass {
  private let observer: any PassObserver
  private let number: Int
  private var isOver = false

  init(observer: any PassObserver, number: Int) { (self.observer, self.number) = (observer, number) }

  deinit { end(.cancelled) }

  func end(_ end: InnerEnd) {
    guard !isOver else { return }
    isOver = true
    observer.end(number, end)
  }
}
