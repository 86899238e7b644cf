internal import AsyncAlgorithms
internal import Marbles

extension Operator {
  /// `zip`, of AsyncAlgorithms: the n-th values of all inputs, as one tuple.
  static let zip = Operator(
    name: "zip", category: .combining,
    signature: "zip<each Base: AsyncSequence>(_ bases: repeat each Base)",
    summary: "Pairs the n-th value of each input; each waits for its partners, and the first input to finish ends it.",
    rxName: "zip", sample: "zip(ints, strings)", arity: 2...64
  ) { inputs, _ in
    inputs.folded(
      pair: { TracedStream(AsyncAlgorithms.zip($0, $1).map { Traced.tuple($0, $1, color: .blue) }) },
      triple: { TracedStream(AsyncAlgorithms.zip($0, $1, $2).map { Traced.tuple($0, $1, $2, color: .blue) }) },
      next: { TracedStream(AsyncAlgorithms.zip($0, $1).map { $0.appending($1) }) })
  }
}
