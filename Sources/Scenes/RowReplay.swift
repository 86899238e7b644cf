internal import Marbles
internal import Operators
internal import Playback

/// An input row as a stream of traced values.
struct RowReplay: AsyncSequence, Sendable {
  typealias Element = Traced

  let row: Int
  let input: Scene.Input
  let clock: PlaybackClock

  struct Iterator: AsyncIteratorProtocol {
    let replay: RowReplay
    fileprivate var events: Replay.Iterator?
    fileprivate var index = 0

    mutating func next() async throws -> Traced? {
      if events == nil { begin() }
      guard let event = try await events?.next() else { return nil }
      let key = Lineage.one(EventKey(row: replay.row, index: index))
      index += 1
      return Traced(value: event.value, color: event.color, from: key, sources: key, animation: event.animation)
    }

    /// Starts the replay at the first request.
    private mutating func begin() {
      let clock = replay.clock
      var timeline = replay.input.timeline
      switch replay.input.start {
      // Those that are sent have a ``RowSender``.
      case .hot, .channel, .stream: break
      case .cold: timeline = timeline.delayed(by: clock.now)
      case .unbuffered:
        index = timeline.events.count { $0.time < clock.now }
        timeline = Timeline(events: Array(timeline.events[index...]), end: timeline.end)
      }
      events = timeline.replay(on: clock).makeAsyncIterator()
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator(replay: self) }
}
