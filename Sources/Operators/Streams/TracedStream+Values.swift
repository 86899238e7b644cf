internal import AsyncAlgorithms
package import Marbles

extension TracedStream {
  /// Emits `values` without waiting, then finishes.
  package init(values: [Value]) { self.init(values.map { Traced(made: $0) }.async) }
}
