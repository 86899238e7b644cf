internal import AsyncAlgorithms

extension Operator {
  /// `flatMapLatest`, of AsyncAlgorithms: a stream for each value, cancelled by the next value.
  static let flatMapLatest = method(
    "flatMapLatest", .transforming, .asyncAlgorithms,
    "Maps each value to a stream. A new value cancels the stream of the previous value.",
    use: "Use it when only the newest stream matters, as for search results. `flatMap` finishes every stream.",
    sample: Sample("a.flatMapLatest { _ in \"x-y-z|\" }", a: "1--2----|"),
    forms: [
      Form(
        "flatMapLatest(_ transform: (Element) -> AsyncSequence)", [Parameter(nil, .inner)],
        semantics: OperatorSemantics(
          receiver: .init(demand: .ahead(1)), result: .new, inner: .latest, drops: [.cancelled, .empty])
      ) { call in
        let (base, transform, notes, executor) = (call.base, call.inner(0), call.notes, call.executor)
        return TracedStream(generating: {
          let current = CurrentElement()
          let latest = base.flatMapLatest { element in
            let number = current.replace(with: element, notes)
            do {
              return try transform(element).followed(for: element, notes) { current.end(number) }
            } catch { return TracedStream(failing: error) }
          }
          var iterator = latest.endingTasks(on: executor).makeAsyncIterator()
          return { try await iterator.next() }
        })
      }
    ])
}
