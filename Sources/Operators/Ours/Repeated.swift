extension Operator {
  /// `repeated(_:)`: restarts a stream that has finished.
  static let repeated = method(
    "repeated", .creating, .marbled,
    "Restarts the stream when it finishes: for the given number of rounds in all, or without end.",
    use: "Use it to start a stream again when it ends. `retry` starts it again after an error.",
    inSwift: "Swift has no such operator: a loop around the loop makes the stream again.",
    sample: Sample("[1, 2].async.repeated(2)"),
    forms: [
      Form(
        "repeated(_ count: Int)", [Parameter(nil, .count(atLeast: 0))],
        semantics: { OperatorSemantics(receiver: .init(reading: .again), mayFinishEarly: $0[0] == .count(0)) }
      ) { call in
        TracedStream.repeating(call.fresh, count: call.count(0), clock: call.scene)
      },
      Form(
        "repeated()", isEndless: true, semantics: OperatorSemantics(receiver: .init(reading: .again))
      ) { call in
        TracedStream.repeating(call.fresh, count: nil, clock: call.scene)
      },
    ])
}
