internal import Marbles
internal import Playback

/// An input of a marble test: the values of its diagram, each at its time.
///
/// The input is hot: its times are those of the test, and an iterator that starts late gets past values at once.
public struct MarbleInput<Element: Sendable>: AsyncSequence, Sendable {
  /// An error of the diagram, or ``throwing(_:)``'s; untyped, because most operators are.
  public typealias Failure = any Error

  let timeline: Timeline
  /// The values of the timeline's events, in their order.
  let values: [Element]
  let clock: PlaybackClock
  private var isCold = false
  private var error: (any Error)?

  init(timeline: Timeline, values: [Element], clock: PlaybackClock) {
    (self.timeline, self.values, self.clock) = (timeline, values, clock)
  }

  /// The same input, but each iterator starts it again, at its first request.
  public var cold: MarbleInput {
    var input = self
    input.isCold = true
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
      if events == nil {
        let timeline = input.isCold ? input.timeline.delayed(by: input.clock.now) : input.timeline
        events = timeline.replay(on: input.clock).makeAsyncIterator()
      }
      do {
        guard try await events?.next() != nil else { return nil }
      } catch {
        throw input.error ?? error
      }
      defer { index += 1 }
      return input.values[index]
    }
  }
}
