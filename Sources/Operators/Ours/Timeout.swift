extension Operator {
  /// `timeout(after:)`: fails when no value arrives in time.
  static let timeout = method(
    "timeout", .timing, .marbled,
    "Fails when the next value takes longer than the given time.",
    use: "Use it to fail when no value arrives in time. `retry` or `catchError` handles the error.",
    inSwift:
      "Swift has no such operator: a task that sleeps cancels the task that reads, unless a value cancels it first.",
    sample: Sample("a.timeout(after: .seconds(2.5))", a: "1-2----3|"),
    forms: [
      Form(
        "timeout(after: Duration, clock: Clock = .continuous)", [Parameter("after", .duration), .clock],
        semantics: OperatorSemantics(mayFinishEarly: true, limitsTime: true)
      ) { call in
        call.base.failing(after: call.duration(0), clock: call.clock, scene: call.scene, call.notes)
      }
    ])
}
