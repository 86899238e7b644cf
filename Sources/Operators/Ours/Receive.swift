extension Operator {
  /// `receive(on:)`: delivers values on a clock.
  static let receive = method(
    "receive", .timing, .marbled, rx: "observeOn",
    "The same values, delivered on a clock: late as it is, and with its animation.",
    sample: Sample("a.receive(on: clock.jittered(by: .seconds(2), seed: 7))"),
    forms: [
      Form("receive(on: Clock)", [Parameter("on", .clock)]) { call in
        call.base.delayed(by: .zero, clock: call.clock, on: call.executor)
      }
    ])
}
