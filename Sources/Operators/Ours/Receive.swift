extension Operator {
  /// `receive(on:)`: delivers values on a clock.
  static let receive = method(
    "receive", .timing, .marbled, rx: "observeOn",
    "Delivers values on a clock, with its lateness and its animation.",
    sample: Sample("a.receive(on: clock.jittered(by: .seconds(2), seed: 7))"),
    forms: [
      Form("receive(on: Clock)", [Parameter("on", .clock)]) { call in
        call.base.delayed(by: .zero, clock: call.clock, on: call.executor)
      }
    ])
}
