internal import AsyncAlgorithms
internal import Marbles

extension Operator {
  /// `throttle`, of AsyncAlgorithms (spelled `_throttle` there): at most one value per interval.
  static let throttle = method(
    "throttle", .timing, .asyncAlgorithms,
    "Emits at most one value per interval: the newest, the first, or a combination of all values.",
    use: "Use it for at most one value in each interval, while values keep coming. `debounce` waits for a pause.",
    inSwift: "AsyncAlgorithms 1.1.4 calls it `_throttle`, as it may still change.",
    sample: Sample("a.throttle(for: .seconds(3))", a: "12345-6-7|"),
    forms: [
      Form(
        "throttle(for: Duration, clock: Clock = .continuous, latest: Bool = true)",
        [Parameter("for", .duration), Parameter("latest", .flag, isOptional: true), .clock],
        semantics: { arguments in
          let latest = arguments[1] != .flag(false)
          return OperatorSemantics(
            receiver: .init(holding: latest ? .newest : .first), trigger: .time, atEnd: .emits,
            drops: [latest ? .replaced : .skipped])
        }
      ) { call in
        let latest = call.flag(1) ?? true
        return call.watched { base in
          TracedStream(base._throttle(for: call.duration(0), clock: call.clock, latest: latest))
        }
      },
      Form(
        "throttle(for: Duration, clock: Clock = .continuous, reducing: (Result?, Element) -> Result)",
        [Parameter("for", .duration), Parameter("reducing", .closure(2)), .clock],
        semantics: OperatorSemantics(
          receiver: .init(holding: .all), result: .accumulated, trigger: .time, atEnd: .emits)
      ) { call in
        let (reduce, failures) = (call.closure(1), FailureBox())
        let base = call.base._throttle(for: call.duration(0), clock: call.clock) { (result: Traced?, element) in
          failures.attempt(else: element) {
            let reduced = element.with(try reduce(result?.value ?? .null, element.value))
            return result.map { reduced.tracing(back: $0) } ?? reduced
          }
        }
        return TracedStream(base, failing: failures)
      },
    ])
}
