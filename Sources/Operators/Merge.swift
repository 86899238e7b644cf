internal import AsyncAlgorithms

extension Operator {
  /// `merge`, of AsyncAlgorithms: every value of every input, as it arrives.
  static let merge = Operator(
    name: "merge", category: .combining,
    signature: "merge<each Base: AsyncSequence>(_ bases: repeat each Base)",
    summary: "Every value of every input, in the order in which they arrive; finishes when all have finished.",
    rxName: "merge", sample: "merge(ints, strings)", arity: 2...64
  ) { inputs, _ in
    inputs.folded(
      pair: { TracedStream(AsyncAlgorithms.merge($0, $1)) },
      triple: { TracedStream(AsyncAlgorithms.merge($0, $1, $2)) },
      next: { TracedStream(AsyncAlgorithms.merge($0, $1)) })
  }
}
