internal import AsyncAlgorithms
internal import Marbles

extension Operator {
  /// `combineLatest`, of AsyncAlgorithms: the newest values of all inputs, whenever one of them changes.
  static let combineLatest = Operator(
    name: "combineLatest", category: .combining,
    signature: "combineLatest<each Base: AsyncSequence>(_ bases: repeat each Base)",
    summary: "The newest value of each input whenever one changes, once all have one; finishes when all have finished.",
    rxName: "combineLatest", sample: "combineLatest(ints, strings)", arity: 2...64
  ) { inputs, _ in
    inputs.folded(
      pair: { TracedStream(AsyncAlgorithms.combineLatest($0, $1).map { Traced.tuple($0, $1, color: .purple) }) },
      triple: {
        TracedStream(AsyncAlgorithms.combineLatest($0, $1, $2).map { Traced.tuple($0, $1, $2, color: .purple) })
      },
      next: { TracedStream(AsyncAlgorithms.combineLatest($0, $1).map { $0.appending($1) }) })
  }
}
