internal import AsyncAlgorithms
internal import Marbles

extension Operator {
  /// `zip`, of AsyncAlgorithms: the n-th values of all streams, as one tuple.
  static let zip = function(
    "zip", .combining, .asyncAlgorithms,
    "Pairs the first values, the second values, and so on. Finishes when a stream has no value left for a pair.",
    use:
      "Use it to pair values in order: the first with the first. For the current values of both, use `combineLatest`.",
    inSwift: "AsyncAlgorithms takes two or three streams: `zip(zip(a, b), c)` is for more.",
    sample: Sample("zip(a, b)", a: "1-2-3---|", b: "--x--y--z|"),
    forms: [
      Form(
        "zip(_ base1, _ base2, …)", [Parameter(nil, .streams(2...64))],
        semantics: OperatorSemantics(
          streams: .init(holding: .next), result: .joined, trigger: .partners, atEnd: .drops, mayFinishEarly: true)
      ) { call in
        try call.streams(0).countingArrivals().folded(
          pair: { TracedStream(AsyncAlgorithms.zip($0, $1).map { Traced.tuple($0, $1, color: .blue) }) },
          triple: { TracedStream(AsyncAlgorithms.zip($0, $1, $2).map { Traced.tuple($0, $1, $2, color: .blue) }) },
          next: { TracedStream(AsyncAlgorithms.zip($0, $1).map { $0.appending($1) }) })
      }
    ])
}
