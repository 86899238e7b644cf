internal import AsyncAlgorithms

extension Operator {
  /// `flatMapLatest`, of AsyncAlgorithms: a stream for each value, cancelled by the next value.
  static let flatMapLatest = method(
    "flatMapLatest", .transforming, .asyncAlgorithms, rx: "switchMap",
    "Maps each value to a stream. A new value cancels the stream of the previous value.",
    sample: Sample("a.flatMapLatest { _ in \"x-y-z|\" }", a: "1--2----|"),
    forms: [
      Form("flatMapLatest(_ transform: (Element) -> AsyncSequence)", [Parameter(nil, .inner)]) { call in
        let transform = call.inner(0)
        return TracedStream(
          call.base.flatMapLatest { element in
            do { return try transform(element) } catch { return TracedStream(failing: error) }
          }
          .endingTasks(on: call.executor))
      }
    ])
}
