internal import AsyncAlgorithms
internal import Marbles

extension Operator {
  /// `chunked`, of AsyncAlgorithms: gathers values into arrays.
  static let chunked = method(
    "chunked", .transforming, .asyncAlgorithms,
    "Collects values into arrays: while neighbours satisfy a condition, while a key is equal, or until a signal.",
    use: "Use it for batches that depend on the values, a signal or time. `chunks` makes batches of a fixed size.",
    sample: Sample("a.chunked(by: { $0 <= $1 })", a: "1-2-1-3|"),
    forms: [
      Form(
        "chunked(by: (Element, Element) -> Bool)", [Parameter("by", .closure(2))],
        semantics: .gathering(until: .neighbor)
      ) { call in
        let (test, failures) = (call.test(0), FailureBox())
        return call.gathering(call.base) { base in
          let chunks = base.chunked { left, right in
            failures.attempt(else: false) { try test(left.value, right.value) }
          }
          return TracedStream(chunks.map { Traced.array($0) }, failing: failures)
        }
      },
      Form(
        "chunked(on: (Element) -> Subject)", [Parameter("on", .closure(1))], semantics: .gathering(until: .neighbor)
      ) { call in
        let (project, failures) = (call.closure(0), FailureBox())
        return call.gathering(call.base) { base in
          let chunks = base.chunked { element in failures.attempt(else: Value.null) { try project(element.value) } }
          return TracedStream(
            chunks.map { subject, elements in
              let array = Traced.array(elements)
              return array.with(.tuple([subject, array.value]))
            }, failing: failures)
        }
      },
      Form(
        "chunked(by: .repeating(every: Duration, clock: Clock = .continuous))", [Parameter("by", .repeating)],
        semantics: .gathering(until: .timer, demand: .ahead(1))
      ) { call in
        let timer = AsyncTimerSequence.repeating(every: call.duration(0), clock: call.clock)
        return call.gathering(call.base) { base in TracedStream(base.chunked(by: timer).map { Traced.array($0) }) }
      },
      Form(
        "chunked(by: AsyncSequence)", [Parameter("by", .stream)],
        semantics: .gathering(until: .signal, demand: .ahead(1), hasSignal: true)
      ) { call in
        call.signalled(by: try call.stream(0)) { base, signal in
          call.gathering(base) { base in TracedStream(base.chunked(by: signal).map { Traced.array($0) }) }
        }
      },
    ])
}
