public import Marbles

/// A timeline's own failure, thrown at the time that the timeline says.
public struct TimelineFailure: Error, Hashable, CustomStringConvertible {
  /// Why, as written in the scene.
  public var message: String
  /// The reason.
  public var description: String { message }

  /// Creates a failure with a message.
  public init(message: String) { self.message = message }
}

/// A timeline as an asynchronous sequence: each event arrives at its own time, by a ``PlaybackClock``.
///
/// It is hot: times are absolute. An iterator that starts late gets what has passed at once and in order, as from an
/// `AsyncStream` buffered without bound; each iterator is a stream of its own over the same timeline.
public struct Replay: AsyncSequence, Sendable {
  /// What arrives.
  public typealias Element = Event
  /// A ``TimelineFailure``; untyped, as the operators are over it.
  public typealias Failure = any Error

  /// What is replayed.
  public let timeline: Timeline
  /// The time that it is replayed by; its rank is the order among simultaneous events of several timelines.
  public let clock: PlaybackClock

  /// Starts a pass of its own, at the clock's time.
  public func makeAsyncIterator() -> Iterator { Iterator(timeline: timeline, clock: clock) }

  /// One pass over the timeline.
  public struct Iterator: AsyncIteratorProtocol {
    let timeline: Timeline
    let clock: PlaybackClock
    private var index = 0
    private var hasEnded = false

    init(timeline: Timeline, clock: PlaybackClock) {
      self.timeline = timeline
      self.clock = clock
    }

    /// Waits for the next event; nil at the end, or when the task is cancelled.
    ///
    /// - Throws: ``TimelineFailure`` where the timeline fails.
    public mutating func next() async throws -> Event? {
      guard !hasEnded else { return nil }
      if index < timeline.events.count {
        let event = timeline.events[index]
        guard await arrive(at: event.time) else { return nil }
        index += 1
        return event
      }
      guard await arrive(at: timeline.end.time ?? .distantFuture) else { return nil }
      hasEnded = true
      if case .error(_, let message) = timeline.end { throw TimelineFailure(message: message) }
      return nil
    }

    /// Waits until `time`; false when the consumer was cancelled before, which ends the sequence as it ends a stream.
    private mutating func arrive(at time: SceneTime) async -> Bool {
      // What is due at this very instant waits for its turn among the rows.
      if time < clock.now { return true }
      do {
        try await clock.sleep(until: time)
        return true
      } catch {
        hasEnded = true
        return false
      }
    }
  }
}

extension Timeline {
  /// This timeline, replayed by `clock`.
  public func replay(on clock: PlaybackClock) -> Replay { Replay(timeline: self, clock: clock) }
}
