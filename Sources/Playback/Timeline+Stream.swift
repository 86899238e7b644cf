public import Marbles

/// Why a timeline can't be replayed.
public enum ReplayError: Error, Hashable, Sendable, CustomStringConvertible {
  /// An event lies before the beginning.
  case beforeZero(time: SceneTime)

  /// What is wrong, for a person.
  public var description: String {
    switch self {
    case .beforeZero(let time): "an event is at \(time) s; a timeline begins at 0"
    }
  }
}

extension Timeline {
  /// This timeline as a plain stream in wall time, for any program: no executor needed.
  ///
  /// Each event arrives `time / speedFactor` after the call. The sleeps are to absolute deadlines, so delays never add
  /// up. Letting go of the stream and its iterator, or cancelling the task that iterates, stops the timer.
  ///
  /// ```swift
  /// for await event in try timeline.stream(speedFactor: 10) { print(event.value) }
  /// ```
  ///
  /// - Parameters:
  ///   - speedFactor: scene seconds a wall second.
  ///   - clock: what is slept on; that of a ``PlaybackExecutor`` (so also a ``TestClock``) only by code that runs on it.
  /// - Returns: a stream that finishes with the timeline, also where the timeline fails (see
  ///   ``throwingStream(speedFactor:clock:)``), and that never finishes when the timeline stays open.
  /// - Throws: ``ReplayError`` when an event lies before 0 .
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

  /// As ``stream(speedFactor:clock:)``, but fails where the timeline fails, with a ``TimelineFailure``.
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
