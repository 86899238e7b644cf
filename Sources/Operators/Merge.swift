internal import AsyncAlgorithms

extension Operator {
  /// `merge`, of AsyncAlgorithms: the values of all streams, as they arrive.
  static let merge = function(
    "merge", .combining, .asyncAlgorithms,
    "Emits each value of each stream when it arrives.",
    use: "Use it to handle several streams as one, in order of arrival. `chain` waits for the end of each; `zip` makes"
      + " pairs.",
    inSwift: "AsyncAlgorithms takes two or three streams: `merge(merge(a, b), c)` is for more.",
    sample: Sample("merge(a, b)", a: "1-2---3|", b: "-x--y--|"),
    forms: [
      Form(
        "merge(_ base1, _ base2, …)", [Parameter(nil, .streams(2...64))],
        semantics: OperatorSemantics(streams: .init(demand: .ahead(1)))
      ) { call in
        try call.streams(0).folded(
          pair: { TracedStream(AsyncAlgorithms.merge($0, $1)) },
          triple: { TracedStream(AsyncAlgorithms.merge($0, $1, $2)) },
          next: { TracedStream(AsyncAlgorithms.merge($0, $1)) })
      }
    ])
}
