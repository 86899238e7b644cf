extension Operator {
  /// `receive(on:)`: delivers values on a clock.
  ///
  /// A delivery is a delay by zero, so it shares the queue of `delay`. Playback's `receive(on:)` is for sequences outside
  /// of scenes: it knows neither lineage nor the executor.
  static let receive = method(
    "receive", .timing, .marbled,
    "Delivers each value at the time that the clock gives it, with the animation of the clock.",
    use: "Use it to deliver values on another clock, as for user interfaces. `delay` makes them late.",
    inSwift:
      "In Swift, the actor of the loop decides where its body runs: `Task { @MainActor in for await x in a { … } }`.",
    sample: Sample("a.receive(on: clock.jittered(by: .seconds(2), seed: 7))"),
    forms: [
      Form("receive(on: Clock)", [Parameter("on", .clock)], semantics: .delaying) { call in
        call.delayed(by: .zero)
      }
    ])
}
