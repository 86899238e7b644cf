internal import AsyncAlgorithms
internal import Marbles

extension Operator {
  /// `silence`: the last value before each pause.
  static let silence = method(
    "silence", .timing, .marbled,
    "Emits the last value when no other has followed it for the given time, or `nil` when none has come at all.",
    use: "Use it for an alert when a source falls silent. `timeout` fails then, and `debounce` also emits at the end,"
      + " and nothing before the first value.",
    inSwift: "Swift has no such operator: each value cancels a task that sleeps, and starts another one.",
    sample: Sample("a.silence(after: .seconds(2))", a: "---1-2---3|"),
    forms: [
      Form(
        "silence(after: Duration, clock: Clock = .continuous)", [Parameter("after", .duration), .clock],
        semantics: OperatorSemantics(
          receiver: .init(demand: .ahead(1), holding: .newest), trigger: .time, atEnd: .drops, makes: .constants,
          drops: [.replacedRestarting])
      ) { call in
        call.watched { base in base.silences(of: call.duration(0), clock: call.clock) }
      }
    ])
}

extension TracedStream {
  /// The last value before each pause of `duration`, and a null for one at the beginning.
  fileprivate func silences(of duration: Duration, clock: OperatorClock) -> TracedStream {
    // A pause at the beginning follows a signal, too: that of the beginning, which has no value.
    let signals = chain([TracedSignal?.none].async, signals().map { TracedSignal?.some($0) })
    return TracedStream(
      signals.debounce(for: duration, clock: clock).compactMap { signal throws -> Traced? in
        switch signal {
        case nil: Traced(made: .null)
        case .value(let element, stream: _): element
        case .finish: nil
        case .failure(let error, stream: _): throw error
        }
      })
  }
}
