extension Operator {
  /// `withLatestFrom`: pairs each value with another stream's newest value.
  static let withLatestFrom = method(
    "withLatestFrom", .combining, .marbled,
    "Pairs each value with the newest value of another stream. Drops values until the other stream has emitted a value.",
    use: "Use it when one stream decides when, and another has the value. `combineLatest` emits at values of both.",
    inSwift: "Swift has no such operator: a task keeps the newest value of the other stream, and the loop reads it.",
    sample: Sample("a.withLatestFrom(b)", a: "-1-2-3|", b: "x--y--|"),
    forms: [
      Form(
        "withLatestFrom(_ other: AsyncSequence)", [Parameter(nil, .stream)],
        semantics: OperatorSemantics(
          receiver: .init(demand: .ahead(1)),
          streams: .init(demand: .ahead(1), holding: .latest, uses: .whileNewest), result: .joined, trigger: .partners,
          atEnd: .keeps, drops: [.unopened, .replaced])
      ) { call in
        call.base.withLatest(from: try call.stream(0), call.notes)
      }
    ])
}
