internal import AsyncAlgorithms

extension Operator {
  /// `chain`, of AsyncAlgorithms: one stream after another.
  static let chain = function(
    "chain", .combining, .asyncAlgorithms,
    "Emits all values of the first stream, then all values of the second stream.",
    use: "Use it for one stream after another. With streams that emit at the same time, use `merge`.",
    inSwift: "AsyncAlgorithms takes two or three streams: `chain(chain(a, b), c)` is for more.",
    sample: Sample("chain(a, b)", a: "1-2-|", b: "-x-y-z|"),
    forms: [
      Form(
        "chain(_ s1, _ s2, …)", [Parameter(nil, .streams(2...64))],
        semantics: OperatorSemantics(streams: .init(reading: .inTurn))
      ) { call in
        try call.streams(0).folded(
          pair: { TracedStream(AsyncAlgorithms.chain($0, $1)) },
          triple: { TracedStream(AsyncAlgorithms.chain($0, $1, $2)) },
          next: { TracedStream(AsyncAlgorithms.chain($0, $1)) })
      }
    ])
}
