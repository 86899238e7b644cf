internal import Marbles

/// Observes the streams that closures create, as those of `flatMap` do.
public protocol InnerStreamObserver: PassObserver {
  /// A stream created for `element` starts. Its elements are traced to `element` already.
  ///
  /// - Parameter depth: the number of enclosing inner streams.
  /// - Returns: an id for the stream in later calls; nil for none.
  func begin(_ element: Traced, depth: Int) -> Int?
}

extension InnerStreamObserver {
  /// Requests of inner streams say nothing that their events do not.
  public func ask(_ stream: Int) {}
}

extension TracedStream {
  /// The same elements at the same times, with each iteration reported to `observer`.
  package func observed(by observer: any InnerStreamObserver, madeOf element: Traced, depth: Int) -> TracedStream {
    observed(by: observer) { observer.begin(element, depth: depth) }
  }
}
