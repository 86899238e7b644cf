internal import AsyncAlgorithms

extension Operator {
  /// `AsyncTimerSequence`, of AsyncAlgorithms: emits ticks.
  static let timer = function(
    "AsyncTimerSequence", .creating, .asyncAlgorithms, rx: "interval",
    "Emits at each interval, without end. The value is the time of its clock in seconds.",
    sample: Sample("AsyncTimerSequence(interval: .seconds(2)).prefix(3)"),
    forms: [
      Form(
        "AsyncTimerSequence(interval: Duration, clock: Clock = .continuous)",
        [Parameter("interval", .duration), .clock], isEndless: true
      ) { call in
        TracedStream(
          AsyncTimerSequence(interval: call.duration(0), clock: call.clock).map { instant in
            Traced(made: instant.asValue)
          })
      }
    ])
}
