internal import AsyncAlgorithms
internal import DequeModule
internal import Marbles
internal import Playback

extension Operator {
  /// `windowed`: the values of each interval, also of one without values, or the newest values at each step.
  static let windowed = method(
    "windowed", .transforming, .marbled,
    "Collects the values of each interval, which may be none, or the newest values at each step into an array.",
    use: "Use it for counts and sums per interval, where silence counts as zero, and for moving averages. `chunked`"
      + " emits no empty arrays, and `chunks` none that overlap.",
    inSwift: "Swift has no such operator: the loop keeps an array of the newest values.",
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
      },
      Form(
        "windowed(count: Int, step: Int = 1)",
        [Parameter("count", .count(atLeast: 1)), Parameter("step", .count(atLeast: 1), isOptional: true)],
        semantics: { arguments in
          guard case .count(let count)? = arguments[0] else { return .windows(overlap: true, leaveGaps: true) }
          let step = if case .count(let step)? = arguments[1] { step } else { 1 }
          return .windows(overlap: step < count, leaveGaps: step > count)
        }
      ) { call in
        call.windows(of: call.count(0), every: call.has(1) ? call.count(1) : 1)
      },
    ])
}

extension OperatorSemantics {
  /// Arrays of so many values.
  ///
  /// - Parameters:
  ///   - overlap: whether a value may be part of several.
  ///   - leaveGaps: whether a value may be between two.
  fileprivate static func windows(overlap: Bool, leaveGaps: Bool) -> OperatorSemantics {
    OperatorSemantics(
      receiver: Input(holding: .all, uses: overlap ? .several : .atMostOne), result: .joined, trigger: .count,
      atEnd: .drops, drops: leaveGaps ? [.between, .unfilled] : [.unfilled])
  }
}

extension Call {
  /// Arrays of `count` values, each of which begins `step` values after the one before.
  fileprivate func windows(of count: Int, every step: Int) -> TracedStream {
    let (base, notes, observer, executor) = (base, notes, onHolding, executor)
    return TracedStream(generating: {
      let held = HeldValues(observer)
      var iterator = base.makeAsyncIterator()
      var window = Deque<Traced>()
      // How many of the values in the window were emitted, and how many come before the next window.
      var (emitted, gap) = (0, 0)
      return {
        while !executor.isCancelled, let element = try await iterator.next() {
          if gap > 0 {
            gap -= 1
            notes.drop(element, .between)
            continue
          }
          window.append(element)
          held.hold(element)
          guard window.count == count else { continue }
          let array = Traced.array(Array(window))
          let passed = min(step, count)
          window.removeFirst(passed)
          held.release(passed)
          (emitted, gap) = (window.count, step - passed)
          return array
        }
        if !executor.isCancelled, !Task.isCancelled {
          for element in window.dropFirst(emitted) { notes.drop(element, .unfilled) }
        }
        window = []
        return nil
      }
    })
  }
}
