internal import AsyncAlgorithms
internal import Marbles

extension Operator {
  /// `combineLatest`, of AsyncAlgorithms: the newest values of all streams, whenever one of them emits.
  static let combineLatest = function(
    "combineLatest", .combining, .asyncAlgorithms,
    "Waits for a value of each stream, then emits a tuple of the newest values whenever a stream emits.",
    use: "Use it when a result depends on the current values of several streams. `zip` pairs each value only once.",
    inSwift: "AsyncAlgorithms takes two or three streams: `combineLatest(combineLatest(a, b), c)` is for more.",
    sample: Sample("combineLatest(a, b)", a: "1-2---3|", b: "-x--y--|"),
    forms: [
      Form(
        "combineLatest(_ base1, _ base2, …)", [Parameter(nil, .streams(2...64))],
        semantics: OperatorSemantics(
          streams: .init(demand: .ahead(1), holding: .latest, uses: .whileNewest), result: .joined, trigger: .partners,
          atEnd: .keeps, mayFinishEarly: true)
      ) { call in
        try call.streams(0).countingArrivals().folded(
          pair: { TracedStream(AsyncAlgorithms.combineLatest($0, $1).map { Traced.tuple($0, $1, color: .purple) }) },
          triple: {
            TracedStream(AsyncAlgorithms.combineLatest($0, $1, $2).map { Traced.tuple($0, $1, $2, color: .purple) })
          },
          next: { TracedStream(AsyncAlgorithms.combineLatest($0, $1).map { $0.appending($1) }) })
      }
    ])
}
