package import Marbles
package import Playback

extension TracedStream {
  /// Replays `timeline` from the first iteration on, as an inner stream does.
  package init(cold timeline: Timeline, on clock: PlaybackClock) {
    self.init(ColdReplay(timeline: timeline, clock: clock))
  }
}

/// A timeline whose time starts when it is first asked for an element.
private struct ColdReplay: AsyncSequence, Sendable {
  typealias Element = Traced

  let timeline: Timeline
  let clock: PlaybackClock

  struct Iterator: AsyncIteratorProtocol {
    let timeline: Timeline
    let clock: PlaybackClock
    var events: Replay.Iterator?

    mutating func next() async throws -> Traced? {
      if events == nil { events = timeline.delayed(by: clock.now).replay(on: clock).makeAsyncIterator() }
      guard let event = try await events?.next() else { return nil }
      return Traced(made: event.value, color: event.color)
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator(timeline: timeline, clock: clock) }
}
