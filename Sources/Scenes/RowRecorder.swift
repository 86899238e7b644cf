internal import Marbles
internal import Operators
internal import Playback

/// What a row has emitted, kept for the recording and for the rows that refer to it.
///
/// @unchecked Sendable: touched only by jobs of the scene's executor, which all run on the one thread that drives it.
final class RowRecorder: @unchecked Sendable {
  /// What is held.
  private(set) var row: Recording.Row
  /// By the id of an event, the numbers of the inner events that it came through.
  private(set) var passages: [Event.ID: [Int]] = [:]
  private var traced: [Traced] = []
  private var isEnded = false
  private var failure: (any Error)?
  private var waiting: [UnsafeContinuation<Void, Never>] = []

  init(_ row: Recording.Row) { self.row = row }

  /// How many events there were, those that are not held any more included.
  var count: Int { row.earlier + row.timeline.events.count }

  /// The id of an event; nil when it is not held.
  func id(at index: Int) -> Event.ID? {
    let place = index - row.earlier
    return row.timeline.events.indices.contains(place) ? row.timeline.events[place].id : nil
  }

  func append(_ event: Event, _ value: Traced) {
    let earlier = row.earlier
    row.append(event)
    traced.append(value)
    if row.earlier > earlier { traced.removeFirst(row.earlier - earlier) }
    wakeFollowers()
  }

  /// An event came through these inner events.
  func note(_ passage: [Int], of event: Event.ID) { if !passage.isEmpty { passages[event] = passage } }

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

  /// The first value at or behind `index` that is held, once it is there, and its index; nil when the row ended before.
  fileprivate func value(at index: Int) async throws -> (value: Traced, index: Int)? {
    while index >= count {
      if let failure { throw failure }
      if isEnded || Task.isCancelled { return nil }
      await withUnsafeContinuation { waiting.append($0) }
    }
    let index = max(index, row.earlier)
    return (traced[index - row.earlier], index)
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
