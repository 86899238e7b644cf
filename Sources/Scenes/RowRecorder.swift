internal import Marbles
internal import Operators
internal import Playback

/// Records the events of a row, for the recording and for the rows that refer to it.
///
/// @unchecked Sendable: accessed only by jobs of the scene's executor, which all run on the one thread that drives it.
final class RowRecorder: @unchecked Sendable {
  /// The retained events.
  private(set) var row: Recording.Row
  private var isEnded = false
  private var failure: (any Error)?
  private var waiting: [UnsafeContinuation<Void, Never>] = []

  /// The position of the row in the scene.
  private let position: Int
  /// Whether the row evicts old events.
  private let isPassing: Bool
  /// Wakes followers one by one, each after the work of the one before, as the timers of a replay do; nil to wake them
  /// together.
  private let executor: PlaybackExecutor?
  /// Colours the row's events by value; nil when they have the colour of the row or of their sources.
  var colors: ValueColors?

  init(
    _ row: Recording.Row, at position: Int, isPassing: Bool, inTurnOn executor: PlaybackExecutor? = nil,
    colors: ValueColors? = nil
  ) {
    (self.row, self.position, self.isPassing, self.colors) = (row, position, isPassing, colors)
    self.executor = executor
    first = row.earlier
  }

  /// The number of events so far, including evicted ones.
  var count: Int { row.count }

  /// The index of the first event.
  let first: Int

  /// How many events were left out after the first one; see ``skip(to:)``.
  private(set) var skipped = 0

  /// Goes on with the event at `index`, as those before it are nowhere any more. Followers count them as missed.
  func skip(to index: Int) {
    skipped += index - row.count
    row.skip(to: index)
  }

  /// From which event on indices are ``shift`` greater for all others; see ``follow(on:)``.
  private var seam = Int.max
  private var shift = 0

  /// The number by which others know an event.
  func number(_ index: Int) -> Int { index < seam ? index : index + shift }

  /// Whether it follows on the events of another recorder.
  var followsOn: Bool { seam != .max }

  /// From now on, numbers the events of the row as those that follow on `count` others, which another recorder has recorded.
  func follow(on count: Int) { (seam, shift) = (row.count, count - row.count) }

  func append(_ event: Event) {
    row.append(event)
    wakeFollowers()
  }

  /// Notes the inner events that the next event came through.
  func note(_ passage: Lineage) { row.through[count] = passage }

  /// Ends the row.
  func end(_ end: Timeline.End, failure: (any Error)?) {
    row.timeline.close(end)
    self.failure = failure
    leaveOpen()
  }

  /// Leaves the row open at the end of the run; its followers stop waiting.
  func leaveOpen() {
    isEnded = true
    wakeFollowers()
  }

  /// Wakes all followers, which look for a new value.
  ///
  /// - Parameter hasNews: whether there is one, or the end; else one of them was cancelled, which no order delays.
  fileprivate func wakeFollowers(hasNews: Bool = true) {
    // One follower is a batch, too, as the replay of its value would be.
    if hasNews, let executor, waiting.count > (executor.order == .inTurn ? 1 : 0), executor.isCurrent {
      let followers = waiting
      waiting = []
      return executor.wake(followers.map { follower in { follower.resume() } })
    }
    // Resumed tasks run later, so none waits again meanwhile, and the memory of the array stays in use.
    for follower in waiting { follower.resume() }
    waiting.removeAll(keepingCapacity: true)
  }

  /// An event in the form that rows referring to this one receive.
  private func traced(_ event: Event, _ index: Int) -> Traced {
    let key = Lineage.one(EventKey(row: position, index: number(index), isPassing: isPassing))
    return Traced(
      value: event.value, color: event.color, from: key, sources: row.isInput ? key : event.sources,
      animation: event.animation)
  }

  /// Waits for the first retained value at or after `index`; nil when the row ends before.
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

/// The retained events of a row, from its start or from now on, followed by new ones as they happen.
struct RowFollow: AsyncSequence, Sendable {
  typealias Element = Traced

  let recorder: RowRecorder
  let executor: PlaybackExecutor
  /// Whether to skip the events so far.
  var startsNow = false
  /// Called with the number of values that were evicted before they were requested.
  var onMissed: @Sendable (Int) -> Void = { _ in }

  struct Iterator: AsyncIteratorProtocol {
    let follow: RowFollow
    /// The next index; nil before the first request.
    var index: Int?

    mutating func next() async throws -> Traced? {
      // A row's backlog is there without waiting, so a reader of a long one would not stop otherwise.
      if follow.executor.isCancelled { return nil }
      let (recorder, executor) = (follow.recorder, follow.executor)
      let index = index ?? (follow.startsNow ? recorder.count : recorder.first)
      let value = try await withTaskCancellationHandler {
        try await recorder.value(at: index)
      } onCancel: {
        executor.submit { recorder.wakeFollowers(hasNews: false) }
      }
      if let found = value?.index, found > index { follow.onMissed(found - index) }
      self.index = (value?.index ?? index) + 1
      return value?.value
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator(follow: self) }
}
