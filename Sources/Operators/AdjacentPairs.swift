internal import AsyncAlgorithms

extension Operator {
  /// `adjacentPairs`, of AsyncAlgorithms: each value with its predecessor.
  static let adjacentPairs = method(
    "adjacentPairs", .transforming, .asyncAlgorithms, rx: "pairwise",
    "Each value with the one before it.",
    sample: Sample("a.adjacentPairs()"),
    forms: [
      Form("adjacentPairs()") { call in
        TracedStream(call.base.adjacentPairs().map { Traced.tuple($0, $1) })
      }
    ])
}
