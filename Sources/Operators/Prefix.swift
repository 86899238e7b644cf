extension Operator {
  /// `prefix`, of the standard library: the first values; `prefix(until:)` is marbled's.
  static let prefix = method(
    "prefix", .filtering, .standardLibrary,
    "Keeps the first values: a number of them, while a condition is true, or until another stream emits.",
    use: "Use it to end a stream after some values, at a condition or at a signal. `first` keeps one value.",
    inSwift:
      "`prefix(until:)` is marbled's. In Swift, a task that reads the other stream cancels the task with the loop.",
    sample: Sample("a.prefix(2)"),
    forms: [
      Form(
        "prefix(_ count: Int)", [Parameter(nil, .count(atLeast: 0))],
        semantics: OperatorSemantics(mayFinishEarly: true)
      ) { call in
        TracedStream(call.base.prefix(call.count(0)))
      },
      Form(
        "prefix(while: (Element) throws -> Bool)", [Parameter("while", .closure(1))],
        semantics: OperatorSemantics(dropEndsIt: true, mayFinishEarly: true)
      ) { call in
        let test = call.test(0)
        return try call.watched { base in
          let failures = FailureBox()
          let kept = try base.prefix { element in failures.attempt(else: false) { try test(element.value) } }
          return TracedStream(kept, failing: failures)
        }
      },
      Form(
        "prefix(until: AsyncSequence)", [Parameter("until", .stream)],
        semantics: OperatorSemantics(
          receiver: .init(demand: .ahead(1)), streams: .init(.limit, demand: .ahead(1)), mayFinishEarly: true)
      ) { call in
        call.base.prefix(until: try call.stream(0), call.notes)
      },
    ])
}
