internal import AsyncAlgorithms

extension Operator {
  /// `adjacentPairs`, of AsyncAlgorithms: each value with its predecessor.
  static let adjacentPairs = method(
    "adjacentPairs", .transforming, .asyncAlgorithms,
    "Pairs each value with the previous value.",
    use:
      "Use it to compare each value with the one before, as for a difference. `reductions` carries more than one value.",
    sample: Sample("a.adjacentPairs()"),
    forms: [
      Form(
        "adjacentPairs()",
        semantics: OperatorSemantics(
          receiver: .init(holding: .previous, uses: .two), result: .joined, trigger: .neighbor, atEnd: .keeps)
      ) { call in
        TracedStream(call.base.adjacentPairs().map { Traced.tuple($0, $1) })
      }
    ])
}
