extension Operator {
  /// `retry(_:)`: restarts a stream that has failed.
  static let retry = method(
    "retry", .failing, .marbled,
    "Restarts the stream when it fails, at most the given number of times.",
    use: """
      Use it to start a failed stream again, a limited number of times. An input row must be cold to start from its \
      beginning; otherwise the values that it has buffered are repeated at once. `catchError` continues with another stream.
      """,
    sample: Sample("a.flatMap { _ in \"x^\" }.retry(2)", a: "1|"),
    forms: [
      Form(
        "retry(_ count: Int)", [Parameter(nil, .count(atLeast: 0))],
        semantics: OperatorSemantics(receiver: .init(reading: .again))
      ) { call in
        TracedStream.retrying(call.fresh, count: call.count(0), clock: call.scene, call.notes)
      }
    ])
}
