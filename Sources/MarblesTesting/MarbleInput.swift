internal import Marbles
internal import Playback

/// An input of a marble test: the values of its diagram, each at its time.
///
/// The input is hot: its times are those of the test, and an iterator that starts late gets past values at once.
public struct MarbleInput<Element: Sendable>: AsyncSequence, Sendable {
  /// An error of the diagram, or ``throwing(_:)``'s; untyped, because most operators are.
  public typealias Failure = any Error

  let source: MarbleSource<Element>
  private let clock: PlaybackClock
  let waits: TestInputWaits
  private var start = Start.hot
  private var error: (any Error)?

  private enum Start {
    case hot, cold, unbuffered
  }

  init(_ source: MarbleSource<Element>, clock: PlaybackClock, waits: TestInputWaits) {
    (self.source, self.clock, self.waits) = (source, clock, waits)
  }

  /// The same input, but each iterator starts it again, at its first request.
  public var cold: MarbleInput {
    var input = self
    input.start = .cold
    return input
  }

  /// The same input, but an iterator that starts late misses the values before its first request.
  public var unbuffered: MarbleInput {
    var input = self
    input.start = .unbuffered
    return input
  }

  /// The same input, but with `error` in place of `TimelineFailure` at the `^` of its diagram.
  public func throwing(_ error: any Error) -> MarbleInput {
    var input = self
    input.error = error
    return input
  }

  /// Starts an independent pass.
  public func makeAsyncIterator() -> Iterator { Iterator(input: self) }

  /// One pass over the input.
  public struct Iterator: AsyncIteratorProtocol {
    private let input: MarbleInput
    private var events: Replay.Iterator?
    private var index = 0

    init(input: MarbleInput) { self.input = input }

    /// Waits for the next value; nil at the end, or when the task is cancelled.
    ///
    /// - Throws: `TimelineFailure`, or the error of ``MarbleInput/throwing(_:)``, at the `^` of the diagram.
    public mutating func next() async throws -> Element? {
      if events == nil { begin() }
      let isEndless = index == input.source.values.count && input.source.timeline.end.time == nil
      let wait = isEndless ? input.waits.begin(for: input.source.spokenRow) : nil
      defer { if let wait { input.waits.end(wait) } }
      do {
        guard try await events?.next() != nil else { return nil }
      } catch {
        throw input.error ?? error
      }
      defer { index += 1 }
      return input.source.values[index]
    }

    /// Starts the replay at the first request.
    private mutating func begin() {
      var timeline = input.source.timeline
      let now = input.clock.now
      switch input.start {
      case .hot: break
      case .cold: timeline = timeline.delayed(by: now)
      case .unbuffered:
        index = timeline.events.count { $0.time < now }
        timeline = Timeline(events: Array(timeline.events[index...]), end: timeline.end)
      }
      events = timeline.replay(on: input.clock).makeAsyncIterator()
    }
  }
}
