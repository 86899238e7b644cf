internal import Marbles
internal import Synchronization

/// What a stream has emitted so far.
final class MarbleLog: Sendable {
  private struct State {
    var timeline = Timeline(end: .open)
    var isOver = false
  }

  private let state = Mutex(State())
  private let limit: Int

  /// A log of at most `limit` values.
  init(limit: Int) { self.limit = limit }

  /// The values, and the end.
  var timeline: Timeline { state.withLock(\.timeline) }
  /// Whether nothing more will come.
  var isOver: Bool { state.withLock(\.isOver) }
  /// Whether it has more values than the limit.
  var isFull: Bool { state.withLock { $0.timeline.events.count > limit } }

  /// Appends a value; false when the log is then full.
  func append(_ value: Value, at time: SceneTime) -> Bool {
    state.withLock {
      $0.timeline.append(Event(time: time, value: value))
      return $0.timeline.events.count <= limit
    }
  }

  /// Ends the log with an end of the stream.
  func end(_ end: Timeline.End) {
    state.withLock {
      $0.timeline.close(end)
      $0.isOver = true
    }
  }

  /// Ends the log although the stream has more.
  func leaveOpen() { state.withLock { $0.isOver = true } }
}
