internal import Marbles
internal import Operators
internal import Playback

/// What a row has emitted, kept for the recording and for the rows that refer to it.
///
/// @unchecked Sendable: touched only by jobs of the scene's executor, which all run on the one thread that drives it.
final class RowRecorder: @unchecked Sendable {
  /// What is held.
  private(set) var row: Recording.Row
  private var isEnded = false
  private var failure: (any Error)?
  private var waiting: [UnsafeContinuation<Void, Never>] = []

  /// The position of the row in the scene.
  private let position: Int
  /// Whether the row forgets.
  private let isPassing: Bool

  init(_ row: Recording.Row, at position: Int, isPassing: Bool) {
    (self.row, self.position, self.isPassing) = (row, position, isPassing)
  }

  /// How many events there were, those that are not held any more included.
  var count: Int { row.count }

  func append(_ event: Event) {
    row.append(event)
    wakeFollowers()
  }

  /// The next event came through the inner events in `passage`.
  func note(_ passage: Lineage) { row.through[count] = passage }

  /// The row ended by itself.
  func end(_ end: Timeline.End, failure: (any Error)?) {
    row.timeline.close(end)
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

  /// An event as the rows that refer to this one get it.
  private func traced(_ event: Event, _ index: Int) -> Traced {
    let key = Lineage.one(EventKey(row: position, index: index, isPassing: isPassing))
    return Traced(
      value: event.value, color: event.color, from: key, sources: row.isInput ? key : event.sources,
      animation: event.animation)
  }

  /// The first value at or behind `index` that is held, once it is there, and its index; nil when the row ended before.
  fileprivate func value(at index: Int) async throws -> (value: Traced, index: Int)? {
    while index >= count {
      if let failure { throw failure }
      if isEnded || Task.isCancelled { return nil }
      await withUnsafeContinuation { waiting.append($0) }
    }
    let index = max(index, row.earlier)
    return (traced(row.timeline.events[index - row.earlier], index), index)
  }
}

/// All that a row emitted since its beginning, or from now on, and is held, at once; then what it emits next.
struct RowFollow: AsyncSequence, Sendable {
  typealias Element = Traced

  let recorder: RowRecorder
  let executor: PlaybackExecutor
  /// Whether it begins with what comes next.
  var startsNow = false
  /// Told how many values were forgotten before they were asked for.
  var onMissed: @Sendable (Int) -> Void = { _ in }

  struct Iterator: AsyncIteratorProtocol {
    let recorder: RowRecorder
    let executor: PlaybackExecutor
    let onMissed: @Sendable (Int) -> Void
    /// The next index; nil before the first demand of one that starts now.
    var index: Int?

    mutating func next() async throws -> Traced? {
      let (recorder, executor, index) = (recorder, executor, index ?? recorder.count)
      let value = try await withTaskCancellationHandler {
        try await recorder.value(at: index)
      } onCancel: {
        executor.submit { recorder.wakeAll() }
      }
      if let found = value?.index, found > index { onMissed(found - index) }
      self.index = (value?.index ?? index) + 1
      return value?.value
    }
  }

  func makeAsyncIterator() -> Iterator {
    Iterator(recorder: recorder, executor: executor, onMissed: onMissed, index: startsNow ? nil : 0)
  }
}

extension RowRecorder {
  /// Lets every follower look again, for the one among them that was cancelled.
  func wakeAll() { wakeFollowers() }
}
