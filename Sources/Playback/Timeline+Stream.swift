public import Marbles

/// The reason why a timeline can't be replayed.
public enum ReplayError: Error, Hashable, Sendable, CustomStringConvertible {
  /// An event has a negative time.
  case beforeZero(time: SceneTime)

  /// The problem as a sentence for people.
  public var description: String {
    switch self {
    case .beforeZero(let time): "an event is at \(time) s; a timeline begins at 0"
    }
  }
}

extension Timeline {
  /// This timeline as a plain stream in wall time, without an executor.
  ///
  /// Each event arrives `time / speedFactor` after the call. The sleeps are to absolute deadlines, so delays never add
  /// up. Releasing the stream and its iterator, or cancelling the task that iterates, stops the timer.
  ///
  /// ```swift
  /// for await event in try timeline.stream(speedFactor: 10) { print(event.value) }
  /// ```
  ///
  /// - Parameters:
  ///   - speedFactor: scene seconds per wall-clock second.
  ///   - clock: the clock to sleep on. Use the clock of a ``PlaybackExecutor``, or a ``TestClock``, only in code that
  ///     runs on it.
  /// - Returns: a stream that finishes when the timeline ends or fails (see ``throwingStream(speedFactor:clock:)``),
  ///   and never finishes for an open timeline.
  /// - Throws: ``ReplayError`` when an event has a negative time.
  public func stream<C: Clock>(speedFactor: SpeedFactor = .normal, clock: C = ContinuousClock()) throws(ReplayError)
    -> AsyncStream<Event> where C.Duration == Duration
  {
    try check()
    return AsyncStream { continuation in
      let task = play(on: clock.scaled(by: speedFactor), yield: { continuation.yield($0) }) { _ in
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// Like ``stream(speedFactor:clock:)``, but throws a ``TimelineFailure`` when the timeline fails.
  public func throwingStream<C: Clock>(speedFactor: SpeedFactor = .normal, clock: C = ContinuousClock())
    throws(ReplayError)
    -> AsyncThrowingStream<Event, any Error> where C.Duration == Duration
  {
    try check()
    return AsyncThrowingStream { continuation in
      let task = play(on: clock.scaled(by: speedFactor), yield: { continuation.yield($0) }) { error in
        continuation.finish(throwing: error)
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  private func check() throws(ReplayError) {
    if let first = events.first, first.time < .zero { throw .beforeZero(time: first.time) }
  }

  /// Plays on a clock whose time is scene time.
  private func play(
    on clock: ScaledClock<some Clock>, yield: @escaping @Sendable (Event) -> Void,
    finish: @escaping @Sendable (TimelineFailure?) -> Void
  ) -> Task<Void, Never> {
    Task { [self] in
      do {
        for event in events {
          try await clock.sleep(until: event.time)
          yield(event)
        }
        switch end {
        case .open: break
        case .finish(let time), .error(let time, _):
          try await clock.sleep(until: time)
          if case .error(_, let message) = end { finish(TimelineFailure(message: message)) } else { finish(nil) }
        }
      } catch {
        finish(nil)
      }
    }
  }
}
