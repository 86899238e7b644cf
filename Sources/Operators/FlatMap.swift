extension Operator {
  /// `flatMap`, of the standard library: a stream for each value, in sequence.
  static let flatMap = method(
    "flatMap", .transforming, .standardLibrary,
    "Maps each value to a stream. The next stream starts when the previous one has finished.",
    use: "Use it when each value starts a stream, and all of them must finish, one after the other. To drop the earlier"
      + " stream when a new value arrives, use `flatMapLatest`.",
    sample: Sample("a.flatMap { _ in \"x-y|\" }", a: "1-2---|"),
    forms: [
      Form(
        "flatMap(_ transform: (Element) -> AsyncSequence)", [Parameter(nil, .inner)],
        semantics: OperatorSemantics(result: .new, inner: .inTurn, drops: [.empty])
      ) { call in
        let (transform, notes) = (call.inner(0), call.notes)
        return TracedStream(call.base.flatMap { element in try transform(element).followed(for: element, notes) })
      }
    ])
}
