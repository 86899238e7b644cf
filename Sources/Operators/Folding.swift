internal import Marbles

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

extension Traced {
  /// Several values as one tuple, which came from all of them.
  static func tuple(_ first: Traced, _ rest: Traced..., color: MarbleColor) -> Traced {
    var tuple = first
    tuple.value = .tuple([first.value])
    tuple.color = color
    return rest.reduce(tuple) { $0.appending($1) }
  }

  /// A tuple of one element more; nested operators so give one flat tuple.
  func appending(_ other: Traced) -> Traced {
    guard case .tuple(let elements) = value else { preconditionFailure("only a tuple can be appended to") }
    return joined(with: other, value: .tuple(elements + [other.value]), color: color)
  }
}
