internal import Marbles
internal import Operators
internal import Playback

/// What happens in the streams that the closures of one row's expression make.
///
/// A value that came through an inner stream is traced back to an event of that stream, by a key behind those of all
/// rows; so it is known, whatever operators come after, which it was. What it came from outside is kept here.
///
/// @unchecked Sendable: touched only by jobs of the scene's executor, which all run on the one thread that drives it,
/// and between drives.
final class InnerRecorder: InnerObserver, @unchecked Sendable {
  private struct Stream {
    var element: Traced
    var depth: Int
    var begin: SceneTime
    var events: [Event] = []
    var end = Recording.Inner.End.open
  }

  /// The row of the keys of inner events, behind all rows of the scene.
  private let row: Int
  private let executor: PlaybackExecutor
  /// Told of each value and of each stream's beginning, with the number of both so far.
  private let onGrowth: @Sendable (Value?, Int) -> Void
  private var streams: [Stream] = []
  private var emittedCount = 0
  private var replacement: LineageReplacement

  init(row: Int, executor: PlaybackExecutor, onGrowth: @escaping @Sendable (Value?, Int) -> Void) {
    self.row = row
    replacement = LineageReplacement(from: row)
    self.executor = executor
    self.onGrowth = onGrowth
  }

  func begin(_ element: Traced, depth: Int) -> Int {
    var element = element
    element.from = outside(element.from)
    streams.append(Stream(element: element, depth: depth, begin: executor.now))
    onGrowth(nil, streams.count + emittedCount)
    return streams.count - 1
  }

  func emit(_ element: Traced, from stream: Int) -> Traced {
    let key = EventKey(row: row, stream: stream, index: streams[stream].events.count)
    let event = Event(
      time: executor.now, value: element.value, color: element.color, from: outside(element.from),
      sources: element.sources, animation: element.animation)
    streams[stream].events.append(event)
    emittedCount += 1
    onGrowth(element.value, streams.count + emittedCount)
    var known = element
    known.from = .one(key)
    return known
  }

  func end(_ stream: Int, _ end: InnerEnd) {
    // What ends because the run does was still open.
    guard !executor.isCancelled else { return }
    streams[stream].end =
      switch end {
      case .finish: .finish(executor.now)
      case .failure(let error): .error(executor.now, message: String(describing: error))
      case .cancelled: .cancelled(executor.now)
      }
  }

  /// Whether some of `lineage` are inner events; they come behind those of all rows.
  func hasPassed(_ lineage: Lineage) -> Bool { lineage.last.map { $0.row == row } == true }

  /// `lineage` with the events of rows in the place of the inner ones.
  func outside(_ lineage: Lineage) -> Lineage {
    replacement.applied(to: lineage) { streams[$0.inner.stream].events[$0.inner.index].from }
  }

  // MARK: What was recorded

  /// The streams, in the order in which they began.
  var recorded: [Recording.Inner] {
    streams.map { stream in
      Recording.Inner(
        value: stream.element.value, color: stream.element.color, from: stream.element.from, depth: stream.depth,
        begin: stream.begin, events: stream.events, end: stream.end)
    }
  }
}
