extension Operator {
  /// `sample(by:)`: the newest value at each signal.
  static let sample = method(
    "sample", .timing, .marbled,
    "Emits the newest value when another stream emits, if there is a new value.",
    use:
      "Use it for the newest value at each signal. `throttle` has its own interval; `withLatestFrom` keeps both values.",
    inSwift:
      "Swift has no such operator: a task keeps the newest value of one stream, and the loop over the other uses it.",
    sample: Sample("a.sample(by: b)", a: "12-3-4-|", b: "---x--x|"),
    forms: [
      Form(
        "sample(by: AsyncSequence)", [Parameter("by", .stream)],
        semantics: OperatorSemantics(
          receiver: .init(demand: .ahead(1), holding: .newest), streams: .init(.signal, demand: .ahead(1)),
          trigger: .signal, atEnd: .drops, drops: [.replaced, .idle])
      ) { call in
        call.base.sampled(by: try call.stream(0), call.notes)
      }
    ])
}
