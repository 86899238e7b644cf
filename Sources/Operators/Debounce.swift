internal import AsyncAlgorithms

extension Operator {
  /// `debounce`, of AsyncAlgorithms: values that are followed by a pause.
  static let debounce = method(
    "debounce", .timing, .asyncAlgorithms,
    "Emits a value once no other has followed it for the given time.",
    use: "Use it to wait for a pause, as in search-as-you-type. For values at a steady rate while they keep coming, use"
      + " `throttle`.",
    sample: Sample("a.debounce(for: .seconds(1.5))", a: "1-23---4-|"),
    forms: [
      Form(
        "debounce(for: Duration, clock: Clock = .continuous)", [Parameter("for", .duration), .clock],
        semantics: OperatorSemantics(
          receiver: .init(demand: .ahead(1), holding: .newest), trigger: .time, atEnd: .emits,
          drops: [.replacedRestarting])
      ) { call in
        call.watched { base in
          TracedStream(base.debounce(for: call.duration(0), clock: call.clock))
        }
      }
    ])
}
