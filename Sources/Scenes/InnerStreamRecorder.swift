internal import Marbles
internal import Operators
internal import Playback

/// Records the streams that the closures of one row's expression create.
///
/// A value from an inner stream is traced to an event of that stream by a key after those of all rows, so that the
/// event is known whatever operators follow. The recorder keeps the ancestors from outside the stream.
///
/// @unchecked Sendable: accessed only by jobs of the scene's executor, which all run on the one thread that drives it,
/// and between drives.
final class InnerStreamRecorder: InnerStreamObserver, @unchecked Sendable {
  private struct Stream {
    var element: Traced
    var depth: Int
    var begin: SceneTime
    var events: [Event] = []
    var end = Recording.Inner.End.open
  }

  /// The row in the keys of inner events, after all rows of the scene.
  private let row: Int
  private let executor: PlaybackExecutor
  private let name: String
  private let limits: RecordingLimits
  private let stages: StageRecorder?
  private var streams: [Stream] = []
  private var emittedCount = 0
  private var replacement: LineageRewriter

  /// - Parameters:
  ///   - row: the row in the keys of its events.
  ///   - name: the name of the row whose expression creates the streams.
  ///   - executor: the executor of the scene.
  ///   - limits: count what is recorded.
  ///   - stages: records the stages of the expression; nil if nobody wants them.
  init(row: Int, name: String, executor: PlaybackExecutor, limits: RecordingLimits, stages: StageRecorder?) {
    (self.row, self.name, self.executor, self.limits) = (row, name, executor, limits)
    self.stages = stages
    replacement = LineageRewriter(from: row)
  }

  func begin(_ element: Traced, depth: Int) -> Int? {
    // What happens only because the run is over is not recorded.
    guard !executor.isCancelled else { return nil }
    stages?.noteStream(for: element.from)
    var element = element
    element.from = outside(element.from)
    streams.append(Stream(element: element, depth: depth, begin: executor.now))
    limits.count(nil, as: streams.count + emittedCount, inRow: name)
    limits.countHeld(element.value.storageBytes, inRow: name)
    return streams.count - 1
  }

  func emit(_ element: Traced, from stream: Int) -> Traced {
    guard !executor.isCancelled else { return element }
    let key = EventKey(row: row, stream: stream, index: streams[stream].events.count)
    let event = Event(
      time: executor.now, value: element.value, color: element.color, from: outside(element.from),
      sources: element.sources, animation: element.animation)
    streams[stream].events.append(event)
    emittedCount += 1
    limits.count(element.value, as: streams.count + emittedCount, inRow: name)
    stages?.note(key, from: element.from)
    var known = element
    known.from = .one(key)
    return known
  }

  func end(_ stream: Int, _ end: InnerEnd) {
    guard !executor.isCancelled else { return }
    streams[stream].end = Recording.Inner.End(end, at: executor.now)
  }

  /// Whether `lineage`, without events of stages, contains inner events; their keys come after those of all rows.
  func hasPassed(_ lineage: Lineage) -> Bool { lineage.last.map { $0.row == row } == true }

  /// `lineage` with events of stages and inner streams replaced by the row events that they came from.
  func outside(_ lineage: Lineage) -> Lineage {
    replacement.applied(to: stages?.outside(lineage) ?? lineage) {
      streams[$0.inner.stream].events[$0.inner.index].from
    }
  }

  // MARK: Results

  /// The streams in the order in which they started.
  var recorded: [Recording.Inner] {
    streams.map { stream in
      Recording.Inner(
        value: stream.element.value, color: stream.element.color, from: stream.element.from, depth: stream.depth,
        begin: stream.begin, events: stream.events, end: stream.end)
    }
  }
}
