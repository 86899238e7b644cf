internal import Marbles
internal import Playback

extension Call {
  /// The receiver's elements and its end, each `duration` later on the call's clock, without slowing the source down.
  func delayed(by duration: Duration) -> TracedStream {
    let (base, clock, executor, observer) = (base, clock, executor, onHolding)
    return TracedStream(generating: {
      let queue = DelayQueue(base, clock: clock, on: executor, observer)
      return {
        // To pass on a million values takes long.
        guard !executor.isCancelled, let (signal, time) = await queue.next() else { return nil }
        try await clock.sleep(until: time.advanced(by: duration))
        switch signal {
        case .value(let element, stream: _):
          queue.emit()
          return element
        case .finish: return nil
        case .failure(let error, stream: _): throw error
        }
      }
    })
  }
}

extension TracedStream {
  /// The elements, until the next one takes longer than `duration`; then it fails.
  ///
  /// - Parameter scene: the scene's clock, for the time in the error message, whatever `clock` is.
  func failing(
    after duration: Duration, clock: OperatorClock, scene: PlaybackClock, _ notes: OperatorNotes
  ) -> TracedStream {
    TracedStream(generating: {
      let pass = TimedPass(makeAsyncIterator())
      return {
        let start = scene.now
        switch await pass.next(within: duration, clock) {
        case .element(let element): return element
        case .failure(let error): throw error
        case .timeout:
          let seconds = (scene.now - start).inMilliseconds
          let failure = TimelineFailure(message: "timeout: nothing came for \(seconds) s")
          notes.report(.timedOut(message: String(describing: failure)))
          throw failure
        case .cancelled: return nil
        }
      }
    })
  }
}

/// One iteration of a stream, each step of which has a time limit. It reads only what its consumer asks for.
///
/// @unchecked Sendable: it has one consumer at a time, and each step ends before ``next(within:_:)`` returns.
private final class TimedPass: @unchecked Sendable {
  enum Outcome: Sendable {
    case element(Traced?)
    case failure(any Error)
    case timeout
    case cancelled
  }

  private var iterator: TracedStream.Iterator

  init(_ iterator: TracedStream.Iterator) { self.iterator = iterator }

  func next(within duration: Duration, _ clock: OperatorClock) async -> Outcome {
    await withTaskGroup(of: Outcome.self) { group in
      group.addTask { await self.next() }
      group.addTask {
        do { try await clock.sleep(for: duration) } catch { return .cancelled }
        return .timeout
      }
      var outcome = Outcome.cancelled
      // When the consumer is cancelled, the sleep may end first.
      while case .cancelled = outcome, let next = await group.next() { outcome = next }
      group.cancelAll()
      return outcome
    }
  }

  private func next() async -> Outcome {
    do { return .element(try await iterator.next()) } catch { return .failure(error) }
  }
}
