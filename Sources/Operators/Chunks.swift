internal import AsyncAlgorithms

extension Operator {
  /// `chunks`, of AsyncAlgorithms: gathers a number of values into arrays.
  static let chunks = method(
    "chunks", .transforming, .asyncAlgorithms,
    "Collects a number of values into each array; a signal or a timer emits a shorter array.",
    use: "Use it for batches of a fixed size, with a time limit if a batch must not wait. `chunked` decides by value.",
    sample: Sample("a.chunks(ofCount: 2)", a: "1-2-3-4-5|"),
    forms: [
      Form(
        "chunks(ofCount: Int)", [Parameter("ofCount", .count(atLeast: 1))], semantics: .gathering(until: .count)
      ) { call in
        let count = call.count(0)
        return call.gathering(call.base) { base in TracedStream(base.chunks(ofCount: count).map { Traced.array($0) }) }
      },
      Form(
        "chunks(ofCount: Int, or: .repeating(every: Duration, clock: Clock = .continuous))",
        [Parameter("ofCount", .count(atLeast: 1)), Parameter("or", .repeating)],
        semantics: .gathering(until: .count, demand: .ahead(1))
      ) { call in
        let (count, timer) = (call.count(0), AsyncTimerSequence.repeating(every: call.duration(1), clock: call.clock))
        return call.gathering(call.base) { base in
          TracedStream(base.chunks(ofCount: count, or: timer).map { Traced.array($0) })
        }
      },
      Form(
        "chunks(ofCount: Int, or: AsyncSequence)",
        [Parameter("ofCount", .count(atLeast: 1)), Parameter("or", .stream)],
        semantics: .gathering(until: .count, demand: .ahead(1), hasSignal: true)
      ) { call in
        let count = call.count(0)
        return call.signalled(by: try call.stream(1)) { base, signal in
          call.gathering(base) { base in
            TracedStream(base.chunks(ofCount: count, or: signal).map { Traced.array($0) })
          }
        }
      },
    ])
}
