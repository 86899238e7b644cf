internal import AsyncAlgorithms
package import Marbles

extension TracedStream {
  /// `values`, one after another without waiting, then the end.
  package init(values: [Value]) { self.init(values.map { Traced(made: $0) }.async) }
}
