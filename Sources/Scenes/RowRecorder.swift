internal import Marbles
internal import Operators
internal import Playback

/// What an output row has emitted, kept for the recording and for the rows that refer to it.
///
/// @unchecked Sendable: touched only by jobs of the scene's executor, which all run on the one thread that drives it.
final class RowRecorder: @unchecked Sendable {
  private(set) var timeline = Timeline(end: .open)
  /// By the id of an event, the numbers of the inner events that it came through.
  private(set) var passages: [Event.ID: [Int]] = [:]
  private var traced: [Traced] = []
  private var isEnded = false
  private var failure: (any Error)?
  private var waiting: [UnsafeContinuation<Void, Never>] = []

  func append(_ event: Event, _ value: Traced) {
    timeline.append(event)
    traced.append(value)
    wakeFollowers()
  }

  /// An event came through these inner events.
  func note(_ passage: [Int], of event: Event.ID) { if !passage.isEmpty { passages[event] = passage } }

  /// The row ended by itself.
  func end(_ end: Timeline.End, failure: (any Error)?) {
    timeline.close(end)
    self.failure = failure
    leaveOpen()
  }

  /// The run is over; the row stays open, but nobody need wait for it.
  func leaveOpen() {
    isEnded = true
    wakeFollowers()
  }

  private func wakeFollowers() {
    let followers = waiting
    waiting = []
    for follower in followers { follower.resume() }
  }

  /// The value at `index`, once it is there; nil when the row ended before it.
  fileprivate func value(at index: Int) async throws -> Traced? {
    while index >= traced.count {
      if let failure { throw failure }
      if isEnded || Task.isCancelled { return nil }
      await withUnsafeContinuation { waiting.append($0) }
    }
    return traced[index]
  }
}

/// All that an output row emitted so far, at once, then what it emits next.
struct RowFollow: AsyncSequence, Sendable {
  typealias Element = Traced

  let recorder: RowRecorder
  let executor: PlaybackExecutor

  struct Iterator: AsyncIteratorProtocol {
    let recorder: RowRecorder
    let executor: PlaybackExecutor
    var index = 0

    mutating func next() async throws -> Traced? {
      let (recorder, executor, index) = (recorder, executor, index)
      let value = try await withTaskCancellationHandler {
        try await recorder.value(at: index)
      } onCancel: {
        executor.submit { recorder.wakeAll() }
      }
      self.index += 1
      return value
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator(recorder: recorder, executor: executor) }
}

extension RowRecorder {
  /// Lets every follower look again, for the one among them that was cancelled.
  func wakeAll() { wakeFollowers() }
}
