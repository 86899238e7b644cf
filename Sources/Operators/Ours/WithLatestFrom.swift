extension Operator {
  /// `withLatestFrom`: pairs each value with another stream's newest value.
  static let withLatestFrom = method(
    "withLatestFrom", .combining, .marbled, rx: "withLatestFrom",
    "Pairs each value with the newest value of another stream. Drops values until the other stream has emitted a value.",
    sample: Sample("a.withLatestFrom(b)", a: "-1-2-3|", b: "x--y--|"),
    forms: [
      Form("withLatestFrom(_ other: AsyncSequence)", [Parameter(nil, .stream)]) { call in
        call.base.withLatest(from: try call.stream(0), call.notes)
      }
    ])
}
