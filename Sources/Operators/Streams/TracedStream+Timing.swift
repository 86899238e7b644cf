internal import AsyncAlgorithms
internal import Marbles
internal import Playback

extension TracedStream {
  /// Delays all elements and the end by `duration`, without slowing the source down.
  ///
  /// - Parameter executor: the executor of the buffer's task, which ends when the iterator is dropped early.
  func delayed(by duration: Duration, clock: OperatorClock, on executor: PlaybackExecutor) -> TracedStream {
    let stamped = signals().map { (signal: $0, time: clock.now) }.buffer(policy: .unbounded)
      .endingTasks(on: executor)
    return TracedStream(generating: {
      var iterator = stamped.makeAsyncIterator()
      return {
        guard let (signal, time) = try await iterator.next() else { return nil }
        try await clock.sleep(until: time.advanced(by: duration))
        switch signal {
        case .value(let element, stream: _): return element
        case .finish: return nil
        case .failure(let error, stream: _): throw error
        }
      }
    })
  }

  /// The elements, until the next one takes longer than `duration`; then it fails.
  ///
  /// - Parameters:
  ///   - scene: the scene's clock, for the time in the error message, whatever `clock` is.
  ///   - onHolding: learns of the values whose timers have not ended yet.
  func failing(
    after duration: Duration, clock: OperatorClock, scene: PlaybackClock, _ notes: OperatorNotes,
    onHolding: @escaping HeldBytesObserver
  ) -> TracedStream {
    let start = Signal.value(Traced(made: .null), stream: 1)
    let watched = chain([start].async, signals()).flatMapLatest { signal in
      let held: HeldValue? =
        if case .value(let element, _) = signal { HeldValue(element.value, onHolding) } else { nil }
      return TimedSignal(signal: signal, held: held, duration: duration, clock: clock, scene: scene)
    }
    .endingTasks(on: scene.executor)
    return TracedStream(generating: {
      var iterator = watched.makeAsyncIterator()
      return {
        while let signal = try await iterator.next() {
          switch signal {
          case .value(let element, stream: 0): return element
          case .value: continue
          case .finish: return nil
          case .failure(let error, let stream):
            if stream == TimedSignal.timeout { notes.report(.timedOut(message: String(describing: error))) }
            throw error
          }
        }
        return nil
      }
    })
  }
}

/// A signal, then a failure when the next one does not arrive in time.
private struct TimedSignal: AsyncSequence, Sendable {
  typealias Element = Signal

  /// The number of the stream in the failure.
  static let timeout = 2

  let signal: Signal
  let held: HeldValue?
  let duration: Duration
  let clock: OperatorClock
  let scene: PlaybackClock

  struct Iterator: AsyncIteratorProtocol {
    let timed: TimedSignal
    var step = 0

    mutating func next() async -> Signal? {
      step += 1
      switch (step, timed.signal) {
      case (1, _): return timed.signal
      case (2, .value):
        let start = timed.scene.now
        do { try await timed.clock.sleep(for: timed.duration) } catch { return nil }
        let seconds = (timed.scene.now - start).inMilliseconds
        return .failure(TimelineFailure(message: "timeout: nothing came for \(seconds) s"), stream: TimedSignal.timeout)
      default: return nil
      }
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator(timed: self) }
}
