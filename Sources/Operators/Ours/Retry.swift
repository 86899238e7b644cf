extension Operator {
  /// `retry(_:)` and `retry(_:delay:)`: restart a stream that has failed.
  static let retry = method(
    "retry", .failing, .marbled,
    "Restarts the stream when it fails, at most the given number of times.",
    use: """
      Use it to start a failed stream again, a limited number of times: at once, or `delay` after each failure. An input row must be cold to start from its \
      beginning; otherwise the values that it has buffered are repeated at once. `catchError` continues with another stream.
      """,
    inSwift: "Swift has no such operator: a loop makes the stream again when `for try await` throws.",
    sample: Sample("a.flatMap { _ in \"x^\" }.retry(2)", a: "1|"),
    forms: [
      Form(
        "retry(_ count: Int)", [Parameter(nil, .count(atLeast: 0))],
        semantics: OperatorSemantics(receiver: .init(reading: .again))
      ) { call in
        TracedStream.retrying(call.fresh, count: call.count(0), clock: call.scene, call.notes)
      },
      Form(
        "retry(_ count: Int, delay: Duration, clock: Clock = .continuous)",
        [Parameter(nil, .count(atLeast: 0)), Parameter("delay", .duration), .clock],
        semantics: OperatorSemantics(receiver: .init(reading: .again))
      ) { call in
        let (clock, delay) = (call.clock, call.duration(1))
        return TracedStream.retrying(
          call.fresh, count: call.count(0), clock: call.scene, call.notes, pause: { try await clock.sleep(for: delay) })
      },
    ])
}
