public import Marbles

/// The error of a timeline, thrown at the time of its error mark.
public struct TimelineFailure: Error, Hashable, CustomStringConvertible {
  /// The message from the scene.
  public var message: String
  /// The message.
  public var description: String { message }

  /// Creates a failure with a message.
  public init(message: String) { self.message = message }
}

/// A timeline as an asynchronous sequence: each event arrives at its time on a ``PlaybackClock``.
///
/// The sequence is hot: times are absolute. An iterator that starts late gets past events at once and in order, as from
/// an unbounded `AsyncStream`. Each iterator replays the whole timeline.
public struct Replay: AsyncSequence, Sendable {
  /// The element is an event of the timeline.
  public typealias Element = Event
  /// A ``TimelineFailure``; untyped because the operators are untyped.
  public typealias Failure = any Error

  /// The timeline to replay.
  public let timeline: Timeline
  /// The clock of the replay; its rank orders simultaneous events of several timelines.
  public let clock: PlaybackClock

  /// Starts an independent pass at the clock's current time.
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

    /// Waits for the next event; nil at the end, or when the task or the run is cancelled.
    ///
    /// - Throws: ``TimelineFailure`` if the timeline fails.
    public mutating func next() async throws -> Event? {
      // Past events are there without waiting, so a replay of many would not stop otherwise.
      guard !hasEnded, !clock.executor.isCancelled else { return nil }
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

    /// Waits until `time`; false when the consumer was cancelled before, which ends the sequence like a stream.
    private mutating func arrive(at time: SceneTime) async -> Bool {
      // Events that are due at this instant wait for the turn of their row.
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
  /// This timeline, replayed on `clock`.
  public func replay(on clock: PlaybackClock) -> Replay { Replay(timeline: self, clock: clock) }
}
