internal import AsyncAlgorithms
internal import Marbles

extension Operator {
  /// `windowed(every:)`: the values of each interval, also of one without values.
  static let windowed = method(
    "windowed", .transforming, .marbled,
    "Collects the values of each interval into an array, which is empty if there were none.",
    use: "Use it for counts and sums per interval, where silence counts as zero. `chunked` emits no empty arrays.",
    sample: Sample("a.windowed(every: .seconds(2))", a: "12-3-----4|"),
    forms: [
      Form(
        "windowed(every: Duration, clock: Clock = .continuous)", [Parameter("every", .duration), .clock],
        semantics: OperatorSemantics(
          receiver: .init(demand: .ahead(1), holding: .all), result: .joined, trigger: .timer, atEnd: .emits,
          makes: .constants)
      ) { call in
        let ticks = AsyncTimerSequence(interval: call.duration(0), clock: call.clock).map { _ in Traced(made: .null) }
        return call.gathering(call.base) { base in
          base.watching(TracedStream(ticks), [Traced]()) { signal, window in
            switch signal {
            case .value(let element, stream: 0):
              window.append(element)
              return (nil, false)
            case .finish(stream: 0): return (window.isEmpty ? nil : .array(window), true)
            case .value, .finish:
              defer { window = [] }
              return (.array(window), false)
            case .failure(let error, stream: _): throw error
            }
          }
        }
      }
    ])
}
