extension Operator {
  /// `delay(for:)`: delays values and the end.
  static let delay = method(
    "delay", .timing, .marbled,
    "Delays all values and the end.",
    use: "Use it to emit every value later, with the same gaps. `debounce` waits for a pause, and drops values.",
    inSwift: "Swift has no such operator: a task for each value sleeps, and yields it into an `AsyncStream`.",
    sample: Sample("a.delay(for: .seconds(1.5))"),
    forms: [
      Form(
        "delay(for: Duration, clock: Clock = .continuous)", [Parameter("for", .duration), .clock], semantics: .delaying
      ) { call in
        call.delayed(by: call.duration(0))
      }
    ])
}
