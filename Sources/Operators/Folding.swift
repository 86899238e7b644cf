extension [TracedStream] {
  /// Applies an operator that exists for two and for three inputs to any number: what is left over is nested.
  func folded(
    pair: (TracedStream, TracedStream) -> TracedStream,
    triple: (TracedStream, TracedStream, TracedStream) -> TracedStream,
    next: (TracedStream, TracedStream) -> TracedStream
  ) -> TracedStream {
    if count == 2 { return pair(self[0], self[1]) }
    return dropFirst(3).reduce(triple(self[0], self[1], self[2]), next)
  }
}
