internal import AsyncAlgorithms
internal import Marbles

extension Operator {
  /// `AsyncTimerSequence`, of AsyncAlgorithms: emits ticks.
  static let timer = function(
    "AsyncTimerSequence", .creating, .asyncAlgorithms,
    "Emits at each interval, without end. The value is the time of the timer's clock, in seconds.",
    use: "Use it for work at regular intervals. It never ends: `prefix` or a duration of the scene stops it.",
    inSwift:
      "In Swift the clock is needed, `AsyncTimerSequence(interval: .seconds(1), clock: .continuous)`, and a value is an instant of it.",
    sample: Sample("AsyncTimerSequence(interval: .seconds(2)).prefix(3)"),
    forms: [
      Form(
        "AsyncTimerSequence(interval: Duration, clock: Clock = .continuous)",
        [Parameter("interval", .duration), .clock], isEndless: true,
        semantics: OperatorSemantics(result: .none, trigger: .timer, makes: .ticks)
      ) { call in
        TracedStream(
          AsyncTimerSequence(interval: call.duration(0), clock: call.clock).map { instant in
            Traced(made: instant.asValue)
          })
      }
    ])
}

extension SceneTime {
  /// Seconds as a value: an int when they are whole.
  fileprivate var asValue: Value {
    nanoseconds % 1_000_000_000 == 0 ? .int(Int(nanoseconds / 1_000_000_000)) : .double(seconds)
  }
}
